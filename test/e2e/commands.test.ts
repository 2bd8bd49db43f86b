// Named commands over the control API, and the banner of an armed one in a real browser.
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { recordCommands } from '#contract/access-kinds.ts'
import { closeBrowser, noBrowser, openDesk } from './page.ts'
import { connectDesk, endDesk, startDesk, type DeskConnection } from '../support/desk.ts'
import { letIn } from '../support/grants.ts'
import { until } from '../support/until.ts'

afterAll(closeBrowser)
const journey = test.skipIf(noBrowser)

/** A reveal of the poll that the list of commands shows, pressed now. */
async function reveal({ call }: Pick<DeskConnection, 'call'>) {
  const { targets } = await call('command.list')
  const { record, shown } = targets.find(({ command }) => command === 'reveal') ?? expect.fail()
  return { command: 'reveal', record, shown, pressedAt: new Date().toISOString() } as const
}

// Catches commands that the parts know and the desk does not: reads that never come, a draft or an intent that does not
// fit the contract.
test('commands run on the rehearsal platform', async () => {
  const desk = await startDesk()
  onTestFinished(() => endDesk(desk))
  const connection = await desk.connect()
  const { targets } = await connection.call('command.list')
  expect(new Set(targets.map(({ command }) => command))).toEqual(new Set(recordCommands))
  for (const { readAt } of targets) expect(readAt).not.toBeNull()
  const marked = await connection.call('command.run', { command: 'mark', title: 'Goal' })
  expect(marked).toMatchObject({ outcome: 'kept', draft: { title: 'Goal', tags: ['mark'] } })
  const press = crypto.randomUUID()
  const shown = await reveal(connection)
  const revealed = await connection.call('command.run', { ...shown, press })
  expect(revealed).toMatchObject({ outcome: 'sent', intent: { state: 'confirmed', deed: { code: 'poll_revealed' } } })
  expect(await connection.call('command.run', { ...shown, press })).toEqual(revealed)
  await expect(connection.call('command.run', await reveal(connection))).rejects.toMatchObject({
    code: 'invalid_state',
  })
  const again = (await connection.call('command.list')).targets.find(({ command }) => command === 'reveal')
  expect(again).toMatchObject({ state: 'reveal', active: false })
  expect(await connection.call('command.armed')).toEqual({ armed: null })
})

for (const [width, height] of [
  [1440, 900],
  [400, 800],
] as const)
  // Catches a banner that moves the view, is cut off, or lies below a dialog where nobody can press it.
  journey(`an armed command lies over everything and moves nothing, at ${width} x ${height}`, async () => {
    const { page } = await openDesk([], { viewport: { width, height } })
    const armed = {
      id: 'a1',
      command: 'stop',
      record: 'Main channel',
      name: 'Main channel',
      environment: 'rehearsal',
      by: 'Stream Deck',
      until: new Date(Date.now() + 600_000).toISOString(),
    }
    const sent: string[] = []
    let tell: (now: object | null) => void = () => undefined
    await page.routeWebSocket(/\/bridge/, (socket) => {
      const server = socket.connectToServer()
      tell = (now) => socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'command.armed', params: { armed: now } }))
      socket.onMessage((message) => {
        const { id, method } = JSON.parse(String(message)) as { id: string; method: string }
        if (!['command.fire', 'command.disarm'].includes(method)) return server.send(message)
        sent.push(method)
        socket.send(
          JSON.stringify({ jsonrpc: '2.0', id, result: method === 'command.fire' ? { outcome: 'lapsed' } : {} }),
        )
        tell(null)
      })
    })
    await page.reload()
    await page.locator('main').waitFor()
    const place = () => page.locator('main').boundingBox()
    let before = await place()
    await until(async () => {
      const last = JSON.stringify(before)
      before = await place()
      return JSON.stringify(before) === last
    }, 250)
    tell(armed)
    const banner = page.locator('[data-armed-command]')
    await banner.waitFor()
    expect(await place()).toEqual(before)
    const box = await banner.boundingBox()
    expect(box !== null && box.x >= 0 && box.x + box.width <= width && box.height < height / 4).toBe(true)
    // A press reaches it also below a dialog, and the dialog stays.
    await page.keyboard.press('Escape')
    await expect.poll(() => sent).toEqual(['command.disarm'])
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await fires(() => page.locator('[data-armed-fire]').click())
    expect(await dialog.isVisible()).toBe(true)
    await banner.waitFor({ state: 'hidden' })
    await fires(() => page.keyboard.press('Control+Shift+Enter'))

    /** On a busy machine the page may stall, and what is armed lapses; then the tool arms again. */
    async function fires(press: () => Promise<void>): Promise<void> {
      for (let tries = 0; tries < 5; tries += 1) {
        sent.length = 0
        tell({ ...armed, id: crypto.randomUUID() })
        await banner.waitFor()
        await page.waitForTimeout(400)
        await press().catch(() => undefined)
        await expect.poll(() => sent.length).toBeGreaterThan(0)
        if (sent.includes('command.fire')) return
      }
      throw new Error('Nothing was fired.')
    }
  })

// Catches a tool that may only ask and fires, and a person at the desk who is asked in vain.
journey('a tool that may only ask is answered by the person at the desk', async () => {
  const { desk, connection, page } = await openDesk()
  await connection.call('credentials.save', { environment: 'rehearsal', credential: 'apiKey', value: 'rehearsal-key' })
  const input = {
    name: 'Stream Deck',
    scope: 'operate',
    environment: 'rehearsal',
    commands: ['reveal'],
    mode: 'arm',
  } as const
  const tool = await connectDesk(await letIn(desk, { ...input, commands: [...input.commands] }))
  onTestFinished(() => tool.close())
  await expect(tool.call('command.run', { command: 'hide' })).rejects.toMatchObject({ code: 'forbidden' })
  const banner = page.locator('[data-armed-command]')
  const lapsed = tool.call('command.run', await reveal(tool))
  await expect.poll(() => banner.textContent()).toContain('Stream Deck')
  expect(await lapsed).toEqual({ outcome: 'lapsed' })
  await banner.waitFor({ state: 'hidden' })
  expect((await connection.call('ledger.list', { limit: 5 })).items).toEqual([])
  const fired = tool.call('command.run', await reveal(tool))
  await banner.waitFor()
  await page.waitForTimeout(500)
  await page.locator('[data-armed-fire]').click()
  expect(await fired).toMatchObject({ outcome: 'sent', intent: { state: 'confirmed' } })
})
