import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { longestMjml } from '#contract/mail.ts'
import { compileMjml } from '../../../../main/writing/mail/compile.ts'
import { createMailCompiler } from '../../../../main/writing/mail/thread.ts'
import { importFile } from '../../../../renderer/views/templates/model/import.ts'
import { choosable, importMany, inCharset } from '../../../../renderer/views/templates/model/import-many.ts'
import type { Compile } from '../../../../renderer/views/templates/model/import/mjml.ts'

function notesIn(language: string): Record<string, string> {
  const file = resolve(import.meta.dirname, `../../../../renderer/messages/${language}/studio.json`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { note: Record<string, string> }).note
}
const bytes = (text: string) => new TextEncoder().encode(text)
const mail = (column: string, head = '') =>
  `<mjml><mj-head>${head}</mj-head>\n<mj-body><mj-section><mj-column>\n${column}\n</mj-column></mj-section></mj-body></mjml>`
const read = (text: string, compile: Compile | undefined = compileMjml) =>
  importFile('a.mjml', bytes(text), undefined, compile)
async function taken(text: string) {
  const imported = await read(text)
  if (!imported.ok) throw new Error(JSON.stringify(imported.error))
  return imported
}
async function refusal(text: string, compile?: Compile) {
  const imported = await read(text, compile)
  if (imported.ok) throw new Error('It was taken')
  return imported.error
}

// Catches a mail whose subject and inbox line have to be typed again, and placeholders that the compiler changed.
test('MJML becomes HTML with its title and its preview text', async () => {
  const head =
    '<!-- <mj-preview>old</mj-preview> --><mj-title>Tonight &amp; more</mj-title><mj-preview>\n Doors\nat 8, {{name}} </mj-preview>'
  const { template, title, notes } = await taken(mail('<mj-text>Hi {{name}} {{#if x}}y{{/if}}</mj-text>', head))
  expect(template.htmlContent).toContain('>Hi {{name}} {{#if x}}y{{/if}}<')
  expect(template.previewText).toBe('Doors at 8, {{name}}')
  expect(title).toBe('Tonight & more')
  expect(notes).toEqual([{ code: 'mjml_compiled', values: {} }])
  expect(Object.keys((await taken(mail('<mj-text>x</mj-text>'))).template)).toEqual(['htmlContent'])
})

// Catches a part of a mail that is gone, or looks otherwise, without a word.
test('what the compiler left out or did not understand is noted with its line', async () => {
  const { notes, template } = await taken(
    mail(
      '<mj-foo><mj-text>lost</mj-text></mj-foo>\n<mj-text colour="red" x="1">a</mj-text>\n<mj-text font-size="big one">b</mj-text>\n<mj-section></mj-section>\n<!-- <mj-include path="old.mjml" /> --><mj-include path="./foot.mjml" /><mj-include type="css" path=\'./a.css\' /><mj-include path="./foot.mjml" />',
    ),
  )
  expect(template.htmlContent).not.toContain('lost')
  expect(notes).toEqual([
    { code: 'mjml_compiled', values: {} },
    { code: 'mjml_include', values: { path: './foot.mjml' } },
    { code: 'mjml_include', values: { path: './a.css' } },
    { code: 'mjml_unknown_element', values: { tag: 'mj-foo', line: 3 } },
    { code: 'mjml_unknown_attribute', values: { tag: 'mj-text', names: 'colour, x', line: 4 } },
    { code: 'mjml_invalid_value', values: { tag: 'mj-text', name: 'font-size', value: 'big one', line: 5 } },
    { code: 'mjml_wrong_place', values: { tag: 'mj-section', inside: 'mj-column', line: 6 } },
  ])
  for (const { code, values } of notes)
    for (const words of ['en', 'es'].map(notesIn)) {
      const sentence = words[code] ?? ''
      expect(sentence).not.toBe('')
      for (const [, name] of sentence.matchAll(/\{(\w+)\}/g)) expect(Object.keys(values)).toContain(name)
    }
})

// Catches a thousand lines of notes, and a problem of another version that is not shown.
test('problems are bounded, and one that is not known is told as it is', async () => {
  const problems = Array.from({ length: 23 }, () => ({ message: 'New saying', tag: 'mj-text' }))
  const imported = await read('<mjml>', () => Promise.resolve({ html: '<p>', problems }))
  expect(imported.ok && imported.notes.slice(-2)).toEqual([
    { code: 'mjml_problem', values: { tag: 'mj-text', problem: 'New saying' } },
    { code: 'mjml_more', values: { count: 3 } },
  ])
  expect(imported.ok && imported.notes).toHaveLength(22)
})

// Catches a file that cannot be compiled and becomes an empty mail, or ends the reading of all others.
test('MJML that cannot be compiled is refused with the reason', async () => {
  expect(await refusal('hello')).toEqual({ code: 'mjml_broken', values: {} })
  expect(await refusal('<mjml><p></mjml>')).toEqual({ code: 'mjml_broken', values: {} })
  expect(await refusal('<mjml>', () => Promise.reject(new Error('closed')))).toEqual({
    code: 'mjml_unanswered',
    values: {},
  })
  expect(await refusal('<mjml>', () => Promise.resolve({ problems: [{ message: 'Oh', tag: 'mjml' }] }))).toEqual({
    code: 'mjml_failed',
    values: { problem: 'Oh' },
  })
  expect(await refusal('x'.repeat(longestMjml + 1))).toEqual({ code: 'mjml_large', values: { limit: longestMjml } })
  const slow = createMailCompiler({
    after: (ms, run) => {
      if (ms < 20_000) queueMicrotask(run)
      return () => undefined
    },
  })
  expect(await refusal(mail(''), (mjml) => slow.compile(mjml))).toEqual({
    code: 'mjml_slow',
    values: { seconds: '10' },
  })
  slow.stop()
})

// Catches a chooser, an archive or a second character set that cannot read what the first could.
test('MJML is read wherever files are', async () => {
  expect(choosable.filter((type) => type === '.mjml')).toHaveLength(1)
  const old = Uint8Array.from(mail('<mj-text>cafè</mj-text>'), (character) => character.charCodeAt(0))
  const [row] = await importMany([{ name: 'B.MJML', arrayBuffer: async () => old.buffer }], compileMjml)
  expect(row?.imported.ok && row.imported.template.htmlContent).toContain('cafè')
  if (row === undefined) throw new Error('No row')
  const { imported } = await inCharset(row, 'windows-1251', compileMjml)
  expect(imported.ok && imported.template.htmlContent).toContain('cafи')
})
