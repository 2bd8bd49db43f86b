// From a file to the desk's store on a disk and back to a file, in each format: what a person moved in must leave as it came.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DraftFormat } from '#contract/draft.ts'
import { emptyTemplate, fromBody, toBody } from '../../../renderer/views/templates/model/body.ts'
import { exportTemplate } from '../../../renderer/views/templates/model/export.ts'
import { importAll, importFile } from '../../../renderer/views/templates/model/import.ts'
import type { Template } from '../../../renderer/views/templates/model/types.ts'
import { createDesk, input, template as createTemplate } from '../../main/writing/drafts/support.ts'
import { corpus } from './corpus.ts'
import { runsOf, seed } from '../../support/runs.ts'

type Drafts = Awaited<ReturnType<typeof createDesk>>['drafts']

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const complete = (part: Partial<Template>): Template => ({ ...emptyTemplate(), ...part })

async function read(name: string, content: Uint8Array): Promise<Template> {
  const imported = await importFile(name, content)
  if (!imported.ok) throw new Error(`${name}: ${JSON.stringify(imported.error)}`)
  return complete(imported.template)
}

async function save(drafts: Drafts, template: Template): Promise<string> {
  const saved = await drafts.save(input({ operation: createTemplate, title: template.name, body: toBody(template) }))
  return saved.id
}

/** What the store has, after it was written and read. */
const kept = (drafts: Drafts, id: string): Template => fromBody(drafts.get(id).body).template

/** What one format can carry, and where it is empty there is no file to read. */
const carried: Record<DraftFormat, ReadonlyArray<keyof Template>> = {
  html: ['htmlContent'],
  txt: ['textContent'],
  eml: ['subject', 'htmlContent', 'textContent', 'fromName'],
  json: Object.keys(emptyTemplate()) as Array<keyof Template>,
}
const formats = Object.keys(carried) as DraftFormat[]

/** Out of the store as a file, and in again. */
async function through(drafts: Drafts, id: string, before: Template): Promise<void> {
  expect(toBody(kept(drafts, id))).toEqual(toBody(before))
  for (const format of formats) {
    const fields = carried[format].filter((field) => before[field].length > 0)
    if (fields.length === 0) continue
    const file = await drafts.export({ ids: [id], format })
    if (format === 'html' || format === 'txt') expect(file.text).toBe(before[carried[format][0] ?? 'name'])
    const again = await read(file.name, bytes(file.text))
    for (const field of fields) expect(again[field], `${format} ${field}`).toEqual(before[field])
    if (format === 'eml') continue
    // As the page writes it.
    const shown = exportTemplate(before, format)
    const once = await read(`a.${format}`, bytes(shown.text))
    expect(exportTemplate({ ...before, ...pick(once, fields) }, format).text).toBe(shown.text)
  }
}

const pick = (template: Template, fields: ReadonlyArray<keyof Template>): Partial<Template> =>
  Object.fromEntries(fields.map((field) => [field, template[field]]))

// One byte that changes on its way shows every reader a mail that nobody wrote.
test('every file of the corpus leaves the store as it came', async () => {
  const { drafts } = await createDesk()
  for (const { name, bytes: content } of corpus) {
    const first = await read(name, content)
    // UTF-8 without a mark and without another label is taken as it is.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
    const field = /\.html?$/.test(name) ? 'htmlContent' : /\.txt$/.test(name) ? 'textContent' : undefined
    const plain = !text.includes('\uFFFD') && !/^\uFEFF|charset=(?!["']?utf-8)/i.test(text)
    if (field !== undefined && plain) expect(first[field] === text, name).toBe(true)
    await through(drafts, await save(drafts, first), first)
  }
})

/** What people and other programs put into a text. */
const pieces = [
  '{{name}}',
  '{{ first name }}',
  '*|FNAME|*',
  '{% if a %}',
  '\r\n',
  '\n',
  '\r',
  '\t ',
  '😀',
  '👨‍👩‍👧',
  'مرحبا',
  '\u202e',
  '日本語',
  'e\u0301',
  '\u2028',
  '\u00a0',
  '\u0001',
  '\u001b',
  '\u007f',
  '\u0085',
  '<p>',
  '</td>',
  '"',
  '\\',
  '=3D',
  '.\r\n.',
  'From ',
  '<meta charset="windows-1252">',
]
/** Not between the halves of a character. */
const boundary = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)
const ends = [undefined, '\n', '\r\n', '\r'] as const
const small = corpus.filter(({ name, bytes: content }) => /\.(?:html|txt)$/.test(name) && content.length < 12_000)

// A combination that nobody thought of: each insertion alone is harmless.
test('random changes of the corpus survive too', async () => {
  const { drafts } = await createDesk()
  const change = fc.record({ at: fc.nat(12_000), piece: fc.constantFrom(...pieces) })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...small),
      fc.array(change, { maxLength: 12 }),
      fc.constantFrom(...ends),
      fc.constantFrom('html', 'txt', 'json'),
      async (file, changes, end, kind) => {
        const origin = await read(file.name, file.bytes)
        let text = origin.htmlContent || origin.textContent
        for (const { at, piece } of changes) {
          const place = boundary(text, at % (text.length + 1))
          text = text.slice(0, place) + piece + text.slice(place)
        }
        if (end !== undefined) text = text.replace(/\r\n|\r|\n/g, end)
        const content = kind === 'json' ? JSON.stringify({ subject: 'Tonight {{x}}', text, html: text }) : text
        const taken = await read(`a.${kind}`, bytes(content))
        if (kind === 'txt') expect(taken.textContent).toBe(text)
        if (kind === 'json') expect([taken.textContent, taken.htmlContent]).toEqual([text, text])
        // A label of another character set is corrected once, when HTML is read from a file.
        const first =
          taken.htmlContent === '' ? taken : { ...taken, ...(await read('b.html', bytes(taken.htmlContent))) }
        const settled = { ...first, subject: taken.subject, textContent: taken.textContent }
        await through(drafts, await save(drafts, settled), settled)
      },
    ),
    { seed, numRuns: runsOf(400) },
  )
})

// A list of drafts that the desk wrote must come back complete and in order.
test('a file of many templates comes back whole', async () => {
  const { drafts } = await createDesk()
  const written: Template[] = []
  const ids: string[] = []
  for (const { name, bytes: content } of small.slice(0, 40)) {
    const one = { ...(await read(name, content)), name }
    written.push(one)
    ids.push(await save(drafts, one))
  }
  const file = await drafts.export({ ids, format: 'json' })
  const rows = await importAll(file.name, bytes(file.text))
  expect(rows.map((row) => row.ok && toBody(complete(row.template)))).toEqual(written.map((one) => toBody(one)))
})
