import { expect, test } from 'vitest'
import {
  hostsOf,
  remotePictures,
  withPictures,
} from '../../../../renderer/views/templates/model/preview/preview-pictures.ts'
import { withoutRemote } from '../../../../renderer/views/templates/model/remote.ts'

const gif = 'data:image/gif;base64,R0lGODlh'
const html = withoutRemote(
  '<body background="https://b.example/back.png"><img src="https://a.example/x.png?a=1&amp;b=2" alt="a > b">' +
    '<img src="//a.example/y.png"><img src="http://c.example/z.png"><img src="https://a.example/x.png?a=1&amp;b=2">' +
    '<script src="https://d.example/s.js"></script><p>data-blocked-src="https://e.example/text.png"</p></body>',
)

// The hosts that the person reads would differ from those that are asked.
test('names each picture over https once, with its host', () => {
  const { urls, others } = remotePictures(html)
  expect(urls).toEqual(['https://b.example/back.png', 'https://a.example/x.png?a=1&b=2', 'https://a.example/y.png'])
  expect(others).toBe(1)
  expect(hostsOf(urls)).toEqual(['a.example', 'b.example'])
})

// A loaded picture would not appear, or text and scripts of the message would change with it.
test('puts in the pictures that are there and leaves everything else', () => {
  const all = new Map(['https://a.example/x.png?a=1&b=2', 'https://d.example/s.js'].map((url) => [url, gif]))
  const shown = withPictures(html, all)
  expect(shown.split(` src="${gif}"`)).toHaveLength(3)
  expect(shown).toContain('data-blocked-background="https://b.example/back.png"')
  expect(shown).toContain('data-blocked-src="https://d.example/s.js"')
  expect(shown).toContain('<p>data-blocked-src="https://e.example/text.png"</p>')
  expect(withPictures(html, new Map())).toBe(html)
})

// An old address could not be replaced by a file, because nothing else loads it.
test('puts in a file for an address that is never loaded', () => {
  const { otherAddresses } = remotePictures(html)
  expect(otherAddresses).toEqual(['http://c.example/z.png'])
  expect(withPictures(html, new Map([['http://c.example/z.png', gif]]))).toContain(` src="${gif}"`)
})

// An answer that is no picture could break out of the attribute.
test('puts in nothing but data URLs of pictures', () => {
  for (const data of ['https://a.example/x.png', 'data:text/html,x', `${gif}" onload="x`])
    expect(withPictures(html, new Map([['https://a.example/y.png', data]]))).toBe(html)
})
