import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

/** Oldest browsers that the live desk, overlays and docks must work in, each by the variable that has its path. */
export const oldBrowsers = { 103: 'SHOWDESK_CHROMIUM_103', 127: 'SHOWDESK_CHROMIUM_127' } as const

/** Undefined where the variable is not set, so that a test can be counted as skipped. */
export function oldChromiumPath(version: keyof typeof oldBrowsers): string | undefined {
  const path = process.env[oldBrowsers[version]]
  return path !== undefined && existsSync(path) ? path : undefined
}

/** A headless build of that version; its libraries lie beside it. Rejects where the file is of another version. */
export async function launchOldBrowser(version: keyof typeof oldBrowsers): Promise<Browser> {
  const executablePath = oldChromiumPath(version)
  if (executablePath === undefined)
    throw new Error(`Chromium ${version} is not here: set ${oldBrowsers[version]} to its path.`)
  const browser = await chromium.launch({
    executablePath,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [dirname(executablePath), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    },
    args: ['--headless', '--no-sandbox', '--no-zygote', '--single-process', '--disable-gpu'],
  })
  if (browser.version().startsWith(`${version}.`)) return browser
  const found = browser.version()
  await browser.close()
  throw new Error(`${oldBrowsers[version]} is Chromium ${found}, not ${version}.`)
}
