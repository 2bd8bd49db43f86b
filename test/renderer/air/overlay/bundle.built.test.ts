import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { root } from '../../../support/desk.ts'

const folder = join(root, 'out/renderer')
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
const most = 15 * 1024

/** The page of overlays and everything that it names, by path. */
function loaded(): Map<string, string> {
  const files = new Map([['overlay.html', read('overlay.html')]])
  for (const text of files.values())
    for (const [, name] of text.matchAll(/["'`](?:\.?\/)?(?<name>assets\/[\w./-]+|\.\/[\w.-]+\.(?:js|css))["'`]/g)) {
      const path = name?.replace(/^\.\//, 'assets/overlay/') ?? ''
      if (!files.has(path)) files.set(path, read(path))
    }
  return files
}

// Catches the page's framework, or its checks of inputs, in what every browser source loads.
test('an overlay is small and has the framework of the page nowhere', () => {
  const files = loaded()
  expect([...files.keys()].some((path) => path.endsWith('.js'))).toBe(true)
  const bytes = [...files.values()].reduce((sum, text) => sum + gzipSync(text).length, 0)
  expect(bytes).toBeLessThanOrEqual(most)
  const all = [...files.values()].join('\n')
  for (const foreign of ['__vue', 'createApp', 'ZodError', 'vue-i18n', 'innerHTML', 'eval('])
    expect(all.includes(foreign), foreign).toBe(false)
})

// Catches code and styles that streaming software of some years ago does not understand.
test('an overlay is written for Chromium 100', () => {
  const newer = {
    styles: /color-mix|@container|@layer|:has\(|\bokl(?:ab|ch)\(|\d[dsl]v[hw]\b|\(width [<>]/,
    code: /\.(?:toSorted|toReversed|toSpliced|groupBy|withResolvers|isWellFormed|checkVisibility|getSetCookie)\(|\busing /,
  }
  for (const [path, text] of loaded()) {
    expect(text, path).not.toMatch(newer.styles)
    expect(text, path).not.toMatch(newer.code)
  }
})

// Catches an address below /overlay/ from which the page finds no file, and code that the page's policy refuses.
test('the page of overlays names its files from the root and has no code of its own', () => {
  const html = read('overlay.html')
  expect(html).toMatch(/<script type="module" crossorigin src="\/assets\/overlay\/overlay-[\w-]+\.js"><\/script>/)
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(
    readdirSync(join(folder, 'assets/overlay')).filter((name) => /^overlay-[\w-]+\.js$/.test(name)).length,
  ).toBeGreaterThan(0)
})
