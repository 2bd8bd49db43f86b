// Importing the `electron` package would start a download of its own, so its runtime is found here.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at, say } from './places.ts'
import { run } from './run.ts'

const stallMs = 20_000

/** `folder` is the electron package's own. */
export function findRuntime(folder: string = at('node_modules/electron')): string | undefined {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist')
  const note = join(folder, 'path.txt')
  if (!existsSync(note)) return undefined
  const executable = join(dist, readFileSync(note, 'utf8').trim())
  return existsSync(executable) ? executable : undefined
}

/** Its executable, fetched where it is missing, or why it can't be had, as the end of a sentence. */
export async function obtainRuntime(): Promise<{ executable: string } | { cause: string }> {
  const found = findRuntime()
  if (found !== undefined) return { executable: found }
  const installer = at('node_modules/electron/install.js')
  if (!existsSync(installer)) return { cause: 'the electron package is not installed; run npm ci' }
  say("Fetching Electron's runtime, once.")
  const { stalled, said } = await download(installer)
  const executable = findRuntime()
  if (executable !== undefined) return { executable }
  return { cause: stalled ? `nothing came for ${stallMs / 1_000} s` : causeIn(said) }
}

/** What went wrong, in what the installer and fetch-cause.ts printed. */
export function causeIn(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
  const line = lines.findLast((one) => one.startsWith('[cause]')) ?? lines[0] ?? 'the download ended without a word'
  return line
    .replace(/^\[cause\]: /, '')
    .replace(/^\w*Error(?: \[\w+\])?: /, '')
    .slice(0, 200)
}

async function download(installer: string): Promise<{ stalled: boolean; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-runtime-'))
  const dist = at('node_modules/electron/dist')
  let watch: NodeJS.Timeout | undefined
  let stalled = false
  let said = ''
  try {
    await run(process.execPath, ['--import', pathToFileURL(at('main/hosts/launch/fetch-cause.ts')).href, installer], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
      started(child) {
        child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)))
        let size = 0
        let since = Date.now()
        watch = setInterval(() => {
          const now = bytes(folder) + bytes(dist)
          if (now !== size) since = Date.now()
          size = now
          stalled = Date.now() - since > stallMs
          if (stalled) child.kill()
        }, 1_000)
      },
    })
    return { stalled, said }
  } finally {
    clearInterval(watch)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Files that vanish meanwhile count as none. */
function bytes(path: string): number {
  try {
    const stat = statSync(path)
    return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytes(join(path, name)), 0) : stat.size
  } catch {
    return 0
  }
}
