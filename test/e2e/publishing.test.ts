import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { reply, startStub } from '../support/stub-platform.ts'
import { closeBrowser, destination, fillEvent, noBrowser, openDesk, publish } from './page.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

/** The browser of the app puts its own files away while they are read. */
function stillThere(path: string): Buffer[] {
  try {
    return [readFileSync(path)]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

// Catches a break anywhere on the main way: screen, bridge, keychain, ledger, wire, answer, screen.
journey(
  'a person saves a credential, fills in an event, publishes it and sees the answer; no secret stays behind',
  async () => {
    const stub = await startStub((_, response) =>
      reply(response, 200, { data: { id: 'evt_77', status: 'published' }, requestId: 'req-7f3a' }),
    )
    onTestFinished(() => stub.close())
    const secrets = { apiKey: 'key-of-the-journey-0a1b2c', streamKey: 'stream-key-of-the-journey-9z8y' }
    const { desk, connection, page } = await openDesk(['--environment', 'development', '--base-url', stub.baseUrl])
    await connection.call('credentials.remove', { environment: 'development', credential: 'apiKey' })

    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'Add API key' }).click()
    await page.getByRole('textbox', { name: 'API key' }).fill(secrets.apiKey)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Replace API key' }).waitFor()
    await page.getByRole('link', { name: 'Publishing' }).click()
    await fillEvent(page, { Title: 'Night show', Provider: 'Main stage', 'Stream key': secrets.streamKey })
    await publish(page)
    const row = destination(page, 'Main stage')
    await row.getByText('Confirmed').waitFor()
    await row.getByText('req-7f3a').waitFor()

    const writes = stub.seen.filter(({ url }) => url.startsWith('/api/video/event/'))
    expect(writes).toHaveLength(1)
    const [sent] = writes
    expect(sent).toMatchObject({ method: 'PUT', url: '/api/video/event/update' })
    expect(sent?.headers['x-service-api-key']).toBe(secrets.apiKey)
    const body = JSON.parse(sent?.body ?? '{}') as {
      options: Record<string, unknown>
      details: Record<string, unknown>
    }
    expect(Object.keys(body.options)).toHaveLength(21)
    expect(body.options).toMatchObject({ providerName: 'Main stage', streamKey: secrets.streamKey, apiSecret: null })
    expect(body.details.title).toBe('Night show')

    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('option', { name: /Publish/ }).click()
    await page.getByText('evt_77').first().waitFor()
    const shown = await page.content()
    await desk.stop()
    const files = readdirSync(desk.profile, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => stillThere(join(entry.parentPath, entry.name)))
    expect(files.length).toBeGreaterThan(0)
    const kept = Buffer.concat(files)
    for (const [name, value] of Object.entries(secrets)) {
      expect(kept.includes(value), `${name} in the profile`).toBe(false)
      expect(shown.includes(value), `${name} on the page`).toBe(false)
      expect(desk.log().includes(value), `${name} in the log`).toBe(false)
    }
  },
)

// Catches a 401 that leaves a person without a way out, or a retry that needs the event to be typed again.
journey('a 401 leads to the credential and back', async () => {
  const { connection, page } = await openDesk()
  await connection.call('credentials.save', {
    environment: 'rehearsal',
    credential: 'apiKey',
    value: 'rehearsal-expired',
  })
  onTestFinished(async () => {
    await connection.call('credentials.remove', { environment: 'rehearsal', credential: 'apiKey' })
  })
  await fillEvent(page, { Title: 'Night show', Provider: 'Main stage' })
  await publish(page)
  const row = destination(page, 'Main stage')
  await row.getByText('Rejected').waitFor()
  await row.getByText('authentication_required').waitFor()
  await row.getByRole('link', { name: 'Change the credential' }).click()
  await page.getByRole('heading', { name: 'Credentials' }).waitFor()
  await connection.call('credentials.save', { environment: 'rehearsal', credential: 'apiKey', value: 'rehearsal-key' })
  await page.getByRole('link', { name: 'Publishing' }).click()
  await destination(page, 'Main stage')
    .getByRole('button', { name: /again|Retry/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-arm]').click()
  await dialog
    .getByRole('button')
    .filter({ hasText: /again|Retry/ })
    .first()
    .click()
  await destination(page, 'Main stage').getByText('Confirmed').waitFor()
})

// Catches a rate limit that is shown as a failure without its end, or that lets a second request through.
journey('a 429 counts down', async () => {
  const { connection, page } = await openDesk()
  await connection.call('rehearsal.setFault', {
    fault: { kind: 'rate_limit', operation: 'PUT /api/video/event/update', times: 1, retryAfterSeconds: 30 },
  })
  await fillEvent(page, { Title: 'Night show', Provider: 'Main stage' })
  await publish(page)
  await destination(page, 'Main stage').getByText('Rejected').waitFor()
  await page.getByRole('link', { name: /Livestream waits 0:\d\d/ }).waitFor()
})

// Catches a live command that is queued while offline, or an offline state that is not said.
journey('offline: the row says that nothing was sent, and the desk that the platform does not answer', async () => {
  const { connection, page } = await openDesk()
  await fillEvent(page, { Title: 'Night show', Provider: 'Main stage' })
  await connection.call('rehearsal.setFault', { fault: { kind: 'offline' } })
  await publish(page)
  await destination(page, 'Main stage').getByText('Rejected').waitFor()
  await destination(page, 'Main stage').getByText('unreachable').waitFor()
  await page.getByRole('button', { name: /^Offline/ }).waitFor()
})

// Catches the double publish after a lost answer.
journey('an unknown outcome is read, not repeated', async () => {
  const { connection, page } = await openDesk()
  await connection.call('rehearsal.setFault', {
    fault: { kind: 'drop_after_commit', operation: 'PUT /api/video/event/update', times: 1 },
  })
  await fillEvent(page, { Title: 'Night show', Provider: 'Main stage' })
  await publish(page)
  await destination(page, 'Main stage').getByText('Confirmed').waitFor({ timeout: 40_000 })
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ state: 'confirmed', attempts: 1 })
  expect(items[0]?.evidence.some(({ verdict }) => verdict === 'found')).toBe(true)
})

// Catches a publish to several destinations in which one failure hides, stops or repeats the others.
journey('several destinations: each row has its own result, and a retry touches only what failed', async () => {
  const { connection, page } = await openDesk()
  for (const name of ['Main stage', 'Second', 'Third']) {
    await connection.call('profiles.save', {
      name,
      environment: 'rehearsal',
      options: { providerName: name },
      secrets: { streamKey: `stream-key-of-${name}` },
    })
  }
  await fillEvent(page, { Title: 'Night show' })
  for (const name of ['Main stage', 'Second', 'Third']) await page.getByRole('checkbox', { name }).check()
  await connection.call('rehearsal.setFault', {
    fault: { kind: 'status', status: 403, operation: 'PUT /api/video/event/update', times: 1 },
  })
  await publish(page, 'Publish to 3')
  const rows = page.getByRole('table', { name: 'Destinations' }).getByRole('row')
  await expect.poll(() => rows.filter({ hasText: 'Confirmed' }).count()).toBe(2)
  await expect.poll(() => rows.filter({ hasText: 'Rejected' }).count()).toBe(1)
  const before = (await connection.call('ledger.list', { limit: 10 })).items.length
  expect(before).toBe(3)
  await page
    .getByRole('button', { name: /^Retry/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-arm]').click()
  await dialog
    .getByRole('button', { name: /^Retry/ })
    .first()
    .click()
  await expect.poll(() => rows.filter({ hasText: 'Confirmed' }).count()).toBe(3)
  const { items } = await connection.call('ledger.list', { limit: 10 })
  expect(items.filter(({ state }) => state === 'confirmed')).toHaveLength(3)
  expect(items.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(4)
})
