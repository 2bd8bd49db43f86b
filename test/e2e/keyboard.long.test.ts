// The desk by its keys alone: no pointer anywhere, and at each step a person sees where they are.
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { Exchange } from '#contract/requests.ts'
import type { DeskConnection } from '../support/desk.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'
import { handsOn, type Hands } from './support/hands.ts'

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
  await byPalette(page, hands, `>${key}`, key)
  await page.locator(`[data-operation-editor="${key}"]`).waitFor()
}

/** The heading of the column in which the active cell of a table stands. */
const column = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const cell = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
    const heads = document.activeElement?.querySelectorAll('[role="columnheader"]')
    return heads?.[Number(cell?.dataset['column'] ?? -1)]?.textContent.trim() ?? ''
  })

/** Goes through an open dialog as its risk asks, until the platform has confirmed. */
async function confirm(page: Page, hands: Hands): Promise<void> {
  const dialog = page.getByRole('dialog')
  await hands.tabTo('[role="dialog"] :is([data-continue], [data-confirm])')
  const reviewed = (await dialog.locator('[data-action-dialog]').getAttribute('data-step')) === 'confirm'
  if (!reviewed && (await page.evaluate(() => document.activeElement?.matches('[data-confirm]')))) {
    await hands.press('Enter')
    await dialog.locator('[data-outcome="confirmed"]').waitFor()
    return
  }
  // What has nothing to fill in begins with its review.
  if (!reviewed) {
    await hands.press('Enter')
    await hands.tabTo('[role="dialog"] button[data-confirm]')
  }
  await hands.hold('Enter', () => dialog.locator('[data-outcome="confirmed"]').waitFor())
}

async function textOf(connection: DeskConnection, { body }: Exchange): Promise<string> {
  return (await connection.call('answers.part', { id: body?.id ?? '', from: 0, length: 1_048_576 })).text
}

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
  await page.locator('[data-search] [role="status"]', { hasText: /^1 of \d/ }).waitFor()
  await hands.press('Escape')
  await hands.on('[data-answer-viewer] [role="grid"]')
  for (let before = await column(page); before !== 'chargeId'; before = await column(page)) {
    await hands.press('ArrowRight')
    await expect.poll(() => column(page)).not.toBe(before)
  }
  await hands.press('Enter')
  await hands.on('[data-follow-menu] button')
  await hands.press('ArrowDown')
  await hands.press('ArrowUp')
  await hands.press('Enter')
  await page.locator('[data-operation-editor="POST /api/payment/charge/get"]').waitFor()
  await hands.press('Control+Enter')
  await answered(page).waitFor()
  await page.locator('[data-answer-viewer] [data-id]').getByText('chg_').first().waitFor()
})

// Catches a body that is sent as it stands although it is no JSON, a mistake that is marked for the eye alone, and an editor that keeps Tab for itself.
journey('a write by JSON is marked while it is wrong, and sent once it is right', async () => {
  const { page, connection } = await openDesk()
  const hands = handsOn(page)
  const operation = 'POST /api/incentive/reward/create'
  await toOperation(page, hands, operation)
  await hands.press('Control+j')
  await hands.on('.cm-content')
  await hands.press('Control+a')
  await hands.type('{"name": "Keyboard badge", "cost": 01}')
  await page.locator('[data-json-problem]').first().waitFor()
  await hands.press('Control+Enter')
  await page.locator('[data-problems]').waitFor()
  expect((await connection.call('ledger.list', { limit: 10 })).items).toEqual([])
  await hands.press('Control+a')
  await hands.type('{"name": "Keyboard badge", "cost": 1}')
  await page.locator('[data-json-problem]').waitFor({ state: 'detached' })
  await hands.press('Control+j')
  await hands.on('[data-body-form] input')
  await expect.poll(() => page.locator('[data-body-field="name"] input').inputValue()).toBe('Keyboard badge')
  await hands.press('Control+j')
  await hands.on('.cm-content')
  await hands.tabTo('[data-send="write"]')
  await hands.press('Enter')
  await page.locator('[data-outcome="confirmed"]').waitFor()
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items).toMatchObject([
    { operation, state: 'confirmed', request: { body: { name: 'Keyboard badge', cost: 1 } } },
  ])
})

// Catches a record that can't be deleted without a pointer: rows that arrows do not reach, a dialog that takes no focus, a hold that a key can't hold.
journey('a record is found in its list and deleted by holding a key', async () => {
  const { page, connection } = await openDesk()
  const hands = handsOn(page)
  const list = async (): Promise<string> =>
    textOf(connection, await connection.call('requests.read', { operation: 'GET /api/incentive/reward/all' }))
  await byPalette(page, hands, 'Products')
  await hands.tabTo('[data-product-row]')
  await hands.stepTo('[data-product-row="Loyalty"]', 'ArrowDown')
  await hands.press('Enter')
  await hands.tabTo('[data-section]')
  await hands.stepTo('[data-section="incentive/reward"]', 'ArrowDown')
  await hands.press('Enter')
  await page.locator('[data-resource="incentive/reward"] [role="grid"]').waitFor()
  await hands.tabTo('[data-resource="incentive/reward"] [role="grid"]')
  await hands.press('ArrowDown', 'ArrowDown', 'Enter')
  await hands.tabTo('[data-record] [data-more]')
  await hands.press('Enter')
  await hands.tabTo('[data-action="POST /api/incentive/reward/delete"]')
  await hands.press('Enter')
  const before = await list()
  await confirm(page, hands)
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items).toMatchObject([
    {
      operation: 'POST /api/incentive/reward/delete',
      state: 'confirmed',
      request: { body: { id: expect.stringMatching(/^rwd_\d$/) as string } },
    },
  ])
  const { id } = items[0]?.request.body as { id: string }
  expect(before).toContain(`"${id}"`)
  expect(await list()).not.toContain(`"${id}"`)
  await hands.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

// Catches a session that only a pointer can begin or end, and an outcome that goes with the session that it ended.
journey('signing in, mapping what was found, a device and the session logged out', async () => {
  const { page, connection } = await openDesk()
  const hands = handsOn(page)
  await byPalette(page, hands, 'Account')
  await hands.tabTo('[data-signing="signIn"] [data-field="email"]')
  await hands.type('keys@example.org')
  await hands.tabTo('[data-signing="signIn"] [data-field="password"]')
  await hands.type('anything but a mouse')
  await hands.press('Enter')
  await hands.on('[data-part="token"]')
  await hands.tabTo('[data-map]')
  await hands.press('Enter')
  await page.locator('[data-session-head][data-session="found"]').waitFor()
  await hands.tabTo('[data-sections] [role="tab"]')
  await hands.stepTo('[role="tab"][data-section="devices"]', 'ArrowRight')
  await page.locator('[data-device]').first().waitFor()
  await page.locator('[data-device] [data-this]').waitFor()
  const others = page.locator('[data-device]:not(:has([data-this]))')
  const id = (await others.first().getAttribute('data-device')) ?? ''
  await hands.tabTo(`[data-device="${id}"] [data-logout]`)
  await hands.press('Enter')
  await hands.on('[role="dialog"], [role="dialog"] *')
  await confirm(page, hands)
  await hands.press('Escape')
  await page.locator(`[data-device="${id}"]`).waitFor({ state: 'detached' })
  await hands.tabTo('[role="tab"][data-section="devices"]', 'Shift+Tab')
  await hands.press('ArrowLeft')
  await hands.tabTo('[data-action="POST /api/account/general/logout"]')
  await hands.press('Enter')
  await hands.on('[role="dialog"], [role="dialog"] *')
  await confirm(page, hands)
  await page.locator('[data-forgotten]').waitFor()
  await page.locator('[data-session-head][data-session="practice"]').waitFor()
  await page.getByRole('dialog').locator('[data-outcome="confirmed"]').waitFor()
  await hands.press('Escape')
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items.map(({ operation, state }) => `${operation} ${state}`)).toEqual([
    'POST /api/account/general/logout confirmed',
    'POST /api/account/general/logout-device confirmed',
    'POST /api/account/general/login confirmed',
  ])
  expect(JSON.stringify(items)).not.toContain('anything but')
})

// Catches an earlier request that can't be found, kept or asked again without a pointer, and two answers that can't be laid beside each other.
journey('an earlier request is found, pinned, asked again and compared', async () => {
  const { page, connection } = await openDesk()
  const hands = handsOn(page)
  const operation = 'GET /api/vendor/general/all'
  await connection.call('history.configure', { reads: 'answers' })
  await connection.call('requests.read', { operation })
  await connection.call('ledger.submit', {
    operation: 'POST /api/vendor/general/create',
    body: { name: 'Made in between' },
  })
  await connection.next('ledger.changed', ({ intent }) => intent.state === 'confirmed')
  await connection.call('requests.read', { operation: 'GET /api/spaces/general/all' })

  await byPalette(page, hands, 'Activity')
  await hands.tabTo('[data-mode="history"]')
  await hands.press('Enter')
  await hands.tabTo('[data-history] input[type="search"]')
  const entries = page.locator('[data-history] [data-entry]')
  await expect.poll(() => entries.count()).toBe(3)
  await hands.type('vendor all')
  await expect.poll(() => entries.count()).toBe(1)
  await hands.tabTo('[data-history] [role="listbox"]')
  await hands.press('ArrowDown', 'Enter')
  await hands.tabTo('[data-history-record] [data-pin]')
  await hands.press('Enter')
  await hands.tabTo('[data-history-record] [data-hold]')
  await hands.press('Enter')
  await hands.tabTo('[data-history-record] [data-again]', 'Shift+Tab')
  await hands.press('Enter')
  await page.locator(`[data-operation-editor="${operation}"]`).waitFor()
  await hands.press('Control+Enter')
  await answered(page).waitFor()
  await hands.tabTo('[data-compare-with]')
  await hands.press('Enter')
  await hands.on('[data-close-compare]')
  await page.locator('[data-compare]', { hasText: 'Made in between' }).waitFor()
  await hands.tabTo('[data-compare] [role="grid"]')
  await hands.press('ArrowDown')
  await hands.tabTo('[data-close-compare]', 'Shift+Tab')
  await hands.press('Enter')
  await hands.on('[data-compare-with]')
  const kept = async () => (await connection.call('history.list', { operation, limit: 10 })).items
  await expect.poll(kept).toMatchObject([{ pinned: false }, { pinned: true }])
})
