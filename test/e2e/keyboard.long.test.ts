// The desk by its keys alone: no pointer anywhere, and at each step a person sees where they are.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { closeBrowser, noBrowser, openDesk } from './page.ts'
import { handsOn } from './hands.ts'
import type { Hands } from './hands.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

/** What the palette finds for these words. */
async function byPalette(page: Page, hands: Hands, words: string, row = words): Promise<void> {
  await hands.press('Control+k')
  await hands.on('[role="dialog"] [role="combobox"]')
  await hands.type(words)
  await page.locator('[role="dialog"] [role="option"][aria-selected="true"]', { hasText: row }).waitFor()
  await hands.press('Enter')
}

async function toOperation(page: Page, hands: Hands, key: string): Promise<void> {
  await byPalette(page, hands, key)
  await page.locator(`[data-operation-editor="${key}"]`).waitFor()
}

/** The heading of the column in which the active cell of a table stands. */
const column = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const cell = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
    const heads = document.activeElement?.querySelectorAll('[role="columnheader"]')
    return heads?.[Number(cell?.dataset['column'] ?? -1)]?.textContent.trim() ?? ''
  })

const answered = (page: Page) => page.locator('[data-answer-viewer][data-phase="ready"]')

// Catches an answer that only a pointer can enter: rows without arrows, a search that keeps the focus, an identifier that only a click follows.
journey('from the palette to an operation, into its answer, and on along an identifier', async () => {
  const { page } = await openDesk()
  const hands = handsOn(page)
  await toOperation(page, hands, 'POST /api/payment/refund/searchbycustomer')
  await hands.tabTo('[data-body-field="customerId"] input')
  await hands.type('cus_2')
  await hands.press('Alt+ArrowDown')
  await hands.type('10')
  await hands.press('Alt+ArrowDown')
  await hands.type('0')
  await hands.press('Control+Enter')
  await answered(page).waitFor()
  await hands.tabTo('[data-answer-viewer] [role="grid"]')
  await hands.press('Control+f')
  await hands.on('[data-search] input')
  await hands.type('chg_')
  await hands.press('Enter')
  await page.locator('[data-search]', { hasText: '1' }).waitFor()
  await hands.press('Escape')
  await hands.on('[data-answer-viewer] [role="grid"]')
  while ((await column(page)) !== 'chargeId') await hands.press('ArrowRight')
  await hands.press('Enter')
  await hands.on('[data-follow-menu] button')
  await hands.press('ArrowDown')
  await hands.press('ArrowUp')
  await hands.press('Enter')
  await page.locator('[data-operation-editor="GET /api/payment/charge/get"]').waitFor()
  await hands.press('Control+Enter')
  await answered(page).waitFor()
  expect(await page.locator('[data-answer-viewer] [data-id]').textContent()).toContain('chg_')
})

// Catches a body that is sent as it stands although it is no JSON, a mark that only colour or a pointer shows, and an editor that keeps Tab for itself.
journey('a write by JSON is marked while it is wrong, and sent once it is right', async () => {
  const { page, connection } = await openDesk()
  const hands = handsOn(page)
  const operation = 'POST /api/incentive/reward/create'
  await toOperation(page, hands, operation)
  await hands.press('Control+j')
  await hands.on('.cm-content')
  await hands.press('Control+a')
  await hands.type('{"name": "Keyboard badge", "cost": 01}')
  await page.locator('[data-json-problem]').waitFor()
  await hands.press('Control+Enter')
  await page.locator('[data-problems]').waitFor()
  expect((await connection.call('ledger.list', { limit: 10 })).items).toEqual([])
  await hands.press('Control+a')
  await hands.type('{"name": "Keyboard badge", "cost": 1}')
  await page.locator('[data-json-problem]').waitFor({ state: 'detached' })
  await hands.press('Control+j')
  await hands.tabTo('[data-body-field="name"] input')
  await hands.press('Control+Enter')
  await page.locator('[data-outcome="confirmed"]').waitFor()
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items).toMatchObject([{ operation, state: 'confirmed', request: { body: { name: 'Keyboard badge', cost: 1 } } }])
})

// Catches a record that can't be deleted without a pointer: rows that arrows do not reach, a dialog that takes no focus, a hold that a key can't hold.
journey('a record is found in its list and deleted by holding a key', async () => {
  const { page, connection } = await openDesk()
  const hands = handsOn(page)
  await byPalette(page, hands, 'Products')
  await hands.tabTo('[data-product-row]')
  while (!(await page.evaluate(() => document.activeElement?.matches('[data-product-row="Loyalty"]')))) await hands.press('ArrowDown')
  await hands.press('Enter')
  await hands.tabTo('[data-section]')
  while (!(await page.evaluate(() => document.activeElement?.matches('[data-section="incentive/reward"]')))) await hands.press('ArrowDown')
  await hands.press('Enter')
  await page.locator('[data-resource="incentive/reward"] [role="row"]').nth(1).waitFor()
  await hands.tabTo('[data-resource="incentive/reward"] [role="grid"]')
  await hands.press('ArrowDown', 'ArrowDown', 'Enter')
  await hands.tabTo('[data-action="POST /api/incentive/reward/delete"]')
  await hands.press('Enter')
  await hands.tabTo('[role="dialog"] [data-continue]')
  await hands.press('Enter')
  await hands.tabTo('[role="dialog"] button[data-confirm]')
  const before = await connection.call('requests.read', { operation: 'GET /api/incentive/reward/all' })
  await hands.hold('Enter', () => page.locator('[role="dialog"] [data-outcome="confirmed"]').waitFor())
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items).toMatchObject([{ operation: 'POST /api/incentive/reward/delete', state: 'confirmed' }])
  const after = await connection.call('requests.read', { operation: 'GET /api/incentive/reward/all' })
  expect([before.status, after.status]).toEqual([200, 200])
})
