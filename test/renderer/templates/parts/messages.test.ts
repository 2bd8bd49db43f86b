import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { mailClients } from '#contract/mail.ts'
import { i18n, loadMessages } from '../../../../renderer/kit/i18n.ts'
import { pictureProblems } from '../../../../preload/contract/pictures.ts'
import { foreignKinds } from '../../../../renderer/views/templates/model/foreign.ts'
import { devices } from '../../../../renderer/views/templates/model/preview/preview-options.ts'
import {
  problemCodes,
  problemLevels,
  sampleSets,
  sectionFaults,
  tagServices,
} from '../../../../renderer/views/templates/model/types.ts'

beforeAll(() => loadMessages(['templates', 'studio']))
const te = (key: string): boolean => i18n.global.te(key)
const folder = resolve(import.meta.dirname, '../../../../renderer/views/templates')
const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: folder }).map((file) => readFileSync(resolve(folder, file), 'utf8'))

// A key without a message shows itself to the audience's operator.
test('every message that the editor names is there', () => {
  const keys = sources('parts/*.{ts,vue}').flatMap((text) =>
    [...text.matchAll(/['`](templates\.[A-Za-z0-9_.]+)['`]/g)].map(([, key]) => key ?? ''),
  )
  expect(keys.length).toBeGreaterThan(50)
  expect(keys.filter((key) => !te(key) && Object.keys(i18n.global.tm(key)).length === 0)).toEqual([])
})

// A new rule's fix or kind would show its bare name in the list of problems.
test('every problem, kind and fix of the rules has its sentence', () => {
  const rules = sources('model/rules/*.ts').join('\n')
  const kinds: Record<string, string[]> = {
    malformed_placeholder: ['empty', 'name', 'opening', 'closing', 'unclosed', 'nested', 'variable'],
    foreign_construct: [...foreignKinds, 'known'],
    merge_tag: tagServices.flatMap((service) => [service, `${service}_logic`]),
    html_broken: ['unclosed', 'stray', 'misnested', 'duplicate_attribute', 'cut_tag', 'cut_comment', 'quote'],
    script: ['element', 'handler', 'address'],
    address_misspelt: ['scheme', 'twice', 'slashes', 'mailto'],
    link_empty: ['none', 'empty', 'hash'],
    picture_format: ['data', 'cid', 'svg', 'webp'],
    picture_width: ['none', 'attribute'],
    table_content: ['text', 'element', 'block'],
    element_unsupported: ['frame', 'refresh', 'form', 'video', 'audio', 'object', 'inline_svg', 'base'],
    style_unsupported: [
      ...['flex', 'grid', 'position', 'variables', 'gap', 'object_fit', 'background', 'font', 'import', 'link'],
    ],
  }
  const fixes = [...rules.matchAll(/\bid: '(\w+)'/g)].map(([, id]) => `templates.fix.${id}`)
  const problems = problemCodes.flatMap(
    (code) => kinds[code]?.map((kind) => `templates.problem.${code}.${kind}`) ?? [`templates.problem.${code}`],
  )
  expect(fixes.length).toBeGreaterThan(10)
  expect(
    [
      ...problems,
      ...fixes,
      ...sampleSets.map((set) => `templates.samples.set.${set}`),
      ...problemLevels.map((level) => `templates.problems.level.${level}`),
      ...sectionFaults.map((fault) => `templates.sections.fault.${fault}`),
      ...devices.map((device) => `templates.preview.${device}`),
      ...['phone', 'desktop'].map((device) => `templates.inbox.${device}`),
      ...pictureProblems.map((problem) => `templates.pictures.problem.${problem}`),
      ...['not_a_picture', 'too_large', 'unreadable'].map((why) => `templates.pictures.fileProblem.${why}`),
      ...tagServices.map((service) => `templates.tags.of.${service}`),
      ...mailClients.map((client) => `templates.clients.name.${client}`),
    ].filter((key) => !te(key)),
  ).toEqual([])
})
