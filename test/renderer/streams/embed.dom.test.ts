import { describe, expect, it } from 'vitest'
import { embedOf, hasTag, previewOf, warningOf } from '../../../renderer/views/streams/model/embed.ts'

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')
const picture = (code: string) => previewOf(code, false, parse)
const drawn = (page: string): string => page.slice(page.indexOf('<body>'))

describe('the code in an answer', () => {
  // Code under another name that is not found, or an address shown as code.
  it('is found by name, else by what it looks like', () => {
    expect(embedOf({ data: { url: 'https://x.example.org', embedCode: '<iframe></iframe>' } })).toEqual({
      code: '<iframe></iframe>',
    })
    expect(embedOf({ data: { id: 'x', player: '<script src=a></script>' } })).toEqual({
      code: '<script src=a></script>',
    })
    expect(embedOf('<p>bare</p>')).toEqual({ code: '<p>bare</p>' })
    expect(embedOf({ data: { embed: { html: '<b>x</b>' } } })).toEqual({ code: '<b>x</b>' })
    expect([embedOf(null), embedOf([]), embedOf({ data: { id: 'a < b' } }), embedOf({ embedCode: null })]).toEqual([
      {},
      {},
      {},
      {},
    ])
  })
})

describe('the picture of it', () => {
  // Anything of the platform's HTML that could run, load, cover the page or lead away.
  it('has no element and no attribute of the code but plain ones', () => {
    const { page, scripts, addresses } = picture(
      '<p onclick="x()" style="background:url(https://a.example.org/a)">Hi <a href="javascript:alert(1)">there</a></p><script>bad()</script><iframe src="http://v.example.org/e" width="640" height="360" title="B" onload="x()" srcdoc="<script>y()</script>"></iframe><img src="https://i.example.org/i.png"><form action="https://f.example.org"><input autofocus></form><link rel=stylesheet href="https://l.example.org/l.css"><meta http-equiv=refresh content="0;url=https://m.example.org">',
    )
    expect(drawn(page)).not.toMatch(/<(script|iframe|img|form|input|link|meta|style)\b/i)
    expect(drawn(page)).not.toMatch(/\son\w+=|srcdoc|href=|src=/i)
    expect(drawn(page)).toContain('<p>Hi <a>there</a></p>')
    expect(drawn(page)).toContain('aspect-ratio:640/360')
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'")
    expect(scripts).toBe(1)
    expect(addresses).toEqual(
      expect.arrayContaining([
        { tag: 'a', href: 'javascript:alert(1)', warning: 'script' },
        { tag: 'iframe', href: 'http://v.example.org/e', warning: 'insecure' },
        { tag: 'img', href: 'https://i.example.org/i.png' },
        { tag: 'form', href: 'https://f.example.org' },
      ]),
    )
  })

  // A title or address that closes its box and opens something else.
  it('escapes what it names', () => {
    const { page } = picture(
      '<iframe title="&quot;></div><script>x</script>" src="https://e.example.org/?a=1&b=<2>"></iframe>&lt;script&gt;',
    )
    expect(drawn(page)).not.toContain('<script')
    expect(drawn(page)).toContain('&lt;/div&gt;')
    expect(drawn(page)).toContain('&lt;script&gt;')
  })

  // Code of megabytes that freezes the window.
  it('draws a part of very long code and says so', () => {
    expect(picture('<b>x</b>'.repeat(20_000)).cut).toBe(true)
    expect(picture('<b>x</b>').cut).toBe(false)
  })
})

// A warning that misses what matters, or cries at everything.
it('judges addresses', () => {
  expect(
    [
      'https://a.example.org',
      '//a.example.org/x',
      'http://a.example.org',
      ' java\nscript:x',
      '/player',
      'data:text/html,x',
      '',
    ].map(warningOf),
  ).toEqual([undefined, undefined, 'insecure', 'script', 'relative', 'script', undefined])
})

// Catches a search that begins anew at each letter: 80 KB of "<a" stopped the page for 5 s, and these 8 MB would for half a day.
it('looks for a tag in one pass', () => {
  expect(['<a', '<a<b', 'a < b > c', '<1>', '', '><a'].map(hasTag)).toEqual([false, false, false, false, false, false])
  expect(['<a>', '<b<a>', 'x <P class=y> z', '<a\n>'].map(hasTag)).toEqual([true, true, true, true])
  expect(hasTag('<a'.repeat(4_000_000))).toBe(false)
})
