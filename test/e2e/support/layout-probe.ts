import type { Page } from 'playwright-core'

/** What a person can't read or reach in the window as it is: a line for each cut text, overlap, sideways scroll and second filled button. */
export async function layoutFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate(probe)
}

/** Runs in the page. */
function probe(): string[] {
  /** Rounded edges differ by less. */
  const slack = 1.5
  const faults = new Set<string>()
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const up = function* (element: Element | null): Generator<Element> {
    for (let at = element; at !== null; at = at.parentElement) yield at
  }
  const scrolls = (element: Element): boolean => /auto|scroll/.test(styleOf(element).overflow)
  const clips = (value: string): boolean => value === 'hidden' || value === 'clip'
  const contained = (element: Element): boolean => /paint|strict|content/.test(styleOf(element).contain)
  const clipsIn = (element: Element, axis: 'overflowX' | 'overflowY'): boolean =>
    clips(styleOf(element)[axis]) || contained(element)
  /** Chromium 103 can't be asked. */
  const drawn = (element: Element): boolean =>
    'checkVisibility' in element
      ? element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      : (element as Element).getClientRects().length > 0 &&
        styleOf(element).visibility === 'visible' &&
        [...up(element)].every((one) => styleOf(one).opacity !== '0')
  /** Not drawn, or drawn for screen readers only. */
  const unseen = (element: Element): boolean => {
    if (!drawn(element)) return true
    for (const one of up(element)) {
      const { clipPath, position } = styleOf(one)
      const { width, height } = one.getBoundingClientRect()
      if (clipPath.startsWith('inset(50%')) return true
      if (position === 'absolute' && width <= 1 && height <= 1) return true
    }
    return false
  }
  const name = (element: Element): string => {
    const words = (element.getAttribute('aria-label') ?? element.textContent).trim().replaceAll(/\s+/g, ' ')
    const data = [...element.attributes].find((one) => /^data-(?!v-|slot|state|reka)/.test(one.name))
    const mark = data === undefined ? '' : `[${data.name}]`
    return `${element.localName}${mark} "${words.slice(0, 40)}"`
  }

  interface Box {
    element: Element
    text: boolean
    rect: DOMRect
    /** The part that regions around it leave in sight. */
    seen: DOMRect
    scroller: Element | undefined
    layer: Element | undefined
  }
  const boxes: Box[] = []
  const add = (element: Element, rect: DOMRect, text: boolean): void => {
    let seen = rect
    let scroller: Element | undefined
    let layer: Element | undefined
    for (const one of up(element)) {
      const { position, zIndex } = styleOf(one)
      if (position === 'fixed' || position === 'sticky' || (position !== 'static' && zIndex !== 'auto')) layer ??= one
      if (one !== element && (scrolls(one) || clipsIn(one, 'overflowX') || clipsIn(one, 'overflowY'))) {
        if (scrolls(one)) scroller ??= one
        const edge = one.getBoundingClientRect()
        const left = Math.max(seen.left, edge.left)
        const top = Math.max(seen.top, edge.top)
        seen = new DOMRect(
          left,
          top,
          Math.max(0, Math.min(seen.right, edge.right) - left),
          Math.max(0, Math.min(seen.bottom, edge.bottom) - top),
        )
      }
      if (position === 'fixed') break
    }
    boxes.push({ element, text, rect, seen, scroller, layer })
  }

  /** The panel that cuts off a part of a control where no scrolling shows it. Heads of columns hide the edges of theirs on purpose. */
  const cutBy = (element: Element, { top, bottom }: DOMRect): Element | undefined => {
    for (const one of up(element.parentElement)) {
      if (scrolls(one)) return undefined
      const edge = one.getBoundingClientRect()
      if (contained(one) && (bottom > edge.bottom + slack || top < edge.top - slack)) return one
      if (styleOf(one).position === 'fixed') return undefined
    }
    return undefined
  }

  const pressable =
    'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="option"], [role="row"], [role="switch"], [role="slider"]'
  for (const element of document.querySelectorAll(pressable)) {
    const rect = element.getBoundingClientRect()
    if (rect.width <= 1 || rect.height <= 1 || unseen(element)) continue
    // An input leaves room for what lies in it: an icon, a unit, a button.
    const { paddingLeft, paddingRight } = styleOf(element)
    const cutter = cutBy(element, rect)
    if (cutter !== undefined) faults.add(`cut: ${name(element)} in ${name(cutter).slice(0, 60)}`)
    const [before, after] = element.localName === 'input' ? [parseFloat(paddingLeft), parseFloat(paddingRight)] : [0, 0]
    add(element, new DOMRect(rect.x + before, rect.y, rect.width - before - after, rect.height), false)
  }

  /** The section that text stands in, where nothing between them scrolls or floats. */
  const sectionOf = (element: Element): Element | undefined => {
    for (const one of up(element)) {
      if (scrolls(one) || /absolute|fixed|sticky/.test(styleOf(one).position)) return undefined
      if (one.matches('section')) return one
    }
    return undefined
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent === null || node.nodeValue?.trim() === '' || unseen(parent)) continue
    if (parent.closest('script, style, svg, canvas, iframe, .cm-editor, option') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      if (line.width < 1 || line.height < 1) continue
      // Glyphs are smaller than the line that the font asks for.
      const glyphs = new DOMRect(line.x, line.y + line.height * 0.2, line.width, line.height * 0.6)
      let reach = glyphs
      for (const one of up(parent)) {
        const style = styleOf(one)
        if (scrolls(one)) break
        const edge = one.getBoundingClientRect()
        const wide = clipsIn(one, 'overflowX') && (line.right > edge.right + slack || line.left < edge.left - slack)
        const high = clipsIn(one, 'overflowY') && (glyphs.bottom > edge.bottom + slack || glyphs.top < edge.top - slack)
        if (wide || high) {
          // Some titles are set when the pointer comes.
          parent.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
          const titled = [...up(parent)].slice(0, 5).some((near) => (near.getAttribute('title') ?? '') !== '')
          if (!titled) faults.add(`cut: "${node.nodeValue?.trim().slice(0, 40)}" in ${name(one).slice(0, 60)}`)
          const left = Math.max(reach.left, edge.left)
          const top = Math.max(reach.top, edge.top)
          const right = Math.min(reach.right, edge.right)
          const bottom = Math.min(reach.bottom, edge.bottom)
          reach = new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
        }
        if (style.position === 'fixed') break
      }
      if (reach.width > 0 && reach.height > 0) add(parent, reach, true)
      const section = sectionOf(parent)?.getBoundingClientRect()
      if (section !== undefined && glyphs.bottom > section.bottom + slack)
        faults.add(
          `outside: "${node.nodeValue?.trim().slice(0, 40)}" below ${name(sectionOf(parent) ?? parent).slice(0, 60)}`,
        )
    }
  }

  boxes.sort((a, b) => a.rect.top - b.rect.top)
  const together = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack
  for (const [place, a] of boxes.entries()) {
    for (const b of boxes.slice(place + 1)) {
      if (a.layer !== b.layer) continue
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue
      const same = a.scroller === b.scroller
      if (!together(same ? a.rect : a.seen, same ? b.rect : b.seen)) continue
      faults.add(`overlap: ${name(a.element)} and ${name(b.element)}`)
    }
  }

  for (const element of document.querySelectorAll('*')) {
    const wider = element.scrollWidth - element.clientWidth
    if (wider <= 1 || element.closest('.cm-editor, textarea, input') !== null || unseen(element)) continue
    if (element === document.documentElement || /auto|scroll/.test(styleOf(element).overflowX))
      faults.add(`sideways by ${wider}: ${name(element)}`)
  }
  // A region that its surroundings cut off never shows its last rows, however far it is scrolled.
  for (const element of document.querySelectorAll('*')) {
    if (!scrolls(element) || element.scrollHeight <= element.clientHeight || unseen(element)) continue
    const { bottom } = element.getBoundingClientRect()
    for (const one of up(element.parentElement)) {
      if (scrolls(one) || styleOf(one).position === 'fixed') break
      if (clipsIn(one, 'overflowY') && bottom > one.getBoundingClientRect().bottom + slack)
        faults.add(`out of reach: ${name(element)}`)
    }
  }
  // One filled button for each screen; a switch that is on is filled too.
  const filled = [...document.querySelectorAll('#view :is(button, a).bg-primary:not([role])')].filter(
    (element) => !unseen(element) && !element.matches(':disabled, [aria-disabled="true"]'),
  )
  if (filled.length > 1) faults.add(`filled: ${filled.map(name).join(' and ')}`)
  return [...faults]
}
