import { afterAll, expect, test } from 'vitest'
import { closeBrowser, noBrowser, openDesk, openView } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

// Catches a press that scrolls out of sight under a long request: who has armed would have to look for what fires.
journey('the press of a confirmation stays in sight, however small the window and long the request', async () => {
  const { page } = await openDesk()
  await openView(page, 'Streams')
  await page.locator('[data-create]').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Winter special '.repeat(120))
  await dialog.getByRole('textbox', { name: /^Channel/ }).fill('chn_1')
  await dialog.locator('[data-continue]').click()
  await dialog.locator('[data-going] pre').waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [400, 800],
      [360, 640],
      [900, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await dialog.locator('[data-arm]').click()
      for (const part of ['[data-arm]', '[data-fire]', '[data-edit]']) {
        const box = await dialog.locator(part).boundingBox()
        expect.soft(box, `${part} at ${width}x${height}`).not.toBeNull()
        expect
          .soft(
            (box?.y ?? -1) >= 0 &&
              (box?.y ?? height) + (box?.height ?? 1) <= height &&
              (box?.x ?? -1) >= 0 &&
              (box?.x ?? width) + (box?.width ?? 1) <= width,
            `${part} in sight at ${width}x${height}`,
          )
          .toBe(true)
      }
      // It can be read to its end all the same.
      await dialog.locator('[data-going] pre').evaluate((text) => text.scrollIntoView({ block: 'end' }))
      expect.soft(await dialog.locator('[data-fire]').isVisible()).toBe(true)
      await dialog.locator('[data-arm]').click({ delay: 500 })
      await dialog.locator('[data-fire]').waitFor({ state: 'hidden' })
    }
  }
})
