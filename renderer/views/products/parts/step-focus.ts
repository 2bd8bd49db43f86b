const steps: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Moves the focus along the links of a list by the arrow keys. Answers whether it moved. */
export function stepFocus(event: KeyboardEvent, list: HTMLElement | null): boolean {
  const links = [...(list?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
  const to = steps[event.key]?.(
    links.findIndex((link) => link === document.activeElement),
    links.length - 1,
  )
  if (to === undefined || links.length === 0) return false
  event.preventDefault()
  links[to]?.focus()
  return true
}
