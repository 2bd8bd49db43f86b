// The viewer of answers, used as a person uses it.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export interface Shown {
  page: Page
  viewer: Locator
}

const content = ({ viewer }: Shown): Locator => viewer.locator('[data-content]')

/** Chooses a view, where there is more than one. */
export async function look(shown: Shown, view: 'table' | 'tree' | 'raw'): Promise<void> {
  const way = content(shown).locator(`[data-view="${view}"]`)
  await content(shown).locator('.scroller').first().waitFor()
  if ((await way.count()) > 0) await way.click()
  await content(shown).locator({ table: '[role="grid"]', tree: '[role="tree"]', raw: '.raw' }[view]).waitFor()
}

/** The raw text contains these. */
export async function raw(shown: Shown, ...texts: string[]): Promise<void> {
  await look(shown, 'raw')
  const spread = content(shown).locator('[data-spread][aria-pressed="true"]')
  if ((await spread.count()) > 0) await spread.click()
  // A long line is laid out as several.
  for (const text of texts)
    await expect
      .poll(async () => (await content(shown).locator('.raw .text').allTextContents()).join(''), { timeout: 10_000 })
      .toContain(text)
}

/** Opens every node of the tree. */
export async function openTree(shown: Shown): Promise<void> {
  await look(shown, 'tree')
  await content(shown).locator('[data-open-all]').click()
}

/** Waits until the text is visible in the body. */
export async function inside(shown: Shown, text: string): Promise<void> {
  await expect.poll(() => content(shown).innerText(), { timeout: 10_000 }).toContain(text)
}

/** Scrolls to the end until the text is there: nodes may open after the first scroll. */
export async function atEnd(shown: Shown, text: string): Promise<void> {
  const reached = async (): Promise<string> => {
    await toEnd(shown)
    return content(shown).innerText()
  }
  await expect.poll(reached, { timeout: 10_000 }).toContain(text)
}

/** Clicks on a value and waits until it is chosen. */
export async function choose(shown: Shown, text: string): Promise<void> {
  await content(shown).locator('.line').getByText(text).first().click()
  await expect.poll(() => content(shown).locator('[data-chosen]').innerText()).toContain(text)
}

export async function toEnd(shown: Shown): Promise<void> {
  await content(shown).locator('.scroller').press('End')
}

/** Searches, and waits for hits. */
export async function searchFor(shown: Shown, text: string): Promise<void> {
  const field = content(shown).getByRole('searchbox', { name: 'Search the answer' })
  await field.fill(text)
  await content(shown).locator('[data-list-hits]').waitFor()
  await field.fill('')
}

/** Answers the content of the saved file. */
export async function download({ page, viewer }: Shown): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), viewer.locator('[data-save]').click()])
  return readFile(await file.path())
}
