// What the shell says outside of its page.
import { resolve } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { helpFiles } from '../../../../.config/help-site.ts'
import { createHelp, type HelpPage } from '../../../../main/hosts/electron/help.ts'
import { menuTemplate } from '../../../../main/hosts/electron/menu.ts'
import { openTray } from '../../../../main/hosts/electron/tray.ts'
import { createSpeech } from '../../../../main/hosts/electron/words.ts'
import type { BridgeOutput } from '#contract/bridge.ts'
import type { Log } from '../../../../main/core/ports.ts'
import type { Bridge } from '../../../../main/core/types.ts'
import { languages } from '../../../../renderer/kit/i18n.ts'
import * as standIn from '../../../support/electron/stand-in.ts'

vi.mock('electron', () => import('../../../support/electron/stand-in.ts'))

const log = { write: () => undefined } as unknown as Log
const root = resolve(import.meta.dirname, '../../../..')
beforeEach(() => {
  standIn.recorded.windows.length = 0
  standIn.recorded.trays.length = 0
})

const items = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])

// Catches a choice of a language that the shell does not follow, and one that leaves it without words.
it('speaks the language of the settings, else that of the system, else English', () => {
  const speech = createSpeech(() => 'es-MX')
  let heard = 0
  speech.follow(() => (heard += 1))
  expect([speech.words().quit, speech.folder()]).toEqual(['Cerrar Showdesk', 'es/'])
  speech.choose('en-GB')
  expect([speech.words().quit, speech.folder()]).toEqual(['Quit Showdesk', ''])
  speech.choose('xx')
  expect(speech.words().quit).toBe('Quit Showdesk')
  speech.choose('system')
  speech.choose('system')
  expect([speech.folder(), heard]).toEqual(['es/', 4])
})

// Catches a menu that is half in another language: Electron names its own items in English where none is given.
it('every item of the menu is named', () => {
  for (const language of ['en', 'es']) {
    const all = items(
      menuTemplate({ development: false, words: createSpeech(() => language).words(), openHelp: () => undefined }),
    )
    expect(all.filter(({ type, label, role }) => type !== 'separator' && role !== 'appMenu' && !label)).toEqual([])
  }
})

// Catches a Help menu that leads to a folder, or to a page that nobody makes.
it.each([
  ['en', ''],
  ['es', 'es/'],
])('each page of Help is one of the built ones, in %s', (language, folder) => {
  const files = helpFiles(root)
  const opened: HelpPage[] = []
  const speech = createSpeech(() => language)
  const all = items(menuTemplate({ development: false, words: speech.words(), openHelp: (name) => opened.push(name) }))
  for (const { click } of all) (click as (() => void) | undefined)?.()
  expect(opened).toHaveLength(5)
  for (const name of opened) expect([...files.keys()]).toContain(`${speech.folder()}${name}.html`)
  expect(speech.folder()).toBe(folder)
})

// Catches help with the bridge in it, or a window for each page.
it('help has a window of its own without the bridge', () => {
  const page = { url: 'app://desk/', origin: 'app://desk', development: false }
  const help = createHelp({ page, log, folder: () => 'es/' })
  help.open('first-show')
  help.open('index')
  const [window, ...others] = standIn.recorded.windows
  expect(others).toEqual([])
  expect(window?.urls).toEqual(['app://desk/help/es/first-show.html', 'app://desk/help/es/index.html'])
  expect(window?.options.webPreferences).not.toHaveProperty('preload')
  expect(window?.options.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  })
  help.close()
  expect(window?.destroyed).toBe(1)
  help.open('index')
  expect(standIn.recorded.windows).toHaveLength(2)
})

// Catches a tray that says nothing of a show or of what is unknown since before the start, and one that keeps its first language.
it('the tray shows a show and what is on its way', async () => {
  let tell: (event: string, payload: unknown) => void = () => undefined
  const bridge = {
    call: async (method: string) => ({
      ok: true,
      data:
        method === 'desk.info'
          ? ({ counts: { queued: 0, sending: 0, accepted: 0, unknown: 1 } } satisfies Partial<
              BridgeOutput<'desk.info'>
            >)
          : {},
    }),
    subscribe: (listener: typeof tell) => (tell = listener),
  } as unknown as Bridge
  const speech = createSpeech(() => 'en')
  openTray({ bridge, speech, show: () => undefined, stage: () => undefined, log })
  const tray = standIn.recorded.trays[0]
  await vi.waitFor(() => expect(tray?.tip).toBe('Showdesk: 1 unknown'))
  const calm = tray?.image
  standIn.recorded.calls.length = 0
  tell('show.changed', { show: { title: 'Friday' } })
  expect(tray?.tip).toBe('Showdesk: a show is on, 1 unknown')
  tell('ledger.changed', { counts: { queued: 2, sending: 0, accepted: 0, unknown: 0 } })
  speech.choose('es')
  expect(tray?.tip).toBe('Showdesk: hay un programa en curso, 2 en espera')
  expect(JSON.stringify(tray?.menu)).toContain('Abrir la ventana del plató')
  tell('show.changed', {})
  expect(tray?.tip).toBe('Showdesk: 2 en espera')
  expect(standIn.recorded.calls.filter(({ name }) => name === 'Tray.setImage')).toHaveLength(2)
  expect(calm).toBeDefined()
})

// Catches a language of the page in which the shell keeps speaking English.
it('the shell speaks each language that the page speaks', () => {
  const quit = Object.keys(languages).map((language) => createSpeech(() => language).words().quit)
  expect(new Set(quit).size).toBe(quit.length)
})
