// The file of drafts: one JSON document that any version of the desk since 1 can read. Secrets are never in it.
import { z } from 'zod'
import { bridgeMethods } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
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
    throw refused(
      'This is not a file of drafts.',
      'Choose a file that the desk exported.',
      'format',
      `Has to be "${formatName}"`,
    )
  if (typeof version === 'number' && version > formatVersion) {
    throw refused(
      `A newer desk wrote this file (version ${version}, this desk reads ${formatVersion}).`,
      'Install the newer version to read it.',
      'version',
      'Too new',
    )
  }
  const parsed = file.safeParse(data)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const place = issue?.path.join('.') ?? 'drafts'
    throw refused(
      `This file is damaged at ${place}: ${issue?.message ?? 'it is not complete'}.`,
      'Export it again, or mend it there.',
      place,
      issue?.message ?? 'Damaged',
    )
  }
  return parsed.data.drafts.map((draft) => ({ ...draft, body: withoutSecrets((draft.body ?? null) as Json) }))
}

/** What is wrong, with where; nothing was taken. */
export function refused(happened: string, next: string, path: string, message: string): DeskError {
  return new DeskError(
    'invalid_input',
    `${happened} Nothing was taken from it, your drafts are as they were. ${next}`,
    { fields: [{ path, message }] },
  )
}

/** Null in the place of every reference. */
export function withoutSecrets(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (isSecretReference(value)) return null
  if (Array.isArray(value)) return value.map(withoutSecrets)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutSecrets(part)]))
}
