// The settings that move to another machine. The chosen environment and shows stay on each machine.
import { z } from 'zod'
import { bridgeMethods } from '#contract/bridge.ts'
import type { Json } from '#contract/json.ts'
import { environmentIds, type EnvironmentId } from '#contract/models.ts'
import { armKeys, settingsSchema } from '#contract/settings.ts'
import { mappingSetting, mappingsForFile, mappingsFromFile, movedMappings } from '../../platform/account/mappings.ts'
import { environmentNames as names } from '../../platform/environments/environments.ts'
import { wordsSetting } from '../../platform/environments/status-words.ts'
import { fieldsSetting } from '../../platform/environments/field-choices.ts'
import { favouritesSetting, keptFavourites } from '../../platform/history/favourites.ts'
import { historySetting, keptHistory } from '../../platform/history/settings.ts'
import { broadcastSetting } from '../../air/live/broadcast.ts'
import { mailParts, mailSetting } from '../../writing/mail/settings.ts'
import { keptParts, renamedKeys } from '../../core/profile/settings.ts'
import { parseBaseUrl } from '../../platform/client/base-url.ts'

const baseUrl = z.string().max(2_048).refine(isBaseUrl, 'Not a base address')
const addresses = z.strictObject({
  production: baseUrl.optional(),
  development: baseUrl.optional(),
  rehearsal: baseUrl.optional(),
})
const firing = bridgeMethods['firing.choose'].input.omit({ environment: true })
const onOrPaused = z.enum(['on', 'paused'])
const { outputs, playback, events } = bridgeMethods['platforms.save'].input.shape

const { stream, poll, link, plannedEndAt } = bridgeMethods['broadcast.choose'].input.shape
const broadcast = z.strictObject({ stream, poll, link, plannedEndAt })
const { fields, amounts, list, airWords } = bridgeMethods['fields.choose'].input.shape
const fieldChoices = z.record(
  z.string().max(256),
  z.strictObject({ fields: fields.unwrap(), amounts, list, airWords, updatedAt: z.iso.datetime() }),
)

const statusWords = z.record(
  z.string().max(100),
  z.strictObject({ means: bridgeMethods['words.teach'].input.shape.means, updatedAt: z.iso.datetime() }),
)

interface Portable {
  label: string
  schema: z.ZodType
  /** Members that an earlier version had; they are left out. */
  former?: readonly string[]
  forFile?: (value: Json) => Json
  fromFile?: (value: Json) => Json
}

/** By the name of the setting. */
const portable: Record<string, Portable> = {
  desk: {
    label: 'Appearance and authentication',
    schema: settingsSchema()
      .partial()
      .extend({ armKeys: z.preprocess(renamedKeys, armKeys()).optional() }),
    former: ['poorSignalKbps', 'dropAlarmPercent'],
  },
  environments: { label: 'Addresses of the environments', schema: addresses },
  budget: {
    label: 'Request budget',
    schema: z.strictObject({
      perMinute: bridgeMethods['live.configure'].input.shape.perMinute,
      reserve: bridgeMethods['live.configure'].input.shape.reserve,
    }),
  },
  connection: {
    label: 'Sending and probing',
    schema: z.strictObject({ sending: onOrPaused.optional(), probing: onOrPaused.optional() }),
  },
  [mailSetting]: { label: 'Brand, snippets and mail apps', schema: mailParts() },
  [favouritesSetting]: { label: 'Favourite operations', schema: keptFavourites },
  [historySetting]: { label: 'What the history keeps', schema: keptHistory, former: ['writeDays'] },
  ...Object.fromEntries(
    environmentIds.flatMap((id): Array<[string, Portable]> => [
      [
        `platforms/${id}`,
        { label: `Platform names of ${names[id]}`, schema: z.strictObject({ outputs, playback, events }) },
      ],
      [broadcastSetting(id), { label: `Broadcast of ${names[id]}`, schema: broadcast }],
      [`firing/${id}`, { label: `Start and end of ${names[id]}`, schema: firing }],
      [wordsSetting(id), { label: `Status words of ${names[id]}`, schema: statusWords }],
      [fieldsSetting(id), { label: `Field names of ${names[id]}`, schema: fieldChoices }],
      [
        mappingSetting(id),
        {
          label: `Fields of sign-ins of ${names[id]}`,
          schema: movedMappings,
          forFile: mappingsForFile,
          fromFile: mappingsFromFile,
        },
      ],
    ]),
  ),
}

export const isPortableSetting = (name: string): boolean => Object.hasOwn(portable, name)

export const settingLabel = (name: string): string => portable[name]?.label ?? name

function current<V>(name: string, value: V): V {
  const { former = [] } = portable[name] ?? {}
  if (former.length === 0 || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([member]) => !former.includes(member))) as V
}

export const settingForFile = (name: string, value: Json): Json =>
  portable[name]?.forFile?.(value) ?? current(name, value)

export const settingFromFile = (name: string, value: Json): Json =>
  portable[name]?.fromFile?.(value) ?? current(name, value)

/** Why a value can't be that setting; empty where it can. */
export const settingIssues = (name: string, value: unknown): z.core.$ZodIssue[] =>
  portable[name]?.schema.safeParse(current(name, value)).error?.issues ?? []

/** What a person must know before a setting is replaced. */
export function settingWarnings(name: string, before: unknown, after: unknown): string[] {
  if (name === 'connection' && isPaused(before) && !isPaused(after))
    return ['Sending is paused on this desk and goes on after the import.']
  if (name === historySetting) return historyWarnings(keptParts(keptHistory, before), keptParts(keptHistory, after))
  if (name !== 'environments') return []
  const [old, next] = [addressesOf(before), addressesOf(after)]
  return environmentIds.flatMap((id) => addressWarnings(id, old[id], next[id]))
}

/** Also warns of every address of rehearsal. */
function addressWarnings(id: EnvironmentId, from: string | undefined, to: string | undefined): string[] {
  const name = names[id]
  if (to === undefined) return from === undefined ? [] : [`${name} loses its address, ${from}.`]
  const outside = id === 'rehearsal' ? ' Rehearsal there is not the practice inside the desk: others may see it.' : ''
  if (to === from) return outside === '' ? [] : [`${name} goes to ${to}.${outside}`]
  const arrives = from === undefined ? `${name} gets the address ${to}.` : `${name} moves from ${from} to ${to}.`
  return [
    `${arrives}${outside} Credentials and secrets that are saved on this desk go there only after you confirm the address by name in Settings, Environments.`,
  ]
}

function historyWarnings(before: z.output<typeof keptHistory>, after: z.output<typeof keptHistory>): string[] {
  return [
    ...(after.reads === 'answers' && before.reads !== 'answers'
      ? ["The answers to reads are kept on this desk's disk after the import."]
      : []),
    ...(after.readDays !== undefined && after.readDays < (before.readDays ?? 30)
      ? [`Unpinned reads of the history that are older than ${after.readDays} days are forgotten after the import.`]
      : []),
  ]
}

const isPaused = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as { sending?: Json }).sending === 'paused'

const addressesOf = (value: unknown): z.output<typeof addresses> => addresses.safeParse(value).data ?? {}

function isBaseUrl(text: string): boolean {
  try {
    parseBaseUrl(text)
    return true
  } catch {
    return false
  }
}
