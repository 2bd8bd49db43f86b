// The file of drafts: one JSON document that any version of the desk since 1 can read. Secrets are never in it.
import { z } from 'zod'
import { bridgeMethods } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { ErrorFacts, FieldProblem } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { refuseTooDeep } from '../../json/depth.ts'
import { fieldProblems } from '../../json/field-problems.ts'
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
  drafts: z.array(filedDraft),
})

/** A draft in a file: its newest content, its id, its revision and its times. */
export type FiledDraft = z.output<typeof filedDraft>

export function writeFile(drafts: readonly FiledDraft[]): string {
  return `${JSON.stringify({ format: formatName, version: formatVersion, drafts: drafts.map((draft) => ({ ...draft, body: withoutSecrets((draft.body ?? null) as Json) })) }, null, 2)}\n`
}

/** Throws DeskError `invalid_input` with the place for a damaged file, and for one of a newer version. */
export function readFile(text: string): FiledDraft[] {
  const data = parseJson(text.replace(/^\ufeff/, ''))
  refuseTooDeep(data, 'drafts')
  const { format, version } = z.looseObject({ format: z.unknown(), version: z.unknown() }).safeParse(data).data ?? {}
  if (format !== formatName)
    throw refused('This is not a file of drafts.', { reason: 'file_foreign' }, { path: 'format', message: 'Not a file of drafts', reason: 'file_foreign' })
  if (typeof version === 'number' && version > formatVersion)
    throw refused(
      `A newer desk wrote this file (version ${version}, this desk reads ${formatVersion}).`,
      { reason: 'file_newer', version, newest: formatVersion },
      { path: 'version', message: 'Too new', reason: 'too_large', facts: { max: formatVersion } },
    )
  const parsed = file.safeParse(data)
  if (!parsed.success) {
    const [problem = { path: 'drafts', message: 'Not complete' }] = fieldProblems(parsed.error.issues)
    const { path: place, message } = problem
    throw refused(`This file is damaged at ${place}: ${message}.`, { reason: 'file_damaged', place }, problem)
  }
  return parsed.data.drafts.map((draft) => ({ ...draft, body: withoutSecrets((draft.body ?? null) as Json) }))
}

export const refused = (message: string, facts: ErrorFacts, problem: FieldProblem): DeskError =>
  new DeskError('invalid_input', message, { facts, fields: [problem] })

/** Null in the place of every reference. */
export function withoutSecrets(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isSecretReference(value)) return null
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutSecrets(part)]))
}
