// Keeps the focus where a control is replaced, removed or switched off while it is pressed, so that the next key goes to its successor and
// not to the page.

/** Not the link that skips to the view: it shows itself over the rail. */
const focusable = 'a[href]:not([href="#view"]), button, input, select, textarea, [tabindex]'

const canHave = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.matches(focusable) && !node.matches(':disabled') && node.isConnected

/** The first control in a node, or after it, or before it, or the nearest ancestor that takes the focus. */
function successor(parent: Node, before: Node | null, after: Node | null): HTMLElement | undefined {
  const within = (node: Node | null): HTMLElement | undefined =>
    canHave(node) ? node : node instanceof Element ? [...node.querySelectorAll(focusable)].find(canHave) : undefined
  for (let node = before?.nextSibling ?? parent.firstChild; node !== null; node = node.nextSibling) {
    const found = within(node)
    if (found !== undefined) return found
    if (node === after) break
  }
  for (let node = before; node !== null; node = node.previousSibling) {
    const found = within(node)
    if (found !== undefined) return found
  }
  const around = parent instanceof Element ? parent.closest<HTMLElement>(focusable) : null
  return canHave(around) ? around : undefined
}

/**
 * Watches a page; returns how to stop. Whoever moves the focus by themselves within two frames goes first, so dialogs,
 * lists and views keep their own rules.
 */
export function keepFocus(page: Document): () => void {
  let last: HTMLElement | undefined
  /** A control that was switched off while it had the focus. */
  let waiting: HTMLElement | undefined
  const isLost = (): boolean => page.activeElement === null || page.activeElement === page.body
  const later = (act: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(act))
  const give = (to: HTMLElement | undefined): void => {
    if (to !== undefined && isLost()) to.focus({ preventScroll: true })
  }

  const focused = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    last = target
    waiting = undefined
  }
  // A person who clicks beside everything wants no focus.
  const pressed = ({ target }: PointerEvent): void => {
    if (target instanceof Element && target.closest(focusable) === null) last = waiting = undefined
  }
  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes, previousSibling, nextSibling } of records) {
      const held = waiting ?? last
      if (held === undefined) return
      if (type === 'attributes') {
        if (target !== held) continue
        if (held.matches(':disabled')) waiting = held
        else later(() => give(canHave(held) ? held : undefined))
      } else if (target === page.body) {
        // Layers stand there, and give the focus back by themselves.
        if (!held.isConnected) last = waiting = undefined
      } else if (!held.isConnected && [...removedNodes].some((node) => node.contains(held))) {
        last = waiting = undefined
        later(() => give(successor(target, previousSibling, nextSibling)))
      }
    }
  })
  page.addEventListener('focusin', focused)
  page.addEventListener('pointerdown', pressed)
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    observer.disconnect()
    page.removeEventListener('focusin', focused)
    page.removeEventListener('pointerdown', pressed)
  }
}
