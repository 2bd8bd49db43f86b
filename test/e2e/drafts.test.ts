import { createHash } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright-core'
import { endDesk, host, startDesk, temporaryProfile } from '../support/desk.ts'
import { platformProcess } from '../support/platform-process.ts'
import { startStub, reply } from '../support/stub-platform.ts'
import { emailHtml } from '../renderer/templates/email-html.ts'
import { closeBrowser, noBrowser, openDesk, openPage } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)
const onLoopback = host === 'loopback' ? journey : () => undefined

const patience = { timeout: 15_000 }
const create = 'POST /api/marketing/template/create'
const update = 'POST /api/marketing/template/update'

async function editor(page: Page) {
  // A template without code opens with its blocks.
  const tab = page.getByRole('tab', { name: 'HTML' })
  await tab.waitFor()
  await tab.click()
  const content = page.locator('.cm-content').first()
  await content.waitFor()
  return content
}
/** Waits until the desk says that everything on screen is kept. */
const saved = (page: Page) => page.locator('[data-save="saved"]').first().waitFor()
const go = (page: Page, address: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, address)

/** Sends what is open; answers the hash that the dialog named. */
async function send(page: Page): Promise<string> {
  await page.locator('[data-send]').click()
  const dialog = page.getByRole('dialog')
  const hash = (await dialog.locator('[data-confirm-hash]').textContent()) ?? ''
  await dialog.locator('[data-confirm]').click()
  await dialog.waitFor({ state: 'hidden' })
  return hash.replace('#', '')
}

// Catches work that was called saved and is gone after a crash, and a sending that is lost or doubled when the network comes back.
journey(
  'a template is written with the network gone, survives kill -9, and arrives once when the platform is back',
  async () => {
    const platform = await platformProcess()
    onTestFinished(() => platform.kill())
    const profile = temporaryProfile()
    const args = ['--environment', 'development', '--base-url', platform.baseUrl]
    const first = await startDesk({ profile, args })
    onTestFinished(() => endDesk(first))
    await (
      await first.connect()
    ).call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'rehearsal-key' })
    const page = await openPage(first)
    await go(page, '#/templates')
    await page.locator('[data-create]').first().click()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Tonight at {{startTime}}')
    await (await editor(page)).click()
    await page.keyboard.type('<p>Hello {{firstName}}, see you tonight.</p>')
    await saved(page)
    await page.waitForURL(/draft=/)
    const draft = /draft=([\w-]+)/.exec(page.url())?.[1] ?? ''
    await page.goto('about:blank')
    await first.kill()

    const second = await startDesk({ profile, args })
    onTestFinished(() => endDesk(second))
    const connection = await second.connect()
    await connection.call('credentials.save', {
      environment: 'development',
      credential: 'apiKey',
      value: 'rehearsal-key',
    })
    const again = await openPage(second)
    await go(again, `#/templates?draft=${draft}`)
    await (await editor(again)).getByText('see you tonight').waitFor()
    await expect
      .poll(() => again.getByRole('textbox', { name: 'Subject' }).inputValue())
      .toBe('Tonight at {{startTime}}')
    await again
      .getByText(/platform is reachable again/)
      .first()
      .waitFor()
    await send(again)
    await again.locator('[data-sent="queued"]').waitFor()

    await platform.start()
    await again.locator('[data-sent="confirmed"]').waitFor({ timeout: 90_000 })
    const { data } = await connection.call('platform.read', { operation: 'POST /api/marketing/template/all', body: {} })
    expect(JSON.stringify(data).match(/Tonight at \{\{startTime\}\}/g)).toHaveLength(1)
    await again.getByText(/saved on the platform as/).waitFor()
    await again.getByRole('button', { name: 'Update on the platform' }).waitFor()
  },
)

// Catches a preview of other bytes than those that leave, and a hash that is only decoration.
journey('the hash at the preview and at Send is that of the bytes that arrive', async () => {
  const stub = await startStub(({ url }, response) =>
    reply(response, 200, { data: url.endsWith('/all') ? [] : { id: 'tpl_9', status: 'created' }, requestId: 'req_9' }),
  )
  onTestFinished(() => stub.close())
  const { connection, page } = await openDesk(['--environment', 'development', '--base-url', stub.baseUrl])
  await connection.call('credentials.save', {
    environment: 'development',
    credential: 'apiKey',
    value: 'key-for-the-hash',
  })
  const draft = await connection.call('drafts.save', {
    operation: create,
    title: 'Letter',
    body: {
      name: 'Letter',
      subject: 'Für {{firstName}}',
      htmlContent: '<p>Grüße, {{ firstName }}</p>',
      textContent: 'Grüße',
      variables: [{ name: 'firstName', type: 'text', defaultValue: 'dich' }],
    },
  })
  await go(page, `#/templates?draft=${draft.id}`)
  await page.frameLocator('iframe[data-front="true"]').getByText('Grüße, dich').waitFor()
  // The button names it once it is that of what is on screen.
  const hash = await page.locator('[data-send] [data-hash]').getAttribute('data-hash')
  await page.locator('footer [data-hash]', { hasText: `#${hash}` }).waitFor()
  expect(await send(page)).toBe(hash)
  await page.locator('[data-sent="confirmed"]').waitFor()
  const sent = stub.seen.find(({ url }) => url === '/api/marketing/template/create')
  expect(
    createHash('sha256')
      .update(sent?.body ?? '')
      .digest('hex')
      .slice(0, 8),
  ).toBe(hash)
})

// Catches an update that overwrites what somebody else changed on the platform meanwhile.
journey('a template that was changed on the platform is not overwritten before the person has decided', async () => {
  const { connection, page } = await openDesk()
  await go(page, '#/templates')
  await page.locator('[data-platform] summary').click()
  await page.locator('[data-record="tpl_1"]').click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Mine: {{showTitle}}')
  await saved(page)
  const theirs = await connection.call('ledger.submit', {
    operation: update,
    body: { id: 'tpl_1', subject: 'Theirs: {{showTitle}}', category: 'theirs' },
  })
  expect(theirs.state).toBe('confirmed')
  await send(page)
  await page.locator('[data-platform-conflict]').waitFor()
  const before = await connection.call('platform.read', {
    operation: 'POST /api/marketing/template/get',
    body: { id: 'tpl_1' },
  })
  expect(JSON.stringify(before.data)).toContain('Theirs: {{showTitle}}')
  await page.locator('[data-draft]', { hasText: 'Needs a decision' }).waitFor()
  await page.getByRole('button', { name: 'Compare and decide' }).click()
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('[data-decide]').click()
  // Whose text it is, and not the time at which this draft was saved.
  await dialog.getByText("The other side is the platform's copy, read").waitFor()
  await dialog.getByText('Theirs: {{showTitle}}').first().waitFor()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await page.locator('[data-platform-conflict]').waitFor({ state: 'detached' })
  await page.locator('[data-draft]', { hasText: 'Decided, not sent' }).waitFor()
  expect(await page.getByText('Needs a decision').count()).toBe(0)
  await send(page)
  await page.locator('[data-sent="confirmed"]').waitFor()
  const after = await connection.call('platform.read', {
    operation: 'POST /api/marketing/template/get',
    body: { id: 'tpl_1' },
  })
  expect(JSON.stringify(after.data)).toContain('Mine: {{showTitle}}')
})

// Catches a second window that overwrites the first, or that shows yesterday's text as today's. The app has one window.
onLoopback('two windows on one draft: the second sees changes live, and a conflict offers both texts', async () => {
  const { desk, connection, page } = await openDesk()
  const draft = await connection.call('drafts.save', {
    operation: create,
    title: 'Shared',
    body: { name: 'Shared', subject: 'First', htmlContent: '<p>One</p>', textContent: '' },
  })
  await go(page, `#/templates?draft=${draft.id}`)
  const other = await openPage(desk)
  await go(other, `#/templates?draft=${draft.id}`)
  const here = page.getByRole('textbox', { name: 'Subject' })
  const there = other.getByRole('textbox', { name: 'Subject' })
  await here.fill('Second')
  await saved(page)
  await expect.poll(() => there.inputValue(), patience).toBe('Second')

  // The other window types while its link is held up: the save it makes then is of an old revision.
  const now = await connection.call('drafts.get', { id: draft.id })
  await other.evaluate(() => document.querySelector<HTMLInputElement>('input')?.focus())
  await there.pressSequentially(' and mine', { delay: 5 })
  await connection
    .call('drafts.save', {
      id: draft.id,
      baseRevision: now.revision,
      operation: create,
      title: 'Shared',
      body: { name: 'Shared', subject: 'From a script', htmlContent: '<p>One</p>', textContent: '' },
    })
    .catch(() => undefined)
  const newest = await connection.call('drafts.get', { id: draft.id })
  const texts = JSON.stringify(newest.body)
  const conflict = other.locator('[data-changed-elsewhere]')
  if (texts.includes('From a script')) {
    await conflict.waitFor()
    expect(await there.inputValue()).toContain('mine')
    await conflict.getByRole('button').first().click()
    await other.getByRole('dialog').getByText('From a script').first().waitFor()
    await other.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
    await saved(other)
  }
  // What was typed last may still be on its way.
  await expect
    .poll(async () => JSON.stringify((await connection.call('drafts.get', { id: draft.id })).body), patience)
    .toContain('mine')
  const { items } = await connection.call('drafts.revisions', { id: draft.id, limit: 50 })
  expect(items.length).toBeGreaterThanOrEqual(3)
})

// Catches an editor that rewrites what it did not show: e-mail HTML breaks where a program "tidies" it.
journey(
  'real-world e-mail HTML goes through import, edit, preview and export unchanged where it was not edited',
  async () => {
    const html = emailHtml(300 * 1024)
    const { connection, page } = await openDesk()
    await go(page, '#/templates')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await (await chooser).setFiles({ name: 'letter.html', mimeType: 'text/html', buffer: Buffer.from(html) })
    await page.locator('[data-import-new]').click()
    const content = await editor(page)
    await saved(page)
    await content.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('<!-- edited -->')
    await saved(page)
    await page.frameLocator('iframe[data-front="true"]').locator('body').waitFor()
    await page.waitForURL(/draft=/)
    const draft = /draft=([\w-]+)/.exec(page.url())?.[1] ?? ''
    const kept = await connection.call('drafts.get', { id: draft })
    expect((kept.body as { htmlContent: string }).htmlContent === `<!-- edited -->${html}`).toBe(true)
    const download = page.waitForEvent('download')
    await page.locator('[data-more]').click()
    await page.getByRole('menuitem', { name: 'Export as .html' }).click()
    const stream = await (await download).createReadStream()
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    expect(Buffer.concat(parts).toString('utf8') === `<!-- edited -->${html}`).toBe(true)
  },
)

// Catches undo that ends with the session, and a restore that throws the newer text away.
journey('undo and history work after a restart; the bin gives a draft back', async () => {
  const profile = temporaryProfile()
  const first = await startDesk({ profile })
  onTestFinished(() => endDesk(first))
  const before = await first.connect()
  const one = await before.call('drafts.save', {
    operation: create,
    title: 'Letter',
    body: { name: 'Letter', subject: 'Old subject', htmlContent: '', textContent: '' },
  })
  await before.call('drafts.save', {
    id: one.id,
    baseRevision: 1,
    operation: create,
    title: 'Letter',
    body: { name: 'Letter', subject: 'New subject', htmlContent: '', textContent: '' },
  })
  await first.stop()
  const second = await startDesk({ profile })
  onTestFinished(() => endDesk(second))
  const page = await openPage(second)
  await go(page, `#/templates?draft=${one.id}`)
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await expect.poll(() => subject.inputValue(), patience).toBe('New subject')
  await page.locator('[data-undo-step]').click()
  await expect.poll(() => subject.inputValue(), patience).toBe('Old subject')
  await page.locator('[data-redo-step]').click()
  await expect.poll(() => subject.inputValue(), patience).toBe('New subject')
  await page.locator('[data-history]').first().click()
  await page.getByRole('dialog').getByRole('list').getByRole('button').last().click()
  await page.getByRole('dialog').locator('[data-restore]').click()
  await page.getByRole('dialog').getByText('Restored from revision 1').nth(1).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => subject.inputValue(), patience).toBe('Old subject')
  await page.locator('[data-remove]').first().click()
  await page.locator('[data-undo]').click()
  await expect.poll(() => subject.inputValue(), patience).toBe('Old subject')
})

// Catches a search that finds nothing of what was just written, or whose hits can't be seen.
journey('search finds what was written and marks where', async () => {
  const { connection, page } = await openDesk()
  for (const [title, text] of [
    ['Evening letter', 'The orchestra plays at eight.'],
    ['Morning letter', 'Coffee and questions.'],
  ] as const) {
    await connection.call('drafts.save', {
      operation: create,
      title,
      body: { name: title, subject: title, htmlContent: `<p>${text}</p>`, textContent: '' },
    })
  }
  await go(page, '#/drafts')
  await page.getByText('All operations').first().waitFor()
  await page.getByRole('searchbox', { name: 'Search drafts' }).fill('orches')
  await page
    .locator('mark', { hasText: /orches/i })
    .first()
    .waitFor()
  await expect.poll(() => page.locator('[data-draft]').count(), patience).toBe(1)
  await page
    .getByRole('button', { name: /Evening letter/ })
    .first()
    .click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue(), patience).toBe('Evening letter')
})
