export function fieldTargets(root: HTMLElement | null) {
  return [
    ...(root?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-part] input, [data-part] textarea') ??
      []),
  ]
    .filter(
      (element) =>
        !element.disabled &&
        element.type !== 'checkbox' &&
        element.tabIndex >= 0 &&
        element.closest('[data-add-field]') === null,
    )
    .map((element) => ({ element, empty: element.value === '' }))
}

/** Puts the caret into a field; false where none has this name. */
export function findField(root: HTMLElement | null, name: string): boolean {
  const place = CSS.escape(name.replace(/^(?:path|body)\./, ''))
  const input =
    root?.querySelector<HTMLElement>(
      `[data-part="path"] [data-field="${place}"] :is(input, textarea), [data-part="path"] :is(input, textarea)[data-field="${place}"]`,
    ) ??
    root?.querySelector<HTMLElement>(`[data-body-field="${place}"] :is(input, textarea, button)`) ??
    queryValue(root, name.replace(/^query\./, ''))
  input?.focus()
  input?.scrollIntoView({ block: 'center' })
  return input !== null && input !== undefined
}

function queryValue(root: HTMLElement | null, name: string): HTMLElement | null | undefined {
  const rows = [...(root?.querySelectorAll<HTMLElement>('[data-query-row]') ?? [])]
  const row = rows.find(
    (one) => one.querySelector<HTMLInputElement>('input[data-query-name], [data-query-name] input')?.value === name,
  )
  return row?.querySelector<HTMLElement>('input[data-query-value], [data-query-value] input')
}
