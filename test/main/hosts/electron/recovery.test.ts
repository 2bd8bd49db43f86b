// What the shell does so that a crash in the middle of a show costs nothing.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Log } from '../../../../main/core/ports.ts'
import { followRoute, forgetRoute, readRoute } from '../../../../main/hosts/electron/route.ts'
import { watchShow } from '../../../../main/hosts/electron/show.ts'
import { askWhenStuck, reloadAfterCrash } from '../../../../main/hosts/electron/window.ts'
import { createSpeech } from '../../../../main/hosts/electron/words.ts'
import type { App } from '../../../../main/core/types.ts'
import * as standIn from '../../../support/electron/stand-in.ts'

vi.mock('electron', () => import('../../../support/electron/stand-in.ts'))

const log = { write: () => undefined } as unknown as Log
const page = { url: 'app://desk/' }
const speech = createSpeech(() => 'en')
const openWindow = () => {
  const own = new standIn.BrowserWindow({})
  return { own, window: own as unknown as BrowserWindow }
}
const calls = (name: string) => standIn.recorded.calls.filter((call) => call.name === name)
let profile: string

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'showdesk-recovery-'))
  standIn.recorded.calls.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(profile, { recursive: true })
})

describe('the route', () => {
  // Catches a desk that opens elsewhere after main was killed: nothing but the navigation itself may be needed.
  it('is kept at each navigation, without its query', () => {
    const { own, window } = openWindow()
    followRoute(window, { page, profile, log })
    own.contents.emit('did-navigate-in-page', {}, 'app://desk/#/orders/o-12?search=private', true)
    expect(readRoute(profile)).toBe('#/orders/o-12')
    expect(readdirSync(profile)).toEqual(['route.json'])
    expect(readFileSync(join(profile, 'route.json'), 'utf8')).not.toContain('private')
    forgetRoute(profile)
    expect(readRoute(profile)).toBe('')
  })

  // Catches a draft that has to be looked for after a crash, and a word of a search that is kept with it.
  it('names the record that was open, and nothing else of the query', () => {
    const { own, window } = openWindow()
    followRoute(window, { page, profile, log })
    const go = (hash: string) => own.contents.emit('did-navigate-in-page', {}, `app://desk/${hash}`, true)
    go('#/templates?draft=0f3a-9b&text=private&id=a%20person%40example.com')
    expect(readRoute(profile)).toBe('#/templates?draft=0f3a-9b')
    go('#/publishing?event=1b2c')
    expect(readRoute(profile)).toBe('#/publishing?event=1b2c')
    go('#/settings#move')
    expect(readRoute(profile)).toBe('#/settings')
  })

  // Catches a frame or a foreign address that decides where the desk opens.
  it.each([
    ['app://desk/#/orders', false],
    ['https://example.com/#/orders', true],
  ])('ignores %s with main frame %s', (url, isMainFrame) => {
    const { own, window } = openWindow()
    followRoute(window, { page, profile, log })
    own.contents.emit('did-navigate-in-page', {}, url, isMainFrame)
    expect(readRoute(profile)).toBe('')
  })

  // Catches a damaged or forged file that keeps the desk from starting or leads it away.
  it.each(['', '{', 'null', '{"route":1}', '{"route":"//example.com"}', '{"route":"/a?b"}', '{"route":"x"}'])(
    'takes %j as none',
    (text) => {
      writeFileSync(join(profile, 'route.json'), text)
      expect(readRoute(profile)).toBe('')
    },
  )
})

describe('a page that ends', () => {
  // Catches a page that is loaded again for ever, and a count that never forgets.
  it('is loaded again until the third time in a minute, then the person decides', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const { own, window } = openWindow()
    reloadAfterCrash(window, { log, speech })
    const end = () => own.contents.emit('render-process-gone', {}, { reason: 'crashed' })
    end()
    now = 61_000
    end()
    end()
    expect(calls('webContents.reload')).toHaveLength(3)
    end()
    expect(calls('webContents.reload')).toHaveLength(3)
    expect(calls('dialog.showMessageBox')).toHaveLength(1)
    standIn.messageBoxes.shift()?.(0)
    await vi.waitFor(() => expect(calls('webContents.reload')).toHaveLength(4))
  })
})

describe('a page that does not answer', () => {
  // Catches a window that hangs without a word, questions that pile up, and one that stays although the page is back.
  it('is asked about once, and comes back where the person was', async () => {
    standIn.messageBoxes.length = 0
    const { own, window } = openWindow()
    reloadAfterCrash(window, { log, speech })
    askWhenStuck(window, { log, speech })
    own.emit('unresponsive')
    own.emit('unresponsive')
    expect(calls('dialog.showMessageBox')).toHaveLength(1)
    own.emit('responsive')
    await new Promise(setImmediate)
    expect(calls('webContents.forcefullyCrashRenderer')).toHaveLength(0)

    own.emit('unresponsive')
    standIn.messageBoxes.at(-1)?.(1)
    await vi.waitFor(() => expect(calls('webContents.forcefullyCrashRenderer')).toHaveLength(1))
    expect(calls('webContents.reload')).toHaveLength(1)
  })
})

describe('a show', () => {
  // Catches a screen that goes dark on air, and one that is kept awake afterwards or by two blockers.
  it('keeps the display awake while it is on', async () => {
    let tell: (event: string, payload: unknown) => void = () => undefined
    const bridge = {
      call: async () => ({ ok: true, data: {} }),
      subscribe: (listener: typeof tell) => (tell = listener),
    }
    watchShow(Promise.resolve({ bridge } as unknown as App), speech)
    await new Promise(setImmediate)
    expect(calls('powerSaveBlocker.start')).toHaveLength(0)
    tell('show.changed', { show: { title: 'Friday night' } })
    tell('show.changed', { show: { title: 'Friday night' } })
    expect(calls('powerSaveBlocker.start').map(({ args }) => args)).toEqual([['prevent-display-sleep']])
    expect(calls('powerSaveBlocker.stop')).toHaveLength(0)
    tell('show.changed', {})
    expect(calls('powerSaveBlocker.stop')).toHaveLength(1)
  })
})
