import type { BridgeInput } from '#contract/bridge.ts'
import { profileSecretFields, type EnvironmentId, type ProviderProfile } from '#contract/models.ts'
import { plainOptionNames, type OptionName } from './fields.ts'
import { emptyOptions, wireOptions, type OptionValue } from './form.ts'

/** A provider profile while it is edited: plain options and secrets in one set, as the form shows them. */
export interface ProfileDraft {
  id?: string
  name: string
  options: Record<OptionName, OptionValue>
}

export function emptyDraft(): ProfileDraft {
  return { name: '', options: emptyOptions() }
}

export function draftOf(profile: ProviderProfile): ProfileDraft {
  const options = emptyOptions()
  for (const name of plainOptionNames) options[name] = profile.options[name] ?? ''
  for (const name of profileSecretFields) options[name] = profile.secrets[name] ?? ''
  return { id: profile.id, name: profile.name, options }
}

export function duplicateDraft(profile: ProviderProfile, suffix: string): ProfileDraft {
  const { name, options } = draftOf(profile)
  for (const field of profileSecretFields) options[field] = ''
  return { name: `${name} ${suffix}`.slice(0, 120), options }
}

/** What `profiles.save` takes: typed secrets as text, kept ones as references, emptied ones as null. */
export function inputOf(draft: ProfileDraft, environment: EnvironmentId): BridgeInput<'profiles.save'> {
  const wire = wireOptions(draft.options)
  const options = Object.fromEntries(
    plainOptionNames.map((name) => {
      const value = wire[name]
      return [name, typeof value === 'string' ? value : null]
    }),
  )
  const secrets = Object.fromEntries(profileSecretFields.map((name) => [name, wire[name]]))
  return { ...(draft.id === undefined ? {} : { id: draft.id }), name: draft.name.trim(), environment, options, secrets }
}
