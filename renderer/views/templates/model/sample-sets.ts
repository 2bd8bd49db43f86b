// The named sample sets that are kept with a draft.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { sampleSets, type OwnSamples, type Samples, type SampleSet } from './types.ts'
import { freeName } from '#kit/composables/free-name.ts'

export const noSamples: Samples = { set: 'defaults', custom: '' }
export const mostOwnSets = 20
export const longestSetName = 60

/** The own sets; the one of a draft from before there were several has no name. */
export const ownSets = ({ own, custom }: Samples): OwnSamples[] =>
  own ?? (custom === '' ? [] : [{ name: '', json: custom }])

/** Which own set is chosen, also while another kind of values is shown. */
export const chosenSet = (samples: Samples): number =>
  Math.max(0, Math.min(samples.chosen ?? 0, ownSets(samples).length - 1))

/** These own sets, with one of them in the preview; without any, default values. */
export function withSets(own: OwnSamples[], chosen: number): Samples {
  const at = Math.max(0, Math.min(chosen, own.length - 1))
  const one = own[at]
  return one === undefined ? noSamples : { set: 'custom', custom: one.json, own, chosen: at }
}

/** The same own sets with another kind of values in the preview. */
export const withKind = (samples: Samples, set: SampleSet): Samples => ({ ...samples, set })

/** A name that no other set has. */
export const freeSetName = (wanted: string, sets: readonly OwnSamples[]): string =>
  freeName(
    wanted.trim().slice(0, longestSetName - 4),
    sets.map(({ name }) => name),
  )

/** As a draft keeps them, `custom` included, which is all that an older version reads. */
export const samplesToKeep = ({ set, custom, own, chosen }: Samples): JsonObject => ({
  set,
  custom,
  ...(own === undefined ? {} : { own: own.map(({ name, json }) => ({ name, json })), chosen: chosen ?? 0 }),
})

/** From a draft's `extra`; what is not understood is left out. */
export function samplesIn(value: Json | undefined): Samples {
  if (!isObject(value)) return noSamples
  const set = sampleSets.find((one) => one === value.set) ?? 'defaults'
  const custom = typeof value.custom === 'string' ? value.custom : ''
  if (!Array.isArray(value.own)) return { set, custom }
  const own = value.own.flatMap((one) =>
    isObject(one) && typeof one.name === 'string' && typeof one.json === 'string'
      ? [{ name: one.name, json: one.json }]
      : [],
  )
  const chosen = own.findIndex((one, at) => at === value.chosen && one.json === custom)
  if (chosen >= 0) return { set, custom, own, chosen }
  // An older version changed `custom` alone: that is the newer text.
  if (custom === '') return own.length === 0 ? { set, custom } : { set, custom: own[0]?.json ?? '', own, chosen: 0 }
  const at = typeof value.chosen === 'number' && own[value.chosen] !== undefined ? value.chosen : own.length
  const name = own[at]?.name ?? ''
  return { set, custom, own: [...own.slice(0, at), { name, json: custom }, ...own.slice(at + 1)], chosen: at }
}
