import type { Json, JsonObject } from '#contract/json.ts'
import { isMaskedField } from '#contract/masked.ts'
import type { EnvironmentId, ProviderProfile } from '#contract/models.ts'
import { overridingOptions } from './fields.ts'
import { wireDetails, wireOptions, type EventBody, type EventForm } from './form.ts'

export const ownKey = 'own'

export interface Destination {
  key: string
  name: string
  profile?: ProviderProfile
}

export interface PublishPlan {
  destinations: Destination[]
  /** Chosen profiles that no longer exist; they never fall back on the form's own options. */
  missing: string[]
}

/** Where an event goes: to the chosen profiles, otherwise to the form's own options, named by their provider or `fallbackName`. */
export function planOf(
  form: EventForm,
  chosen: readonly string[],
  profiles: readonly ProviderProfile[],
  environment: EnvironmentId,
  fallbackName: string,
): PublishPlan {
  if (chosen.length === 0) {
    const provider = form.options.providerName
    return {
      destinations: [
        { key: ownKey, name: typeof provider === 'string' && provider.trim() !== '' ? provider.trim() : fallbackName },
      ],
      missing: [],
    }
  }
  const destinations: Destination[] = []
  const missing: string[] = []
  for (const id of new Set(chosen)) {
    const profile = profiles.find((each) => each.id === id && each.environment === environment)
    if (profile === undefined) missing.push(id)
    else destinations.push({ key: id, name: profile.name, profile })
  }
  return { destinations, missing }
}

/**
 * The body for one destination. A profile's options and secrets come first; the event's title, description and tags replace them: its
 * options always, its details where the profile uses that option at all.
 */
export function bodyFor(
  form: EventForm,
  destination: Destination,
  details: Readonly<Record<string, Json>> = form.details,
): EventBody {
  const { profile } = destination
  if (profile === undefined) return { options: wireOptions(form.options), details: wireDetails(details) }
  const options: EventBody['options'] = wireOptions({ ...profile.options, ...profile.secrets })
  const own = wireOptions(form.options)
  const sent = wireDetails(details)
  for (const name of overridingOptions) {
    const detail = sent[name]
    if (own[name] !== null) options[name] = own[name]
    else if (options[name] !== null && typeof detail === 'string') options[name] = detail
  }
  return { options, details: sent }
}

/** The body of a live command: without masked values. The platform may keep what it has there, or clear it. */
export function commandBodyFor(
  form: EventForm,
  destination: Destination,
  details: Readonly<Record<string, Json>>,
): JsonObject {
  const body = bodyFor(form, destination, details)
  const unmasked = (part: object): JsonObject =>
    Object.fromEntries(Object.entries(part as JsonObject).filter(([name, value]) => !isMaskedField(name, value)))
  return { options: unmasked(body.options), details: unmasked(body.details) }
}

export function maskedParts(form: EventForm, destination: Destination): string[] {
  const { options, details } = bodyFor(form, destination)
  const masked = (part: string, of: object): string[] =>
    Object.entries(of as JsonObject).flatMap(([name, value]) => (isMaskedField(name, value) ? [`${part}.${name}`] : []))
  return [...masked('options', options), ...masked('details', details)]
}

const idDetails = ['channelId', 'videoId', 'streamId', 'title'] as const

/** A proposal for the body of a delete, which the specification does not show: the provider's options and the ids. */
export function deleteBodyFor(form: EventForm, destination: Destination): EventBody {
  const { options, details } = bodyFor(form, destination)
  const ids: JsonObject = {}
  for (const name of idDetails) if (details[name] !== undefined) ids[name] = details[name]
  return { options, details: ids }
}
