// The file of drafts: one JSON document that any version of the desk since 1 can read. Secrets are never in it.
import { z } from 'zod'
import { bridgeMethods } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { ErrorFacts, FieldProblem } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { refuseTooDeep } from '../../json/depth.ts'
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
    throw refused('This is not a file of drafts.', { reason: 'not_a_drafts_file' }, { path: 'format' })
  if (typeof version === 'number' && version > formatVersion)
    throw refused(
      `A newer desk wrote this file (version ${version}, this desk reads ${formatVersion}).`,
      { reason: 'drafts_file_too_new' },
      { path: 'version' },
    )
  const parsed = file.safeParse(data)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const place = issue?.path.join('.') ?? 'drafts'
    throw refused(`This file is damaged at ${place}.`, { reason: 'drafts_file_damaged', place }, { path: place })
  }
  return parsed.data.drafts.map((draft) => ({ ...draft, body: withoutSecrets((draft.body ?? null) as Json) }))
}

/** The error of a file of which nothing was taken. */
export function refused(
  message: string,
  facts: ErrorFacts,
  problem: Pick<FieldProblem, 'path'> & Partial<FieldProblem>,
): DeskError {
  return new DeskError('invalid_input', message, {
    facts,
    fields: [{ message: 'Not as expected', reason: 'damaged', ...problem }],
  })
}

/** Null in the place of every reference. */
export function withoutSecrets(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isSecretReference(value)) return null
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutSecrets(part)]))
}
