import { readFileSync } from 'node:fs'
import { join, matchesGlob, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const config = JSON.parse(readFileSync(join(root, '.config/electron-builder.json'), 'utf8')) as {
  asar: boolean
  files: string[]
  electronFuses: Record<string, boolean>
  extraResources: Array<{ from: string; to: string }>
}

/** As the packager reads the list: in order, the last pattern that speaks of a file decides; node_modules start out included. */
function ships(path: string): boolean {
  return config.files.reduce((included, pattern) => {
    const negated = pattern.startsWith('!')
    return matchesGlob(path, negated ? pattern.slice(1) : pattern) ? !negated : included
  }, path.startsWith('node_modules/'))
}

describe('the packaging configuration', () => {
  // Catches a fuse left on through which a started desk becomes a Node that anyone can steer.
  it('sets every fuse', () => {
    expect(config.asar).toBe(true)
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  // Catches an app without its keychain, or without the very files that it starts from.
  it.each([
    'package.json',
    'out/main/index.js',
    'out/main/chunks/app-1.js',
    'out/main/cli.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/renderer/overlay.html',
    'out/renderer/dock.html',
    'out/renderer/assets/overlay/overlay-1.js',
    'node_modules/keytar/build/Release/keytar.node',
    'node_modules/@napi-rs/keyring/index.js',
    'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node',
  ])('ships %s', (path) => {
    expect(ships(path)).toBe(true)
  })

  // Catches a second Node, sources, or packages that are in the bundle already.
  it.each([
    'node_modules/node/bin/node',
    'node_modules/vue/index.js',
    'node_modules/@nuxt/ui/package.json',
    'node_modules/electron/index.js',
    'main/index.ts',
    'test/run.ts',
    'out/main/index.js.map',
    'out/main/host.js',
  ])('leaves out %s', (path) => {
    expect(ships(path)).toBe(false)
  })

  // Catches a Help menu that opens a folder which is not there.
  it('ships the documentation beside the app', () => {
    expect(config.extraResources).toContainEqual({ from: 'docs', to: 'docs' })
  })
})
