// Which options of a destination the desk has. A mask is not a value, and null means that an option is unused.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isMaskedField } from '#contract/masked.ts'
import { profileSecretFields, type Intent, type ProviderProfile } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'
import { scalarText } from '../roles.ts'
import { optionNames, type OptionName } from '../transport.ts'
import { defined } from '#contract/defined.ts'

export interface Published {
  key: string
  name: string
  record: JsonObject
  newest?: Intent
  /** The newest write that the platform accepted, or may have accepted. */
  taken?: Intent
}

/** What a command does with options that the desk lacks: it leaves them out, so that the platform may keep its own, or sends null. */
export type Without = 'leave' | 'null'

export interface Withheld {
  key: string
  name: string
  /** Options that seem to be in use at the platform and that the desk lacks. */
  missing: OptionName[]
  /** The newest command was refused for what it left out. */
  refused: boolean
  page?: string
  /** Where they are kept; without one, a profile is created. */
  profile?: ProviderProfile
  destination: Published
}

const isSecretOption = (name: string): boolean => (profileSecretFields as readonly string[]).includes(name)

/** The profile of the destination's provider and id; without an id on either side, the only one of the provider. */
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

/** All 21 options of a command: a value, a reference, null where unused, undefined where the desk lacks it. */
export function optionsOf(
  destination: Published,
  profiles: readonly ProviderProfile[],
): Record<OptionName, Json | undefined> {
  const { record, newest, taken } = destination
  const tried = newest === undefined ? {} : partOf(newest, 'options')
  const sent = taken === undefined ? {} : partOf(taken, 'options')
  const profile = profileOf(destination, profiles)
  const lost = lostReferences(newest)
  const usable = (value: unknown): value is { $secret: string } =>
    isSecretReference(value) && !value.$secret.startsWith('intent/') && !lost(value.$secret)

  function secret(name: OptionName): Json | undefined {
    const own = record[name]
    const kept: unknown = profile?.secrets[name as keyof ProviderProfile['secrets']]
    const references = [tried[name], sent[name], kept].filter((value) => isSecretReference(value))
    const reference = references.find(usable)
    if (reference !== undefined) return { $secret: reference.$secret }
    const isUsed = isMaskedField(name, own) || references.length > 0
    const isUnused = own === null || own === '' || kept === null || sent[name] === null
    return !isUsed && isUnused ? null : undefined
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

/** What a command would lack; undefined where the desk has everything. */
export function withheldOf(destination: Published, profiles: readonly ProviderProfile[]): Withheld | undefined {
  const options = optionsOf(destination, profiles)
  const missing = optionNames.filter((name) => options[name] === undefined)
  if (missing.length === 0) return undefined
  return {
    key: destination.key,
    name: destination.name,
    missing,
    refused: refusedWithout(destination.newest),
    destination,
    ...defined({ page: httpsPage(options.channelUrl), profile: profileOf(destination, profiles) }),
  }
}

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

function refusedWithout(newest: Intent | undefined): boolean {
  if (newest?.state !== 'rejected' || newest.error?.status !== 400) return false
  const sent = partOf(newest, 'options')
  return (
    newest.error.facts?.reason === 'credential_not_at_hand' || optionNames.some((name) => !Object.hasOwn(sent, name))
  )
}

/** References that the newest command showed to be lost: those that it names, and every other of the same draft. */
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
