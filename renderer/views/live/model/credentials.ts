// What the desk really has of a destination's options, and what a command does where it has none: a mask is not a value, and null says *unused*.
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { isMaskedField } from '#contract/masked.ts'
import { profileSecretFields } from '#contract/models.ts'
import type { Intent, ProviderProfile } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'
import { scalarText } from '#answers/roles.ts'
import { optionNames } from '#answers/transport.ts'
import type { OptionName } from '#answers/transport.ts'

/** A destination, as far as its options are concerned. */
export interface Published {
  key: string
  name: string
  /** What the platform, or the ledger, knows of the event. */
  record: JsonObject
  /** The newest write to it. */
  newest?: Intent
  /** The newest one that the platform took, or may have taken. */
  taken?: Intent
}

/** What becomes of options that are not known here: left out, so that the platform may keep its own, or sent as null. */
export type Without = 'leave' | 'null'

export interface Withheld {
  /** The destination's. */
  key: string
  name: string
  /** Options whose value is in use at the platform, as far as that can be told, and not known here. */
  missing: OptionName[]
  /** The platform refused the newest command because of what was left out. */
  refused: boolean
  /** Where the provider's own page is, if the desk knows it. */
  page?: string
  /** The provider profile that they belong to; without one it is to be made. */
  profile?: ProviderProfile
  destination: Published
}

const isSecretOption = (name: string): boolean => (profileSecretFields as readonly string[]).includes(name)

/** The provider profile of a destination: of its provider and id; where one of both says no id, the only one of its provider. */
export function profileOf(
  { record }: Pick<Published, 'record'>,
  profiles: readonly ProviderProfile[],
): ProviderProfile | undefined {
  const id = scalarText(record.providerId)
  const alike = profiles.filter(
    ({ options }) => options.providerName !== null && options.providerName === scalarText(record.providerName),
  )
  const open = alike.filter(({ options }) => id === undefined || (options.providerId ?? '') === '')
  return (
    alike.find(({ options }) => id !== undefined && options.providerId === id) ??
    (open.length === 1 ? open[0] : undefined)
  )
}

/** All 21 options of a command to a destination: its value, a reference, null where it is not used, undefined where it is not known here. */
export function optionsOf(
  destination: Published,
  profiles: readonly ProviderProfile[],
): Record<OptionName, Json | undefined> {
  const { record, newest, taken } = destination
  const tried = newest === undefined ? {} : partOf(newest, 'options')
  const sent = taken === undefined ? {} : partOf(taken, 'options')
  const profile = profileOf(destination, profiles)
  const lost = lostReferences(newest)
  const held = (value: unknown): value is { $secret: string } =>
    isSecretReference(value) && !value.$secret.startsWith('intent/') && !lost(value.$secret)

  function secret(name: OptionName): Json | undefined {
    const own = record[name]
    const kept: unknown = profile?.secrets[name as keyof ProviderProfile['secrets']]
    const references = [tried[name], sent[name], kept].filter((value) => isSecretReference(value))
    const reference = references.find(held)
    if (reference !== undefined) return { $secret: reference.$secret }
    const isUsed = isMaskedField(name, own) || references.length > 0
    const saidUnused = own === null || own === '' || kept === null || sent[name] === null
    return !isUsed && saidUnused ? null : undefined
  }

  function plain(name: OptionName): Json | undefined {
    const values = [record[name], tried[name], sent[name], profile?.options[name]]
    const known = values.find(
      (value) => typeof value === 'string' && value.trim() !== '' && !isMaskedField(name, value),
    )
    return known ?? (values.some((value) => isSecretReference(value) || isMaskedField(name, value)) ? undefined : null)
  }

  return Object.fromEntries(
    optionNames.map((name) => [name, isSecretOption(name) ? secret(name) : plain(name)]),
  ) as Record<OptionName, Json | undefined>
}

/** What a command to a destination would go without; undefined where everything is known. */
export function withheldOf(destination: Published, profiles: readonly ProviderProfile[]): Withheld | undefined {
  const options = optionsOf(destination, profiles)
  const missing = optionNames.filter((name) => options[name] === undefined)
  if (missing.length === 0) return undefined
  const page = httpsPage(options.channelUrl)
  const profile = profileOf(destination, profiles)
  return {
    key: destination.key,
    name: destination.name,
    missing,
    refused: refusedWithout(destination.newest),
    ...(page === undefined ? {} : { page }),
    ...(profile === undefined ? {} : { profile }),
    destination,
  }
}

/** The options or details that an intent was written with. */
export function partOf({ request }: Intent, name: 'options' | 'details'): JsonObject {
  const part = isObject(request.body) ? request.body[name] : undefined
  return isObject(part) ? part : {}
}

/** An address that may be opened outside the desk. */
export function httpsPage(value: Json | undefined): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { protocol, username, password, href } = new URL(value)
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}

/** Whether a command ended with 400 that left options out, in the page or on its way. */
function refusedWithout(newest: Intent | undefined): boolean {
  if (newest?.state !== 'rejected' || newest.error?.status !== 400) return false
  const sent = partOf(newest, 'options')
  return (
    newest.error.facts?.reason === 'credential_not_at_hand' || optionNames.some((name) => !Object.hasOwn(sent, name))
  )
}

/** References that the newest command showed to lead nowhere: the one that it names, and with it every other of the same draft. */
function lostReferences(newest: Intent | undefined): (reference: string) => boolean {
  const { error } = newest ?? {}
  if (newest === undefined || error === undefined) return () => false
  const left =
    error.facts?.reason === 'credential_not_at_hand' && Array.isArray(error.facts.fields) ? error.facts.fields : []
  const places = error.code === 'secret_missing' ? (error.fields ?? []).map(({ path }) => path) : left
  const options = partOf(newest, 'options')
  const gone = places.flatMap((place) => {
    const value = options[place.replace(/^options\./, '')]
    return isObject(value) && isSecretReference(value) ? [value.$secret] : []
  })
  const owners =
    error.code === 'secret_missing'
      ? gone
          .filter((reference) => !reference.startsWith('profile/'))
          .map((reference) => reference.split('/').slice(0, 2).join('/'))
      : []
  return (reference) => gone.includes(reference) || owners.some((owner) => reference.startsWith(`${owner}/`))
}
