import type { Locator, Page } from 'playwright-core'
import { holdDown } from './operation-page.ts'

/** Does what a person does, and remembers each press: a click, a key combination, a hold, or typing in a field. */
export function countPresses(page: Page) {
  const pressed: string[] = []
  return {
    pressed,
    click: async (place: Locator, what: string): Promise<void> => {
      await place.click()
      pressed.push(what)
    },
    key: async (combination: string, what: string): Promise<void> => {
      await page.keyboard.press(combination)
      pressed.push(what)
    },
    type: async (field: Locator, text: string, what: string): Promise<void> => {
      await field.fill(text)
      pressed.push(what)
    },
    hold: async (button: Locator, what: string): Promise<void> => {
      await holdDown(button, () => button.waitFor({ state: 'hidden' }))
      pressed.push(what)
    },
  }
}
