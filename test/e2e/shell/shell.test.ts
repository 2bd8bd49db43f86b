// What only the shell with a page shows: the two worlds of its page, its guards, its windows, and a crash.
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryProfile } from '../../support/desk.ts'
import { joinPage, startShellDesk } from '../../support/electron/desk.ts'
import { noBrowser } from '../page.ts'

vi.setConfig({ testTimeout: 180_000 })
const shell = test.skipIf(noBrowser)

type Desk = Awaited<ReturnType<typeof startShellDesk>>

async function open(profile = temporaryProfile()): Promise<Desk> {
  const desk = await startShellDesk({ profile, args: [], env: {} })
  onTestFinished(async () => {
    await desk.stop()
    await rm(join(profile, '..'), { recursive: true, force: true, maxRetries: 20 })
  })
  return desk
}

async function pageOf(desk: Desk, window = 0): Promise<Page> {
  const { page, close } = await joinPage(desk, window)
  onTestFinished(close)
  page.setDefaultTimeout(30_000)
  await page.locator('main').first().waitFor()
  return page
}

// Catches a preload that hands the page more than its two functions, or Electron itself.
shell('the page has the two functions of the preload, and nothing of its world', async () => {
  const page = await pageOf(await open())
  const seen = await page.evaluate(() => ({
    functions: Object.keys((globalThis as unknown as { showdesk: object }).showdesk),
    leaked: ['require', 'process', 'module', '__toMain', '__fromMain', 'ipcRenderer'].filter(
      (name) => name in globalThis,
    ),
    frozen: Object.isFrozen((globalThis as unknown as { showdesk: object }).showdesk),
  }))
  expect(seen).toEqual({ functions: ['request', 'subscribe'], leaked: [], frozen: true })
})

// Catches a policy that the real browser does not get, or one that lets the page run what an answer brought.
shell('the page keeps to its policy', async () => {
  const page = await pageOf(await open())
  const tried = await page.evaluate(async () => {
    const said: string[] = []
    const both = new Promise<void>((done) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        said.push(effectiveDirective)
        if (said.includes('connect-src') && said.includes('script-src-elem')) done()
      })
    })
    const script = document.createElement('script')
    script.textContent = 'globalThis.ran = true'
    document.body.append(script)
    await fetch('https://example.com/').catch(() => undefined)
    await both
    return { said, ran: 'ran' in globalThis }
  })
  expect(tried.ran).toBe(false)
  expect(tried.said).toContain('connect-src')
  expect(tried.said).toContain('script-src-elem')
})

// Catches a page that can be led away, opens windows of its own, or uses devices.
shell('the guards hold against a page that tries to leave', async () => {
  const desk = await open()
  const page = await pageOf(desk)
  await page.evaluate(() => {
    location.href = 'https://example.com/phish'
  })
  await expect.poll(() => desk.log()).toMatch(/The page was kept from (leaving the desk|loading a page in a frame)/)
  expect(page.url()).toContain('desk.localhost')
  const before = page.context().pages().length
  await page.evaluate(() => void window.open('https://example.com/docs'))
  await expect.poll(() => desk.ask('calls', 'shell.openExternal')).toEqual([['https://example.com/docs']])
  await expect.poll(() => page.context().pages().length).toBe(before)
  const states = await page.evaluate(async () =>
    Promise.all(
      (['geolocation', 'camera', 'clipboard-write', 'notifications'] as PermissionName[]).map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    ),
  )
  expect(states).toEqual(['denied', 'denied', 'granted', 'granted'])
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = 'https://example.com/inside'
    document.body.append(frame)
  })
  await page.getByRole('navigation').first().waitFor()
  expect(page.frames().some((frame) => frame.url().includes('example.com'))).toBe(false)
})

// Catches an answer that crosses as an object, which the context bridge copies field by field, and a request that Electron's channel refuses.
shell('JSON text crosses, and anything else is refused', async () => {
  const page = await pageOf(await open())
  const answers = await page.evaluate(async () => {
    const { request } = (globalThis as unknown as { showdesk: { request: (m: string, p: unknown) => Promise<string> } })
      .showdesk
    const info = await request('desk.info', '{}')
    return {
      type: typeof info,
      info: JSON.parse(info) as unknown,
      unknown: JSON.parse(await request('no.such', '{}')) as unknown,
      object: JSON.parse(await request('desk.info', {})) as unknown,
      function: await (async () => request('desk.info', { run: () => 1 }))().catch((error: unknown) => String(error)),
    }
  })
  expect(answers).toMatchObject({
    type: 'string',
    info: { ok: true, data: { host: 'electron' } },
    unknown: { ok: false, error: { code: 'unknown_method' } },
    object: { ok: false, error: { code: 'invalid_input', facts: { reason: 'request_malformed' } } },
  })
  expect(answers.function).toContain('could not be cloned')
})

// Catches a stage that stands still while the desk moves on: two windows have to hear of one backend.
shell('the desk and the stage show one backend', async () => {
  const desk = await open()
  const page = await pageOf(desk)
  const client = await desk.client(() => undefined)
  await client.call('show.enter', { title: 'Two windows' })
  await client.call('stage.open', {})
  await expect.poll(async () => (await desk.ask('windows')).length).toBe(2)
  const stage = await pageOf(desk, 1)
  await client.call('stage.say', { text: 'Two minutes left' })
  await stage.getByText('Two minutes left').waitFor()
  await page.getByRole('button', { name: 'Show mode' }).waitFor()
})

// Catches a show that is lost with its page: after a crash of the page the desk must stand at the same place.
shell('after a crash of the page in a show the desk is at the same place', async () => {
  const desk = await open()
  const page = await pageOf(desk)
  const client = await desk.client(() => undefined)
  await client.call('show.enter', { title: 'Goes on' })
  await page.evaluate(() => {
    location.hash = '#/polls'
  })
  await page.getByRole('heading', { level: 1, name: 'Polls' }).waitFor()
  await desk.ask('crash')
  await expect.poll(() => desk.log()).toContain('The page ended unexpectedly.')
  const again = await pageOf(desk)
  await again.getByRole('heading', { level: 1, name: 'Polls' }).waitFor()
  await again.getByRole('button', { name: 'Show mode' }).waitFor()
})

// Catches a desk that begins anew after main was killed in a show.
shell('after kill -9 of main in a show the desk is at the same place', async () => {
  const profile = temporaryProfile()
  const first = await open(profile)
  const page = await pageOf(first)
  await (await first.client(() => undefined)).call('show.enter', { title: 'Goes on' })
  await page.evaluate(() => {
    location.hash = '#/ads'
  })
  await page.getByRole('heading', { level: 1, name: 'Ads' }).waitFor()
  await first.kill()
  const again = await pageOf(await open(profile))
  await again.getByRole('heading', { level: 1, name: 'Ads' }).waitFor()
  await again.getByRole('button', { name: 'Show mode' }).waitFor()
})
