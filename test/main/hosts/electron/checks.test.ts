import type { BrowserWindow, WebFrameMain } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { checkedExternal, openMail } from '../../../../main/hosts/electron/external.ts'
import { drawMark } from '../../../../main/hosts/electron/icon.ts'
import { menuTemplate } from '../../../../main/hosts/electron/menu.ts'
import { parseShellOptions } from '../../../../main/hosts/electron/options.ts'
import { isTrustedSender } from '../../../../main/hosts/electron/sender.ts'
import { stateWords } from '../../../../main/hosts/electron/tray.ts'
import { createSpeech } from '../../../../main/hosts/electron/words.ts'
import { frame } from '../../../support/electron/parts.ts'
import { shell } from '../../../support/electron/stand-in.ts'

vi.mock('electron', () => import('../../../support/electron/stand-in.ts'))

describe('checkedExternal', () => {
  // Catches an address that would start a program, read a file, or carry a name and password to a host.
  it.each([
    'http://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:display',
    'smb://example.com/share',
    'https://user@example.com',
    'https://user:word@example.com',
    '//example.com',
    `https://example.com/${'a'.repeat(5_000)}`,
    '',
  ])('refuses %s', (address) => {
    expect(checkedExternal(address)).toBeUndefined()
  })

  // Catches a check that hands on the text as written, which a shell may read in another way than the parser did.
  it('answers the parsed address', () => {
    expect(checkedExternal(' https://Example.com/a b')).toBe('https://example.com/a%20b')
  })
})

describe('openMail', () => {
  // Catches a file that starts a program instead of being read, and a system without a mail program that says nothing.
  it('opens messages alone, and says when nothing opened one', async () => {
    await expect(openMail('/tmp/mail.eml')).resolves.toBeUndefined()
    await expect(openMail('/tmp/mail.exe')).rejects.toMatchObject({
      details: { facts: { reason: 'mail_not_opened' } },
    })
    const failing = vi.spyOn(shell, 'openPath').mockResolvedValue('No application is registered')
    await expect(openMail('/tmp/mail.eml')).rejects.toMatchObject({ code: 'internal' })
    failing.mockRestore()
  })
})

describe('isTrustedSender', () => {
  const windowThat = (isDestroyed: boolean, frameTreeNodeId = 1) =>
    ({
      isDestroyed: () => isDestroyed,
      webContents: { mainFrame: frame({ frameTreeNodeId }) },
    }) as unknown as BrowserWindow
  const windows = [windowThat(false), windowThat(false, 11)]
  const from = (parts: Parameters<typeof frame>[0]) => frame(parts) as unknown as WebFrameMain

  // Catches a check that refuses the desk itself.
  it('knows the main frames of its own windows', () => {
    expect(isTrustedSender(from({}), windows, 'app://desk')).toBe(true)
    expect(isTrustedSender(from({ frameTreeNodeId: 11 }), windows, 'app://desk')).toBe(true)
  })

  // Catches each way in which something else speaks: gone, embedded, another window, another or no origin.
  it.each([
    ['a frame that is gone', null],
    ['a destroyed frame', from({ isDestroyed: () => true })],
    ['a detached frame', from({ detached: true })],
    ['a subframe', from({ parent: {}, frameTreeNodeId: 2 })],
    ['another window', from({ frameTreeNodeId: 2 })],
    ['a foreign origin', from({ origin: 'https://example.com' })],
    ['an opaque origin', from({ origin: 'null' })],
    ['a look-alike', from({ origin: 'app://desk.example' })],
  ])('refuses %s', (_, sender) => {
    expect(isTrustedSender(sender, windows, 'app://desk')).toBe(false)
  })

  // Catches a message that comes after the window closed.
  it('refuses everyone without a window', () => {
    expect(isTrustedSender(from({}), [], 'app://desk')).toBe(false)
    expect(isTrustedSender(from({}), [windowThat(true)], 'app://desk')).toBe(false)
  })
})

describe('parseShellOptions', () => {
  // Catches a start that fails on a switch which belongs to Chromium.
  it("takes the desk's own flags among others", () => {
    expect(
      parseShellOptions([
        '--remote-debugging-port=9',
        '--profile',
        '/tmp/a',
        '--inspect',
        '--environment=development',
        '.',
      ]),
    ).toMatchObject({
      profile: '/tmp/a',
      environment: 'development',
    })
  })

  // Catches an environment that does not exist and would be chosen without a word.
  it('refuses a wrong value', () => {
    expect(() => parseShellOptions(['--environment', 'live'])).toThrow('--environment')
  })
})

const words = createSpeech(() => 'en').words()

describe('the menu', () => {
  const roles = (development: boolean) =>
    JSON.stringify(menuTemplate({ development, words, openHelp: () => undefined }))

  // Catches a reload or developer tools within reach during a show.
  it('has reload and tools in development alone', () => {
    for (const role of ['reload', 'forceReload', 'toggleDevTools']) {
      expect(roles(true)).toContain(`"${role}"`)
      expect(roles(false)).not.toContain(`"${role}"`)
    }
  })

  // Catches copy and paste that stop working where they come from the menu.
  it('has the roles of editing', () => {
    for (const role of ['undo', 'cut', 'copy', 'paste', 'selectAll']) expect(roles(false)).toContain(`"${role}"`)
  })
})

describe('the tray', () => {
  // Catches a tray that says nothing of an unknown outcome.
  it('says what the ledger holds', () => {
    expect(stateWords({ queued: 0, sending: 0, accepted: 0, unknown: 0 }, false, words)).toBe('Showdesk')
    expect(stateWords({ queued: 2, sending: 1, accepted: 0, unknown: 1 }, true, words)).toBe(
      'Showdesk: a show is on, 1 sending, 2 waiting, 1 unknown',
    )
  })

  // Catches an icon that is empty or filled to its corners.
  it('draws a ring on nothing', () => {
    const pixels = drawMark(48)
    const alpha = (x: number, y: number) => pixels[(y * 48 + x) * 4 + 3]
    expect(alpha(0, 0)).toBe(0)
    expect(alpha(24, 24)).toBe(255)
    expect(alpha(24, 11)).toBe(0)
    expect(alpha(24, 4)).toBe(255)
  })
})
