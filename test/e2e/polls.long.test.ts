import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { DeskConnection } from '../support/desk.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

const update = 'PUT /api/vote/embed/update'
/** Where nobody looks elsewhere a tally is read every ten seconds. */
const patience = { timeout: 40_000 }

async function openPolls(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Polls' }).first().click()
  await page.locator('[data-poll-list]').waitFor()
}

/** Opens a poll of the list by its question. */
async function openPoll(page: Page, question: string): Promise<void> {
  await page.locator('[data-poll-list]').getByText(question).click()
  await page.getByRole('heading', { level: 2, name: question }).waitFor()
}

/** One step as a person takes it: armed, then fired in another place. */
async function fire(page: Page, label: string): Promise<void> {
  const bar = page.locator('[data-step-bar]')
  await bar.getByRole('button', { name: `Arm: ${label}` }).click()
  await bar.getByRole('button', { name: label, exact: true }).click()
}

const outcome = (page: Page, state: string) => page.locator(`[data-step-outcome="${state}"]`)
const stepNow = (page: Page, step: string) => page.locator(`[data-step="${step}"][aria-current="step"]`)
const total = (page: Page) => page.locator('[data-total]')

async function vote(connection: DeskConnection, embedId: string, optionId: string, voterId: string): Promise<void> {
  const intent = await connection.call('ledger.submit', {
    operation: 'POST /api/vote/cast/create',
    body: { embedId, optionId, voterId },
  })
  expect(intent.state).toBe('confirmed')
}

async function updates(connection: DeskConnection) {
  return (await connection.call('ledger.list', { limit: 50 })).items.filter(({ operation }) => operation === update)
}

// Catches a break anywhere on the way of a poll: draft, ledger, steps, tally, file.
journey(
  'a person writes a poll, opens it, watches the votes, shows the winner, closes it and exports the votes',
  async () => {
    const { connection, page } = await openDesk()
    await openPolls(page)
    await page.locator('[data-new-poll]').first().click()
    await page.getByRole('textbox', { name: 'Question' }).fill('Which song closes the show?')
    await page.getByRole('textbox', { name: 'Option 1', exact: true }).fill('The slow one')
    await page.getByRole('textbox', { name: 'Option 2', exact: true }).fill('The fast one')
    await page.locator('[data-save="saved"]').waitFor()

    // What is being written survives a page that goes away.
    await page.reload()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Option 2', exact: true }).inputValue())
      .toBe('The fast one')

    await page.getByRole('button', { name: 'Create poll, hidden' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[data-arm]').click()
    await dialog.getByRole('button', { name: 'Create poll, hidden' }).click()
    await stepNow(page, 'hidden').waitFor()
    await page.getByText('No votes yet.').waitFor()
    const made = (await connection.call('ledger.list', { limit: 5 })).items[0]
    expect(made).toMatchObject({ state: 'confirmed' })
    const embedId = (made?.answer as { data: { id: string } }).data.id

    await fire(page, 'Go live')
    await outcome(page, 'confirmed').waitFor()
    await stepNow(page, 'live').waitFor()
    await vote(connection, embedId, 'a', 'viewer-1')
    await vote(connection, embedId, 'b', 'viewer-2')
    await vote(connection, embedId, 'b', 'viewer-3')
    await expect.poll(() => total(page).textContent(), patience).toBe('3')
    await page.getByText('Leading: The fast one, 2.').waitFor()

    await fire(page, 'Reveal results')
    await stepNow(page, 'reveal').waitFor()
    await page.getByText('Winner right now: The fast one').waitFor()
    await fire(page, 'Show winner')
    await stepNow(page, 'winner').waitFor()
    await page.getByText('Winner: The fast one, 2.').waitFor()
    await fire(page, 'Close poll')
    await stepNow(page, 'closed').waitFor()
    // A step may be read from the platform before its own answer has come.
    await expect
      .poll(async () => (await updates(connection)).map(({ state, attempts }) => [state, attempts]))
      .toEqual(Array.from({ length: 4 }, () => ['confirmed', 1]))

    await page.getByRole('button', { name: 'Export votes' }).click()
    await page.locator('[data-export="done"]').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('votes-Which-song-closes-the-show.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('voteId,castAt,optionId,option')
    expect(lines[1]).toMatch(/^vote_\d+,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,b,The fast one,/)
  },
)

// Catches a poll that is opened twice, or not at all, after its answer was lost.
journey('a lost answer at "live": it opens once and is confirmed by looking', async () => {
  const { connection, page } = await openDesk()
  await openPolls(page)
  await openPoll(page, 'One more round?')
  await stepNow(page, 'hidden').waitFor()
  await connection.call('rehearsal.setFault', { fault: { kind: 'drop_after_commit', operation: update, times: 1 } })
  await fire(page, 'Go live')
  await outcome(page, 'confirmed').waitFor(patience)
  await stepNow(page, 'live').waitFor()
  const sent = await updates(connection)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ state: 'confirmed', attempts: 1, request: { body: { status: 'open' } } })
  expect(sent[0]?.evidence.some(({ verdict }) => verdict === 'found')).toBe(true)
})

// Catches a tally that turns to 0, or a poll that is called stopped, while the platform asks the desk to wait.
journey('a 429 leaves the last tally with its age and says how long it waits', async () => {
  const { connection, page } = await openDesk()
  await openPolls(page)
  await openPoll(page, 'Who should come next?')
  await expect.poll(() => total(page).textContent()).toBe('200')
  await connection.call('rehearsal.setFault', {
    fault: { kind: 'rate_limit', operation: 'POST /api/vote/embed/get', times: 1, retryAfterSeconds: 60 },
  })
  await page.getByText(/^Embeds is rate limited for 0:\d\d/).waitFor(patience)
  expect(await total(page).textContent()).toBe('200')
  await stepNow(page, 'live').waitFor()
  await page.locator('[data-tally-age]', { hasText: 'ago' }).waitFor()
  // A live command would only meet the same gate.
  await page
    .locator('[data-step-bar]')
    .getByText(/Embeds waits 0:\d\d/)
    .waitFor()
})

// Catches a double click that casts two votes, and a test vote that is not told apart.
journey('a test vote counts once and carries its mark', async () => {
  const { connection, page } = await openDesk()
  await openPolls(page)
  await openPoll(page, 'Who should come next?')
  await expect.poll(() => total(page).textContent()).toBe('200')
  await page.getByRole('button', { name: 'Test vote' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It counts like any other vote').waitFor()
  await dialog.locator('[data-arm]').click()
  await dialog.getByRole('button', { name: 'Cast test vote' }).dblclick()
  await dialog.getByText('Confirmed', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => total(page).textContent(), patience).toBe('201')
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items).toHaveLength(1)
  expect(items[0]?.request.body).toMatchObject({ embedId: 'emb_2', test: true })
})

// Catches a next round that starts with the votes of the last one.
journey("the next round keeps the options and not the tally, and the poll can be the broadcast's", async () => {
  const { connection, page } = await openDesk()
  // A fresh rehearsal has this poll chosen.
  await connection.call('broadcast.choose', { environment: 'rehearsal', poll: null })
  await openPolls(page)
  await openPoll(page, 'Who should come next?')
  await page.getByRole('button', { name: 'Use in the broadcast' }).click()
  await page.getByRole('button', { name: 'Poll of the broadcast' }).waitFor()
  expect((await connection.call('broadcast.get', { environment: 'rehearsal' })).poll).toEqual({
    id: 'emb_2',
    name: 'Who should come next?',
  })
  await page.getByRole('button', { name: 'Next round' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Option 3', exact: true }).inputValue())
    .toBe('A clockmaker')
  const draft = (await connection.call('drafts.list', { limit: 1 })).items[0]
  const { body } = await connection.call('drafts.get', { id: draft?.id ?? '' })
  expect(body).toMatchObject({ question: 'Who should come next?', status: 'hidden' })
  expect(body).not.toHaveProperty('tally')
  expect(body).not.toHaveProperty('totalVotes')
})
