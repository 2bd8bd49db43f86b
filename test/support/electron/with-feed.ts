// The main bundle as `npm run dist` builds it where the environment names an address of updates.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../../..')

/** Inside the project, since the bundle finds the unbundled packages from there. */
export async function buildWithFeed(feed: string): Promise<{ bundle: string; dispose: () => void }> {
  const parent = join(root, 'node_modules/.showdesk')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'with-feed-'))
  const before = process.env.SHOWDESK_UPDATE_FEED
  process.env.SHOWDESK_UPDATE_FEED = feed
  try {
    const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'build')
    const main = config?.main
    if (main === undefined) throw new Error('electron.vite.config.ts has no main part')
    await build({ ...main, build: { ...main.build, outDir: join(folder, 'main') } })
  } finally {
    if (before === undefined) delete process.env.SHOWDESK_UPDATE_FEED
    else process.env.SHOWDESK_UPDATE_FEED = before
  }
  for (const part of ['preload', 'renderer']) symlinkSync(join(root, 'out', part), join(folder, part))
  return {
    bundle: join(folder, 'main/index.js'),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}
