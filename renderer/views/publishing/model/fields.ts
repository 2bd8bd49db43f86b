// What the specification says of the event body (section 2.3) and a JSON Schema can't: which fields may be null, and how the transport fields belong together.
import { profileSecretFields } from '#contract/models.ts'
import { optionNames } from '#answers/transport.ts'
import type { OptionName } from '#answers/transport.ts'

export { optionNames }
export type { OptionName }

const secrets: ReadonlySet<string> = new Set(profileSecretFields)

/** Whether an option carries a credential. */
export function isSecretOption(name: string): name is (typeof profileSecretFields)[number] {
  return secrets.has(name)
}

/** The 17 options that carry no credential. */
export const plainOptionNames = optionNames.filter((name) => !isSecretOption(name))

/** The options in which an event's own words go over those of a provider profile. */
export const wordOptions = ['title', 'description', 'tags'] as const

/** Details that may be sent as null. */
export const nullableDetails: ReadonlySet<string> = new Set(['stoppedOn', 'deletedDate', 'deletedTime'])

export const integerDetails: ReadonlySet<string> = new Set(['streamHours', 'voteTokenQuantity', 'voteButtonQuantity'])

/** The route keys of an external event. */
export const eventOperations = {
  create: 'POST /api/video/event/create',
  update: 'PUT /api/video/event/update',
  delete: 'POST /api/video/event/delete',
} as const

export type EventVerb = keyof typeof eventOperations
