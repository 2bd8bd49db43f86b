import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** SHOWDESK_CHROMIUM overrides the place. */
export function chromiumPath(): string | undefined {
  return [process.env.SHOWDESK_CHROMIUM ?? '', ...places].find((path) => path !== '' && existsSync(path))
}

const asRoot = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

function executable(): string {
  const path = chromiumPath()
  if (path === undefined)
    throw new Error('Chromium is not here: install the package chromium, or set SHOWDESK_CHROMIUM to its path.')
  return path
}

/** A browser with a profile of its own, since only that connects ahead of time. `close` removes the profile. */
export async function launchAsPerson(): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-chromium-'))
  const context = await chromium.launchPersistentContext(folder, { executablePath: executable(), args: asRoot() })
  return {
    context,
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Chromium without background traffic; as root without its sandbox. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable(),
    args: [
      ...asRoot(),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
