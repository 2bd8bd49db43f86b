// Everything is printed to stderr.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { at, root, say } from './places.ts'
import { run } from './run.ts'

const built = ['out/main/index.js', 'out/main/host.js', 'out/preload/index.cjs', 'out/renderer/index.html']
const sources = [
  '.config',
  'main',
  'preload',
  'renderer',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]
/** The texts of Help. */
const texts = ['docs', 'CHANGELOG.md']

export function isStale(folder: string = root): boolean {
  const outputs = built.map((path) => join(folder, path))
  if (!outputs.every((path) => existsSync(path))) return true
  return (
    Math.max(
      ...sources.map((path) => newest(join(folder, path), '.md')),
      ...texts.map((path) => newest(join(folder, path))),
    ) > Math.min(...outputs.map((path) => statSync(path).mtimeMs))
  )
}

/** Throws an Error with one line to show. */
export async function ensureBuilt(): Promise<void> {
  if (!isStale()) return
  const cli = at('node_modules/electron-vite/bin/electron-vite.js')
  if (!existsSync(cli))
    throw new Error('The desk is not built and its build tools are not installed. Run npm ci first.')
  say('Building the desk.')
  const code = await run(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
  })
  if (code !== 0) throw new Error('The build failed; what it said stands above.')
}

/**
 * In milliseconds; of a folder the newest within, since a removed file shows in the folder's own time. Files with the
 * ending `leftOut` don't count.
 */
function newest(path: string, leftOut?: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return extname(path) === leftOut ? 0 : stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name), leftOut)))
}
