// A person without a mouse: only keys are pressed, and after each the focus must be visible.
import type { Page } from 'playwright-core'

/** The focused element, and whether the focus is visible. */
interface Focus {
  element: string
  visible: boolean
}

export interface Hands {
  press: (...keys: string[]) => Promise<void>
  /** Types into the focused element. */
  type: (text: string) => Promise<void>
  /** Presses Tab or Shift Tab until the selector has the focus. */
  tabTo: (selector: string, key?: 'Tab' | 'Shift+Tab') => Promise<void>
  /** Presses an arrow key until the selector has the focus. */
  stepTo: (selector: string, key: string) => Promise<void>
  /** Holds a key down until it had its effect. */
  hold: (key: string, until: () => Promise<unknown>) => Promise<void>
  /** Waits until the selector has the focus by itself. */
  on: (selector: string) => Promise<void>
}

const mostTabs = 150
const patienceMs = 15_000

export function handsOn(page: Page): Hands {
  const { keyboard } = page

  async function look(after: string): Promise<void> {
    // What a key opens may take the focus later.
    for (const until = performance.now() + patienceMs; ;) {
      const { element, visible } = await page.evaluate(focusNow)
      if (visible) return
      if (performance.now() > until) throw new Error(`After ${after} nobody sees where the focus is: ${element}`)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
  }
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await keyboard.press(key)
      await look(key)
    }
  }
  const at = (selector: string): Promise<boolean> =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)

  return {
    press,
    async type(text) {
      await keyboard.type(text)
      await look(`typing ${text}`)
    },
    async tabTo(selector, key = 'Tab') {
      // Tab does not reach what is loading or disabled.
      await page.locator(selector).and(page.locator(':not(:disabled)')).first().waitFor()
      const passed: string[] = []
      for (let tabs = 0; tabs < mostTabs; tabs += 1) {
        await keyboard.press(key)
        const { element, visible } = await page.evaluate(focusNow)
        passed.push(element)
        // After the last element the focus leaves the page once, before it comes back to the first.
        if (!visible && element !== 'body')
          throw new Error(`On the way to ${selector} nobody sees where the focus is: ${element}`)
        if (await at(selector)) return
      }
      throw new Error(`${selector} is not reached by ${key}:\n${passed.join('\n')}`)
    },
    async stepTo(selector, key) {
      for (let steps = 0; !(await at(selector)); steps += 1) {
        if (steps > mostTabs) throw new Error(`${selector} is not reached by ${key}`)
        const before = await page.evaluateHandle(() => document.activeElement)
        await press(key)
        // One press, one step: the next comes once the focus has moved.
        await page.waitForFunction((element) => document.activeElement !== element, before)
      }
    },
    async hold(key, until) {
      await keyboard.down(key)
      await look(key)
      await until()
      await keyboard.up(key)
      await look(`letting go of ${key}`)
    },
    async on(selector) {
      await page
        .waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector)
        .catch(async () => {
          throw new Error(`${selector} did not get the focus, but ${(await page.evaluate(focusNow)).element}`)
        })
      await look(`coming to ${selector}`)
    },
  }
}

/** Runs in the page. Visible is an outline, a shadow that the same element without the focus has not, or the marked row of a list that is typed at. */
function focusNow(): Focus {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return { element: 'body', visible: false }
  const name = active.getAttribute('aria-label') ?? active.textContent.trim().slice(0, 40)
  const data = [...active.attributes]
    .filter(({ name: one }) => one.startsWith('data-') && !one.startsWith('data-v-'))
    .map(({ name: one, value }) => `${one}=${value}`)
  const element = `${active.localName} "${name}" ${data.join(' ')}`
  const box = active.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return { element, visible: false }
  const outlined = (one: Element): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const editor = active.closest('.cm-editor')
  if (outlined(active) || (editor !== null && outlined(editor))) return { element, visible: true }
  const resting = active.cloneNode(false) as HTMLElement
  resting.style.position = 'absolute'
  active.after(resting)
  const visible = getComputedStyle(resting).boxShadow !== getComputedStyle(active).boxShadow
  resting.remove()
  return { element, visible }
}
