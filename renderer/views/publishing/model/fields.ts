// What the specification says of the event body (section 2.3) and a JSON Schema can't.
import { profileSecretFields } from '#contract/models.ts'
import { optionNames, type OptionName } from '#answers/transport.ts'

export { optionNames }
export type { OptionName }

const secrets: ReadonlySet<string> = new Set(profileSecretFields)

export function isSecretOption(name: string): name is (typeof profileSecretFields)[number] {
  return secrets.has(name)
}

export const plainOptionNames = optionNames.filter((name) => !isSecretOption(name))

/** The options of a provider profile that the event's own values replace. */
export const overridingOptions = ['title', 'description', 'tags'] as const

export const nullableDetails: ReadonlySet<string> = new Set(['stoppedOn', 'deletedDate', 'deletedTime'])

export const integerDetails: ReadonlySet<string> = new Set(['streamHours', 'voteTokenQuantity', 'voteButtonQuantity'])

export const eventOperations = {
  create: 'POST /api/video/event/create',
  update: 'PUT /api/video/event/update',
  delete: 'POST /api/video/event/delete',
} as const

export type EventVerb = keyof typeof eventOperations
