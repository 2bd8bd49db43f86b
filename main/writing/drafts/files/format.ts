// The file of drafts: one JSON document without secrets.
import { z } from 'zod'
import { bridgeMethods } from '#contract/bridge.ts'
import { mostFiledDrafts } from '#contract/draft.ts'
import { DeskError, type ErrorFacts, type FieldProblem } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { refuseTooDeep } from '../../../core/json/depth.ts'
import { parseBounded } from '../../../core/json/bounded.ts'
import { parseJson } from './json-text.ts'

const formatName = 'showdesk-drafts'
const formatVersion = 1

const time = z.iso.datetime({ precision: 3 })

const filedDraft = bridgeMethods['drafts.save'].input.omit({ baseRevision: true, keepAsText: true }).extend({
  id: bridgeMethods['drafts.get'].input.shape.id,
  revision: z.int().min(1),
  createdAt: time,
  updatedAt: time,
})
const file = z.strictObject({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  drafts: z.array(filedDraft).max(mostFiledDrafts),
})

export type FiledDraft = z.output<typeof filedDraft>

export function writeFile(drafts: readonly FiledDraft[]): string {
  return `${JSON.stringify({ format: formatName, version: formatVersion, drafts: drafts.map((draft) => ({ ...draft, body: withoutSecrets((draft.body ?? null) as Json) })) }, null, 2)}\n`
}

/** Throws `invalid_input` for a damaged or newer file. */
export function readFile(text: string): FiledDraft[] {
  const data = parseJson(text.replace(/^\ufeff/, ''))
  const { format, version } = z.looseObject({ format: z.unknown(), version: z.unknown() }).safeParse(data).data ?? {}
  if (format !== formatName)
    throw refused(
      'This is not a file of drafts.',
      { reason: 'file_foreign' },
      { path: 'format', message: 'Not a file of drafts', reason: 'file_foreign' },
    )
  if (typeof version === 'number' && version > formatVersion)
    throw refused(
      `A newer desk wrote this file (version ${version}, this desk reads ${formatVersion}).`,
      { reason: 'file_newer', version, newest: formatVersion },
      { path: 'version', message: 'Too new', reason: 'too_large', facts: { max: formatVersion } },
    )
  const isLong =
    Array.isArray((data as { drafts?: unknown } | null)?.drafts) &&
    (data as { drafts: unknown[] }).drafts.length > mostFiledDrafts
  // A list that is too long is not walked through.
  if (!isLong) refuseTooDeep(data, 'drafts')
  const parsed = parseBounded(file, data)
  if ('fields' in parsed) {
    const [problem = { path: 'drafts', message: 'Not complete' }] = parsed.fields
    const { path: place, message } = problem
    throw refused(`This file is damaged at ${place}: ${message}.`, { reason: 'file_damaged', place }, problem)
  }
  return parsed.data.drafts.map((draft) => ({ ...draft, body: withoutSecrets((draft.body ?? null) as Json) }))
}

export const refused = (message: string, facts: ErrorFacts, problem: FieldProblem): DeskError =>
  new DeskError('invalid_input', message, { facts, fields: [problem] })

/** Replaces every reference with null. */
export function withoutSecrets(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isSecretReference(value)) return null
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutSecrets(part)]))
}
