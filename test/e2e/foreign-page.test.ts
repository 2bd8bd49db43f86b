// A page of somebody else in the creator's browser, which knows the port and even a secret.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { GrantInput } from '#contract/access.ts'
import { endDesk, startDesk } from '../support/desk.ts'
import { letIn } from '../support/grants.ts'
import { closeBrowser, noBrowser, sharedBrowser } from './page.ts'

afterAll(closeBrowser)
const environment = 'rehearsal'
const inputs: GrantInput[] = [
  { name: 'Overlay', scope: 'watch', environment, values: ['poll'] },
  { name: 'Script', scope: 'read', environment },
  { name: 'Assistant', scope: 'draft', environment },
  { name: 'Deck', scope: 'operate', environment, commands: ['stop'], mode: 'fire' },
]

// Catches a site that connects to the desk, reads its pages, or frames a dock so that a click in it fires.
test.skipIf(noBrowser)('nothing opens for a page of another origin, whatever it knows', async () => {
  const desk = await startDesk()
  onTestFinished(() => endDesk(desk))
  const secrets = [desk.token, 'x'.repeat(43)]
  for (const input of inputs) secrets.push((await letIn(desk, input)).secret)
  const site = createServer((_, response) => response.end('<p>Somebody else')).listen(0, '127.0.0.1')
  await once(site, 'listening')
  onTestFinished(() => void site.close())
  const { port } = site.address() as AddressInfo
  const context = await (await sharedBrowser()).newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const { origin } = new URL(desk.url)
  for (const url of [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, 'data:text/html,<p>Nobody']) {
    await page.goto(url)
    for (const secret of secrets) {
      const opened = await page.evaluate(
        ([bridge, token]) =>
          new Promise((done) => {
            const socket = new WebSocket(bridge ?? '', ['showdesk.v1', `bearer.${token}`])
            socket.onopen = () => done(true)
            socket.onclose = () => done(false)
          }),
        [desk.bridge, secret],
      )
      expect(opened, url).toBe(false)
    }
    const read = (path: string) =>
      page.evaluate(
        (from) =>
          fetch(from).then(
            ({ status }) => status,
            () => 'refused',
          ),
        `${origin}${path}`,
      )
    for (const path of ['/', '/overlay/poll', '/dock/live']) expect(await read(path), url).toBe('refused')
    await page.evaluate(
      (from) => {
        const frame = document.createElement('iframe')
        const loaded = new Promise((done) => (frame.onload = done))
        frame.src = from
        document.body.append(frame)
        return loaded
      },
      `${origin}/dock/live#g=${secrets.at(-1)}`,
    )
    const frame = page.frames().at(-1)
    expect(frame).not.toBe(page.mainFrame())
    expect(await frame?.locator('[data-dock]').count(), url).toBe(0)
  }
})
