// The Electron entry. Nothing is awaited at the top level, because Electron gets ready only after this module has
// run.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app } from 'electron'
import { DeskError } from '#contract/errors.ts'
import { createApp } from './app.ts'
import { openExternal, openMail } from './hosts/electron/external.ts'
import { parseShellOptions } from './hosts/electron/options.ts'
import { runShell } from './hosts/electron/shell.ts'
import { keepHeapSmall } from './hosts/heap.ts'
import { openKeychain } from './core/keychain/index.ts'
import { createStderrLog, outliveOutput } from './core/log.ts'
import { systemClock as clock } from './core/ports.ts'

keepHeapSmall()
outliveOutput()
const built = resolve(import.meta.dirname, '..')
const log = createStderrLog()

try {
  const { profile, ...options } = parseShellOptions(process.argv.slice(app.isPackaged ? 1 : 2))
  // Chromium's files are in the profile, and with them the single-instance lock: one desk per profile. The folder is
  // made private by whoever makes it first.
  const chromium = join(profile, 'chromium')
  mkdirSync(chromium, { recursive: true, mode: 0o700 })
  app.setPath('userData', chromium)
  runShell({
    profile,
    log,
    files: {
      renderer: join(built, 'renderer'),
      preload: join(built, 'preload', 'index.cjs'),
    },
    feed: __UPDATE_FEED__,
    openDesk: (host) =>
      createApp(
        {
          host: 'electron',
          profile,
          keychain: openKeychain({ clock, log }),
          clock,
          log,
          shell: { openExternal },
          openFile: openMail,
          ...host,
        },
        { version: app.getVersion(), ...options },
      ),
  })
} catch (error) {
  if (!(error instanceof DeskError)) throw error
  process.stderr.write(`${error.message}\n`)
  app.exit(2)
}
