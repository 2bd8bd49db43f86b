import { expect, test } from 'vitest'
import {
  blocksFromMarkdown,
  looksLikeMarkdown,
} from '../../../../../renderer/views/templates/model/blocks/from-markdown.ts'

const withoutIds = (text: string): unknown[] => blocksFromMarkdown(text).map((block) => ({ ...block, id: undefined }))

// Catches Markdown that loses its marks, and HTML in it that becomes markup.
test('Markdown becomes blocks', () => {
  expect(
    withoutIds(
      '# Hi {{name}}\n\nA *b* **c** <b>x</b> a & b\n[go](https://x.example.org/?a=1&b=2) [bad](javascript:alert(1))\n\n- one\n- two\n\n![The stage](https://x.example.org/a.png)\n\n---\n\n<div>raw</div>\n',
    ),
  ).toEqual([
    { kind: 'heading', level: 1, html: 'Hi {{name}}', align: 'left' },
    {
      kind: 'text',
      html: '<p>A <em>b</em> <strong>c</strong> &lt;b&gt;x&lt;/b&gt; a &amp; b <a href="https://x.example.org/?a=1&amp;b=2">go</a> bad</p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
      align: 'left',
    },
    { kind: 'picture', src: 'https://x.example.org/a.png', alt: 'The stage', href: '', align: 'center' },
    { kind: 'divider' },
    { kind: 'text', html: '<p>&lt;div&gt;raw&lt;/div&gt;</p>', align: 'left' },
  ])
})

// Catches an offer over every paste of plain words.
test('plain words are no Markdown', () => {
  expect(looksLikeMarkdown('Hello there,\nthis is a letter - nothing more.')).toBe(false)
  expect(looksLikeMarkdown('# One line')).toBe(false)
  expect(looksLikeMarkdown('# Title\n\nText')).toBe(true)
  expect(looksLikeMarkdown('Text\n[go](https://x.example.org)')).toBe(true)
})
