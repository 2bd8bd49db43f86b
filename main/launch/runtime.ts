// Importing the `electron` package would start a download of its own, so its runtime is found here.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Fetched where it is missing; undefined where it can't be had. */
export async function obtainRuntime(): Promise<string | undefined> {
  const found = findRuntime()
  const installer = at('node_modules/electron/install.js')
  if (found !== undefined || !existsSync(installer)) return found
  say("Fetching Electron's runtime, once.")
  await download(installer)
  return findRuntime()
}

async function download(installer: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-runtime-'))
  const dist = at('node_modules/electron/dist')
  let watch: NodeJS.Timeout | undefined
  try {
    await run(process.execPath, [installer], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
      started(child) {
        let size = 0
        let since = Date.now()
        watch = setInterval(() => {
          const now = bytes(folder) + bytes(dist)
          if (now !== size) since = Date.now()
          size = now
          if (Date.now() - since > stallMs) child.kill()
        }, 1_000)
      },
    })
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
