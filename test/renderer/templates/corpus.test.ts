import { expect, test } from 'vitest'
import { importFile } from '../../../renderer/views/templates/model/import.ts'
import { applyEdits } from '../../../renderer/views/templates/model/edits.ts'
import { corpus } from './corpus.ts'
import { problemsOf, template } from './model/support.ts'

const decoded = corpus.map(({ name, bytes }) => ({
  name,
  text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
}))

/** What the desk says something about, or has to carry; each as at least one file has it. */
const constructs: Record<string, RegExp> = {
  'a Mustache section': /\{\{#\w+\}\}/,
  'a Mustache inversion': /\{\{\^\w+\}\}/,
  'a Mustache comment': /\{\{! /,
  'a Mustache partial': /\{\{> ?\w+\}\}/,
  'a Mustache delimiter': /\{\{=<% %>=\}\}/,
  'raw braces': /\{\{\{\w+\}\}\}/,
  'a raw ampersand': /\{\{& /,
  'a Handlebars loop': /\{\{#each /,
  'a Handlebars branch': /\{\{#if .*\{\{else\}\}/s,
  'a Handlebars helper': /\{\{formatDate /,
  'a Liquid filter': /\{\{ \w+ \| default: "/,
  'a Liquid branch': /\{% if /,
  'a loop of another language': /\{% for |\{\{ range /,
  'an ERB print': /<%= @?\w/,
  'dollars and hashes': /\$\{\w[^}]*\}.*#foreach/s,
  'merge tags in pipes': /\*\|FNAME\|\*/,
  'merge tags in percents': /%recipient\.\w+%/,
  'merge tags of a namespace': /\{\{\{? ?pm:/,
  'single braces': /[^{]\{first_name\}/,
  'encoded braces': /%7B%7B\w+%7D%7D/,
  'slips of braces': /\{\{name\}[^}]/,
  'conditional comments': /<!--\[if (?:gte )?mso/,
  'a revealed comment': /<!--\[if !mso\]><!-->/,
  VML: /<v:(?:rect|roundrect) /,
  'preheader padding': /(?:&nbsp;&zwnj;){20}/,
  'blank cells': /<td[^>]*>(?:&nbsp;|&#160;)<\/td>/,
  'linked pictures': /<a href="https[^>]+><img [^>]*alt="\w/,
  'HTML made by MJML': /<!--\[if mso \| IE\]>/,
  'dark mode': /prefers-color-scheme: dark/,
  'right to left': /dir="rtl"/,
  'marks of direction': /\u202e/,
  CJK: /[\u3041-\u3096].*[\u4e00-\u9fff].*[\uac00-\ud7a3]/s,
  'half-width forms': /[\uff66-\uff9d]/,
  emoji: /\p{Extended_Pictographic}\u200d\p{Extended_Pictographic}/u,
  'decomposed letters': /e\u0301/,
  'a very long line': /[^\r\n]{20000}/,
  'nested tables': /<table.*<table.*<table.*<table/s,
  'content directly in tables': /<table[^>]*>\s*Hello/,
  'nested links': /<a [^>]*>[^<]*<a /,
  forms: /<form /,
  video: /<video /,
  frames: /<iframe .*<object .*<frameset /s,
  scripts: /<script>/,
  'a base address': /<base /,
  'a refresh': /http-equiv="refresh"/,
  'inline SVG': /<svg /,
  webp: /\.webp/,
  'SVG pictures': /\.svg/,
  'data addresses': /src="data:image/,
  'content addresses': /src="cid:/,
  'file addresses': /src="file:/,
  'local addresses': /\/\/localhost/,
  flex: /display: ?flex/,
  grid: /display: ?grid/,
  'CSS variables': /var\(--/,
  'web fonts': /@font-face/,
  'imported styles': /@import/,
  'external style sheets': /rel="stylesheet"/,
  'a big style': /<style>.{8193,}<\/style>/s,
  'misspelt schemes': /"htps:/,
  'a scheme twice': /https:\/\/https:/,
  'bare links': /<a>/,
  AMP: /⚡4email/,
  'doubled attributes': /xmlns="[^"]*" xmlns=/,
  'tags left open': /<TD>\w+<TD>/,
  'XML in HTML': /<!\[CDATA\[/,
  'entities without an end': /&copy \d/,
  'placeholders in addresses': /href="https:\/\/\{\{host\}\}/,
  'unknown names': /\{\{fristName\}\}/,
  'names of all alphabets': /\{\{имя\}\} \{\{名前\}\}/,
  'a byte order mark': /^\ufeff/,
  'CRLF alone': /^(?:[^\r\n]*\r\n)+[^\r\n]*$/,
  'CR alone': /^(?:[^\r\n]*\r)+$/,
  'mixed line ends': /\r\n.*[^\r]\n.*\r[^\n]/s,
  NUL: /\0/,
  'control characters': /\u0001.*\u001b.*\u007f/s,
  'separators of lines': /\u2028/,
  'a mark inside': /.\ufeff/,
  'a plain letter': /^Hello \{\{firstName\}\},\n/,
  'blanks alone': /^\s+$/,
}

// A construct that no file has is one that the round trip and the checks were never tried with.
test('the corpus has every construct', () => {
  const missing = Object.entries(constructs).filter(([, pattern]) => !decoded.some(({ text }) => pattern.test(text)))
  expect(missing.map(([name]) => name)).toEqual([])
  expect(corpus.length).toBeGreaterThanOrEqual(40)
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
  expect(corpus.some(({ bytes }) => bytes.length > 102 * 1024)).toBe(true)
  const unsubscribed = decoded.filter(({ name, text }) => name.endsWith('.html') && !/unsub/i.test(text))
  expect(unsubscribed.map(({ name }) => name)).toContain('no-unsubscribe.html')
})

// A wrong letter in a name is the first thing that a reader sees.
test.each([
  ['windows-1252.html', 'Grüße, {{firstName}} – “tonight” costs 5 €…', 'charset_converted'],
  ['latin-1-label.html', '¿vienes?', 'charset_converted'],
  ['no-label-1252.html', 'Das grüne Café öffnet', 'charset_guessed'],
  ['no-label-1251.txt', 'Сегодня вечером', 'charset_guessed'],
  ['shift-jis.html', '様、今夜の放送は九時です。表示ソー能', 'charset_converted'],
  ['no-label-shift-jis.html', 'きょうのメールです。ポスター', 'charset_guessed'],
  ['iso-2022-jp.html', '今夜の放送は九時です。', 'charset_converted'],
  ['gb18030.html', '今晚九点直播', 'charset_converted'],
  ['utf-16.html', 'Grüße 😀 {{firstName}}', 'mark_removed'],
  ['utf-16-big.txt', 'Grüße 😀 {{firstName}}', 'mark_removed'],
  ['wrong-label.html', 'café “q” € 😀', 'charset_relabelled'],
  ['unknown-label.html', 'café', 'charset_unknown'],
  ['mark.html', '<!doctype html>\r\n<p>Grüße', 'mark_removed'],
  ['mark-wrong-label.html', '<meta charset="utf-8"><p>Grüße', 'charset_relabelled'],
  ['made-windows-1252.eml', 'café €', 'charset_relabelled'],
  ['made-alternative.eml', 'Grüße {{firstName}}</p>', ''],
])('%s is read in its own letters', async (name, words, note) => {
  const file = corpus.find((one) => one.name === name)
  if (file === undefined) throw new Error('No such file')
  const imported = await importFile(name, file.bytes)
  if (!imported.ok) throw new Error(JSON.stringify(imported.error))
  const { htmlContent = '', textContent = '' } = imported.template
  expect(htmlContent + textContent).toContain(words)
  const codes = imported.notes.map(({ code }) => code)
  if (note === '') expect(codes).toEqual([])
  else expect(codes).toContain(note)
})

// A place outside of its text, or an edit that can't be applied, takes the editor down with a mail that others can read.
test('the checks read every file, and each fix can be applied', async () => {
  for (const { name, bytes } of corpus) {
    const imported = await importFile(name, bytes)
    if (!imported.ok) throw new Error(JSON.stringify(imported.error))
    const one = template(imported.template)
    for (const { field, from, to, fixes, code } of await problemsOf(imported.template)) {
      const text = field === 'htmlContent' || field === 'textContent' ? one[field] : undefined
      if (text !== undefined && to !== undefined) expect(to, `${name} ${code}`).toBeLessThanOrEqual(text.length)
      if (from !== undefined && to !== undefined) expect(from, `${name} ${code}`).toBeLessThanOrEqual(to)
      for (const { edits } of fixes) expect(() => applyEdits(one, edits), `${name} ${code}`).not.toThrow()
    }
  }
})
