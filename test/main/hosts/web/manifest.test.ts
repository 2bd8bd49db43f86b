import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManifest } from '../../../../main/hosts/web/manifest.ts'

let folder: string
const page = () => createManifest(join(folder, 'page'))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'showdesk-web-'))
  mkdirSync(join(folder, 'page/assets'), { recursive: true })
  writeFileSync(join(folder, 'outside.txt'), 'outside')
  writeFileSync(join(folder, 'page/index.html'), '<p>page</p>')
  mkdirSync(join(folder, 'page/help'))
  writeFileSync(join(folder, 'page/help/index.html'), '<p>help</p>')
  writeFileSync(join(folder, 'page/assets/index-4f2a.js'), 'export {}')
  writeFileSync(join(folder, 'page/assets/two words.css'), 'p {}')
  writeFileSync(join(folder, 'page/notes.map'), '{}')
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'page/link.txt'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('createManifest', () => {
  // Catches a page that can't be opened by its bare address.
  it('answers the page at /', () => {
    expect(page().get('/')).toMatchObject({ type: 'text/html; charset=utf-8', cache: 'no-cache' })
    expect(page().get('/')?.body.toString()).toBe('<p>page</p>')
  })

  // Catches documentation that is only found by the names of its files.
  it('answers the first page of a folder at its bare address', () => {
    expect(page().get('/help/')?.body.toString()).toBe('<p>help</p>')
    expect(page().get('/assets/')).toBeUndefined()
  })

  // Catches a script served as text, which a browser told not to guess refuses to run.
  it('names the type and keeps hashed assets for good', () => {
    expect(page().get('/assets/index-4f2a.js')).toMatchObject({
      type: 'text/javascript; charset=utf-8',
      cache: expect.stringContaining('immutable') as string,
    })
  })

  // Catches a name with a blank that is asked for as %20 and not found.
  it('knows names as the URL parser writes them', () => {
    expect(page().get(new URL('http://127.0.0.1/assets/two words.css').pathname)?.body.toString()).toBe('p {}')
  })

  // Catches files that were never meant to be served: links out of the folder, source maps.
  it('lists exactly the files of known types', () => {
    expect(page().paths().sort()).toEqual([
      '/assets/index-4f2a.js',
      '/assets/two%20words.css',
      '/help/index.html',
      '/index.html',
    ])
    expect(page().get('/link.txt')).toBeUndefined()
    expect(page().get('/notes.map')).toBeUndefined()
  })

  // Catches a file that was put there after the start and would be served without ever having been listed.
  it('does not serve what came later', () => {
    const manifest = page()
    writeFileSync(join(folder, 'page/later.txt'), 'later')
    expect(manifest.get('/later.txt')).toBeUndefined()
    rmSync(join(folder, 'page/later.txt'))
  })

  // Catches a desk that falls over because a build took a file away under it.
  it('does not know what is gone', () => {
    writeFileSync(join(folder, 'page/gone.txt'), 'gone')
    const manifest = page()
    rmSync(join(folder, 'page/gone.txt'))
    expect(manifest.get('/gone.txt')).toBeUndefined()
  })

  // Catches every way to climb out of the folder, encoded or not: nothing that is not listed is ever answered.
  it('answers nothing that is not listed', () => {
    const manifest = page()
    const listed = new Set([...manifest.paths(), '/'])
    const piece = fc.constantFrom(
      '..',
      '%2e%2e',
      '..%2f',
      '%5c',
      '\\',
      '//',
      '/',
      'outside.txt',
      'assets',
      'index.html',
      '%00',
      '__proto__',
      'constructor',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const path = `/${pieces.join('/')}`
        return listed.has(path) || manifest.get(path) === undefined
      }),
    )
  })

  // Catches a tag that stays the same while the bytes change.
  it('tags by content', () => {
    const before = page().get('/index.html')?.etag
    writeFileSync(join(folder, 'page/index.html'), '<p>other</p>')
    const after = page().get('/index.html')?.etag
    writeFileSync(join(folder, 'page/index.html'), '<p>page</p>')
    expect(after).not.toBe(before)
    expect(page().get('/index.html')?.etag).toBe(before)
  })
})
