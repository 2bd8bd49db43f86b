// The built main bundle on the stand-in: the second window, which shows the stage and nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestChannel } from '../../../../preload/contract/channels.ts'
import type { Sender } from '../../../support/electron/questions.ts'
import { startShell, type Shell } from '../../../support/electron/shell.ts'

let desk: Shell

beforeAll(async () => {
  desk = await startShell()
})
afterAll(() => desk.dispose())

const call = (method: string, params: object = {}, sender: Sender = 'own') =>
  desk.ask('ask', sender, requestChannel, method, params)
const stages = async () => (await desk.ask('windows')).slice(1)

// Catches a screen that can't be chosen, or is named after another.
it('names the screens', async () => {
  expect(await call('stage.screens')).toEqual({
    ok: true,
    data: {
      screens: [
        { id: '5', label: 'Desk screen', width: 1_920, height: 1_080, primary: true },
        { id: '6', label: '', width: 1_280, height: 720, primary: false },
      ],
    },
  })
})

// Catches a second window that is trusted before it is there.
it('trusts no second window before one is open', async () => {
  expect(await call('desk.info', {}, 'stage')).toMatchObject({ ok: false, error: { code: 'forbidden' } })
})

// Catches a stage with fewer guards than the desk, at another address, or on top of the desk; and one that takes the keys from the desk.
it('opens one full-screen window at one address, on the screen that the desk is not on', async () => {
  expect(await call('stage.open')).toEqual({ ok: true, data: {} })
  const [main, stage] = await desk.ask('windows')
  expect(stage).toMatchObject({
    urls: ['app://desk/#/stage'],
    shown: 0,
    options: { x: 1_920, y: 0, width: 1_280, height: 720, frame: false, fullscreen: true, show: false },
  })
  expect(stage?.options.webPreferences).toEqual(main?.options.webPreferences)
  await desk.ask('emitWindow', 'ready-to-show', 1)
  expect((await stages())[0]).toMatchObject({ shown: 1, focused: 0 })
  expect(await desk.ask('calls', 'window.showInactive')).toHaveLength(1)
  expect(await desk.ask('calls', 'powerSaveBlocker.start')).toEqual([['prevent-display-sleep']])
})

// Catches a second window that gets around what holds for the first.
it('guards it like the desk', async () => {
  for (const url of ['https://example.com/', 'app://desk.example/', 'file:///etc/passwd'])
    expect(await desk.ask('navigation', 'will-navigate', url, true, 1), url).toBe(false)
  for (const url of ['app://desk/#/stage', 'https://example.com/'])
    expect(await desk.ask('open', url, 1), url).toBe('deny')
})

// Catches a stage that shows nothing, because it is not answered or hears nothing; and a sender that is trusted by mistake.
it('answers and tells both windows', async () => {
  expect(await call('desk.info', {}, 'stage')).toMatchObject({ ok: true })
  expect(await call('desk.info', {}, 'otherWindow')).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  await call('rehearsal.setFault', { fault: { kind: 'latency', delayMs: 1 }, on: true })
  for (const number of [0, 1])
    expect(await desk.ask('sent', number)).toContainEqual([
      'showdesk:event',
      'rehearsal.changed',
      expect.objectContaining({ running: true }),
    ])
})

// Catches a window that is added with every press, or stays where it was.
it('comes to the front, or opens on the other screen in place of the first', async () => {
  await call('stage.open')
  await call('stage.open', { screen: '6' })
  expect(await stages()).toMatchObject([{ inFront: 2, destroyed: 0 }])
  await call('stage.open', { screen: '5' })
  expect(await stages()).toMatchObject([{ destroyed: 1 }, { destroyed: 0, options: { x: 0, width: 1_920 } }])
})

// Catches a stage that covers the desk and can't be closed by a key.
it('takes the keys where it covers the desk', async () => {
  await desk.ask('emitWindow', 'ready-to-show', 2)
  expect((await stages()).at(-1)).toMatchObject({ shown: 1 })
  expect(await desk.ask('calls', 'window.showInactive')).toHaveLength(1)
})

// Catches a stage that closes because its new screen was unplugged a moment ago.
it('stays where it is when a screen is gone', async () => {
  expect(await call('stage.open', { screen: '9' })).toMatchObject({
    ok: false,
    error: { code: 'not_found_here', facts: { reason: 'screen_gone' } },
  })
  expect((await stages()).at(-1)).toMatchObject({ destroyed: 0 })
})

// Catches a clock that stays on the screen after the desk was closed.
it('closes with the window of the desk', async () => {
  await desk.ask('destroy')
  expect((await stages()).map(({ destroyed }) => destroyed)).toEqual([1, 1])
  expect(await desk.ask('calls', 'powerSaveBlocker.stop')).toEqual([[1], [2]])
})
