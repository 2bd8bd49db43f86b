import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { linkWarning } from '../../../../renderer/views/templates/model/link-warning.ts'
import { previewDocument } from '../../../../renderer/views/templates/model/preview/preview-document.ts'

const look = { dark: false, images: true }

// A policy that comes after the first image comes too late for it.
test.each([
  '<p>text</p>',
  '<!doctype html><html><head><title>a</title></head></html>',
  '<!-- --!><img src="https://example.org/a.png"><!-- --><!doctype html>',
  '<!--><img src="https://example.org/a.png"> --><!doctype html>',
  '<!---><img src="https://example.org/a.png"> --><!doctype html>',
  '<!-- a > b --><img src="https://example.org/a.png"><!doctype html>',
])('the policy is the first element of the page: %s', (html) => {
  const page = previewDocument(html, look)
  const root = parse(page).childNodes.find((node) => node.nodeName === 'html')
  const first = root && 'childNodes' in root ? root.childNodes.find((node) => node.nodeName === 'head') : undefined
  const meta = first && 'childNodes' in first ? first.childNodes[0] : undefined
  expect(meta && 'attrs' in meta ? meta.attrs[0]?.value : undefined).toBe('Content-Security-Policy')
})

// In quirks mode tables and fonts are measured otherwise than the reader's program does.
test.each([
  '<!DOCTYPE html>',
  ' <!-- made by hand --> <!doctype html>',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
])('the reading mode stays: %s', (doctype) => {
  const page = previewDocument(`${doctype}<html lang="de"><body class="x">a</body></html>`, look)
  const document = parse(page)
  expect('mode' in document ? document.mode : undefined).toBe('no-quirks')
  expect(page).toContain('<html lang="de"><body class="x">a</body></html>')
})

// A switched-off picture that loads tells its sender who looked.
test('pictures come from the message or not at all', () => {
  expect(previewDocument('', look)).toContain('img-src data:')
  expect(previewDocument('', { dark: true, images: false })).not.toContain('img-src')
  expect(previewDocument('', { dark: true, images: false })).toContain('color-scheme:dark')
})

// A link's warning is the only one a reader of the list gets.
test('links are warned of by where they lead', () => {
  expect(
    [
      'http://example.org',
      ' HT\ntp://example.org',
      '/help',
      'javascript:x',
      'https://example.org',
      'mailto:a@example.org',
      '#top',
      '{{url}}',
      '',
      '#',
      'htps://example.org',
      'http://localhost:3000/a',
    ].map(linkWarning),
  ).toEqual([
    ...['insecure', 'insecure', 'relative', 'script', undefined, undefined, undefined, undefined],
    ...['empty', 'empty', 'misspelt', 'local'],
  ])
})
