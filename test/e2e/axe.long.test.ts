import { afterAll, expect, test } from 'vitest'
import { galleryViews } from '../gallery/views.ts'
import { callAsPage } from '../support/grants.ts'
import { axeFindings } from './support/axe.ts'
import { openOperation, readAnswer, send } from './support/operation-page.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'
import { lastingFaults } from './support/layout-cases.ts'
import { productPlaces } from './support/product-places.ts'
import { showRundown } from './support/rundowns.ts'
import { studioRecords } from './support/studio-places.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

// Catches a table, bar or form that a part of the crew can't read or reach, in a view that was added yesterday too.
journey.each(['dark', 'light'] as const)(
  'axe finds nothing in any view, section or open record (%s)',
  { timeout: 400_000 },
  async (colorScheme) => {
    const { connection, page } = await openDesk([], { colorScheme })
    // The header says then whether it is on air.
    const environment = 'rehearsal'
    await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })
    await page.locator('header [data-air]').waitFor()
    const rundown = await showRundown(connection)
    const settled = () =>
      page.locator('#view [aria-busy="true"], #view [data-skeleton]').first().waitFor({ state: 'detached' })
    const findings: string[] = []
    const clean = async (what: string) =>
      void findings.push(...(await axeFindings(page)).map((finding) => `${what}: ${finding}`))
    const open = async (title: string, at: string) => {
      await page.evaluate((hash) => (location.hash = hash), `#/${at}`)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    }
    for (const { id, title } of galleryViews) {
      await open(title, id)
      await settled()
      await clean(id)
      const sections = await page
        .locator('#view [data-sections] [role="tab"][aria-selected="false"]')
        .evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-section')))
      for (const section of sections) {
        await open(title, `${id}?section=${section}`)
        await page.locator(`[data-section="${section}"][aria-selected="true"]`).waitFor()
        await settled()
        await clean(`${id}, ${section}`)
      }
    }
    await open('Rundowns', rundown)
    await page.locator('#view [data-cue]').first().waitFor()
    await clean(rundown)
    await page.locator('#view [data-cue]').first().click()
    await clean(`${rundown}, a cue`)
    for (const [title, at] of studioRecords) {
      await open(title, at)
      const id = /[?&]id=(\w+)/.exec(at)?.[1]
      if (id !== undefined) await page.locator(`#view [data-record="${id}"]`).waitFor()
      if (at.includes('poll=')) await page.locator('#view [data-tally]').waitFor()
      await settled()
      await clean(at)
      const values = page.locator('#view [data-tally] dl')
      if ((await values.count()) === 0) continue
      // As values look once they are out of date.
      await values.evaluate((list) => list.classList.add('stale'))
      await clean(`${at}, out of date`)
    }
    expect(findings).toEqual([])
  },
)

// Catches the same in the screens that the catalog draws: every resource, the home, the request editor, and addresses that lead nowhere.
journey.each(['dark', 'light'] as const)(
  'axe finds nothing in any page of a product (%s)',
  { timeout: 600_000 },
  async (colorScheme) => {
    const { page } = await openDesk([], { colorScheme })
    for (const [ready, at] of productPlaces) {
      await page.evaluate((hash) => (location.hash = hash), `#/${at}`)
      await page.locator(ready).first().waitFor()
      await page.locator('#view [aria-busy="true"], #view [data-skeleton]').first().waitFor({ state: 'detached' })
      expect(await axeFindings(page), at).toEqual([])
    }
  },
)

// Catches the same where something stands that an address alone does not bring: an answer in each of its views, a refusal, a look before a
// deletion, an entry of the history, every section of the account, and a product that waits.
journey.each(['dark', 'light'] as const)(
  'axe finds nothing in answers, history, account and limits (%s)',
  { timeout: 300_000 },
  async (colorScheme) => {
    const { connection, page } = await openDesk([], { colorScheme })
    const findings: string[] = []
    const clean = async (what: string) =>
      void findings.push(...(await axeFindings(page)).map((finding) => `${what}: ${finding}`))
    const list = await openOperation(page, 'GET /api/team/general/all')
    await send(list)
    await readAnswer(list)
    for (const view of ['table', 'tree', 'raw']) {
      await list.locator(`[data-view="${view}"]`).click()
      await list.locator(`[data-view="${view}"][aria-pressed="true"]`).waitFor()
      await clean(`an answer: ${view}`)
    }
    await send(await openOperation(page, 'GET /api/team/general/get'))
    await page.locator('[data-error-code]').waitFor()
    await clean('a refusal')
    const deletion = await openOperation(page, 'POST /api/team/general/delete')
    await deletion.locator('[data-send]').click()
    await deletion.locator('[data-confirmation]').waitFor()
    await clean('a look before it goes')

    await page.evaluate(() => (location.hash = '/activity?pane=history'))
    await page.locator('[data-history] [data-entry]').getByText('team/general/get').first().click()
    await page.locator('[data-history-record]').waitFor()
    await clean('the history')

    for (const section of ['signIn', 'signUp', 'session', 'devices', 'password']) {
      await page.evaluate((id) => (location.hash = `/account?section=${id}`), section)
      await page.locator(`[data-section="${section}"][aria-selected="true"]`).waitFor()
      await page.locator('#view [aria-busy="true"], #view [data-skeleton]').first().waitFor({ state: 'detached' })
      await clean(`account: ${section}`)
    }

    await connection.call('rehearsal.setFault', {
      fault: { kind: 'rate_limit', operation: 'POST /api/payment/charge/all', retryAfterSeconds: 90 },
    })
    await connection.call('requests.read', { operation: 'POST /api/payment/charge/all' })
    await page.evaluate(() => (location.hash = '/limits'))
    await page.locator('[data-product="Payments"] [data-gate]').getByText('Waits').waitFor()
    await clean('limits')

    await page.evaluate(() => (location.hash = '/meet'))
    await page.locator('[data-start]').click()
    await page.locator('[data-phase="gate"]').waitFor()
    await clean('meet')
    expect(findings).toEqual([])
  },
)

// Catches the same in what is opened for the rundown and the streaming software: lists without a button, fields that are locked, and
// a title that runs below the button of its dialog.
journey.each(['dark', 'light'] as const)(
  'axe finds nothing in the panels and dialogs of a show (%s)',
  { timeout: 300_000 },
  async (colorScheme) => {
    const { connection, desk, page } = await openDesk([], { colorScheme })
    const environment = 'rehearsal'
    await connection.call('broadcast.choose', { environment, stream: { id: 'str_1', name: 'Night show main' } })
    const rundown = await showRundown(connection)
    const findings: string[] = []
    const clean = async (what: string) =>
      void findings.push(
        ...[...(await axeFindings(page)), ...(await lastingFaults(page))].map((finding) => `${what}: ${finding}`),
      )
    const dialog = page.getByRole('dialog')
    const closed = async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.evaluate((hash) => (location.hash = hash), `#/${rundown}`)
    for (const [tab, ready] of [
      ['dry', '[data-dry-run]'],
      ['history', '[data-revision]'],
      ['cue', '[data-cue-panel]'],
    ] as const) {
      await page.locator(`[data-tab="${tab}"]`).click()
      await page.locator(ready).first().waitFor()
      await clean(`rundown: ${tab}`)
    }
    const id = rundown.slice('rundown?id='.length)
    const { revision, title, template, cues } = await connection.call('rundown.get', { id })
    await page.locator('[data-cue="cue_1"]').click()
    await page.locator('[data-cue-field="title"]').fill('Opening here')
    const elsewhere = cues.map((cue) => (cue.id === 'cue_1' ? { ...cue, title: 'Opening elsewhere' } : cue))
    await connection.call('rundown.save', { id, baseRevision: revision, title, environment, template, cues: elsewhere })
    await page.locator('[data-conflict]').waitFor()
    await clean('edited elsewhere')
    await closed()
    await page.locator('[data-changed-elsewhere] button:focus').waitFor()
    await clean('locked until it is decided')
    await page.locator('[data-changed-elsewhere] button:focus').press('Enter')
    await page.locator('[data-take-theirs]').click()
    await page.locator('[data-save="saved"]').waitFor()

    const chooser = page.waitForEvent('filechooser')
    await page.locator('[data-import]').click()
    const buffer = Buffer.from('id,What,Begins\na,Opening,20:15\n')
    await (await chooser).setFiles({ name: 'show.csv', mimeType: 'text/csv', buffer })
    await page.locator('[data-import-row]').first().waitFor()
    await clean('import')
    await closed()

    await page.locator('body').press('?')
    await dialog.waitFor()
    await clean('the map of keys')
    await closed()

    const software = { name: 'Studio computer', address: 'ws://127.0.0.1:9' }
    const [encoder] = (await callAsPage(desk, 'encoder.save', software)).encoders
    await callAsPage(desk, 'encoder.use', { id: encoder?.id ?? '' })
    await page.evaluate(() => (location.hash = '#/live'))
    for (const [button, what] of [
      ['[data-choose-rundown]', 'the rundowns to choose from'],
      ['[data-firing-choices]', 'how a start and an end go'],
    ] as const) {
      await page.locator(button).first().click()
      await dialog.waitFor()
      await clean(what)
      await closed()
    }
    expect(findings).toEqual([])
  },
)
