import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** Where this machine's Chromium is; SHOWDESK_CHROMIUM names another place. */
export function chromiumPath(): string | undefined {
  return [process.env.SHOWDESK_CHROMIUM ?? '', ...places].find((path) => path !== '' && existsSync(path))
}

/** The real Chromium, without its background traffic; as root it can't use its own sandbox. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (executablePath === undefined) throw new Error('Chromium is not here: install the package chromium, or set SHOWDESK_CHROMIUM to its path.')
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
