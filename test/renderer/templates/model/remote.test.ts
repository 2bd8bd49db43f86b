import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanHtml } from '../../../../renderer/views/templates/model/html-scan.ts'
import { withoutRemote } from '../../../../renderer/views/templates/model/remote.ts'

describe('the preview without remote addresses', () => {
  // A picture that is asked for tells the sender that the mail is being read, and fills the console.
  it('names nothing that would be fetched', () => {
    const html =
      '<base href="https://a.example.org/"><link rel="stylesheet" href="https://a.example.org/a.css"><meta http-equiv="refresh" content="0;url=https://a.example.org/">' +
      '<style>@import "https://a.example.org/b.css"; td { background: url(https://a.example.org/c.png) no-repeat }</style>' +
      '<body background="https://a.example.org/d.png"><img src="https://a.example.org/e.png" srcset="https://a.example.org/e.png 2x" alt="A"><img src={{logo}}>' +
      '<td style="background-image:url(\'https://a.example.org/f.png\');color:red">x</td><svg><image href="https://a.example.org/g.png"/></svg>'
    const clear = withoutRemote(html)
    for (const node of scanHtml(clear).nodes) {
      if (node.kind === 'text' || node.kind === 'end') continue
      for (const { name, value } of node.attributes)
        if (!name.startsWith('data-blocked-') && name !== 'content') expect(value).not.toContain('a.example.org')
    }
    expect(clear).toContain('background: none no-repeat')
    expect(clear).toContain('background-image:none;color:red')
    expect(clear).not.toContain('@import')
    expect(withoutRemote('<script>go()</script><p onclick="go()">x</p>')).toBe(
      '<script type="text/plain">go()</script><p data-blocked-onclick="go()">x</p>',
    )
    expect(clear).toContain('<img data-blocked-src="{{logo}}">')
  })

  // The parser renames attributes in svg, and an address may end with the slash before a tag's end.
  it('writes attributes as they were written', () => {
    expect(withoutRemote('<svg><image xlink:href="https://a.example.org/a.png"/></svg>')).toBe(
      '<svg><image data-blocked-xlink:href="https://a.example.org/a.png"/></svg>',
    )
    expect(withoutRemote('<img src=https://a.example.org/><br/>')).toBe(
      '<img data-blocked-src="https://a.example.org/"><br/>',
    )
    expect(withoutRemote('<img src=a alt=1 alt=b/>')).toBe('<img data-blocked-src="a" alt="1">')
  })

  // Taking more away than that would show another mail than the one that is sent.
  it('leaves everything else as it is', () => {
    const html =
      '<!doctype html><p style="color:red">a <a href="https://a.example.org/">b</a></p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=""><svg><use href="#a"/></svg>'
    expect(withoutRemote(html)).toBe(html)
  })

  // A document made to be slow would freeze the analysis for good.
  it('never throws on any text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<img src=', 'url(', '"', '>', ' ', '@import', 'http:', '<style>', 'a', ')'),
        }),
        (html) => void withoutRemote(html),
      ),
    )
  })
})
