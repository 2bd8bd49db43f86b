// Fields that the forms offer, by the specification's names (section 2.3) where it has them. Bodies of these operations are not specified:
// everything else is written as JSON.
import type { JsonObject } from '#contract/json.ts'
import type { Fact, FieldSpec, RequestParts } from '../../../resources/types.ts'
import { scalarText, titleOf } from '#answers/roles.ts'

type More = Partial<Omit<FieldSpec, 'name' | 'label'>>
const field = (name: string, control: FieldSpec['control'] = 'text', more: More = {}): FieldSpec => ({
  name,
  label: `streams.field.${name}`,
  control,
  ...more,
})
const hinted = (name: string, control: FieldSpec['control'] = 'text', more: More = {}): FieldSpec =>
  field(name, control, { hint: `streams.hint.${name}`, ...more })

const about = [field('description', 'multiline'), hinted('tags')] as const

export const streamFields: readonly FieldSpec[] = [
  field('name', 'text', { required: true }),
  field('channelId'),
  ...about,
  field('resolution'),
  field('latency'),
  field('coverPhotoUrl'),
]
export const channelFields: readonly FieldSpec[] = [
  field('name', 'text', { required: true }),
  field('description', 'multiline'),
  hinted('language'),
]
export const categoryFields: readonly FieldSpec[] = [
  field('name', 'text', { required: true }),
  field('description', 'multiline'),
]
export const subcategoryFields: readonly FieldSpec[] = [
  field('name', 'text', { required: true }),
  hinted('categoryId', 'text', { required: true }),
  field('description', 'multiline'),
]
export const staticFields: readonly FieldSpec[] = [
  field('name', 'text', { required: true }),
  hinted('kind'),
  field('url'),
]

export const detailsFields: readonly FieldSpec[] = [
  field('title', 'text', { required: true }),
  ...about,
  field('streamId'),
  field('videoId'),
  field('channelId'),
  field('providerName'),
  field('providerId'),
  field('streamType'),
  field('searchType'),
  field('category'),
  field('categoryId'),
  field('subCategory'),
  field('subCategoryId'),
  hinted('scheduleDate', 'date'),
  hinted('scheduleTime'),
  field('streamHours', 'whole'),
  field('coverPhotoUrl'),
  field('providerPlaybackUrl'),
  field('voteTokenQuantity', 'whole'),
  field('votingTimeReset'),
  field('voteButtonQuantity', 'whole'),
  field('voteButtonText1'),
  field('voteButtonText2'),
  field('isRewardsEnabled', 'switch'),
  field('isTournamentEnabled', 'switch'),
  field('tournamentButtonText1'),
  field('tournamentButtonText2'),
  field('streamLocatorName'),
  field('streamAssetName'),
  field('primaryCameraName'),
  field('primaryMicrophoneName'),
  field('primarySpeakerName'),
  hinted('additionalCameras', 'json'),
]

/** A change starts from what the record shows in the offered fields; what it lacks stays out of the request. */
export function startChange(idName: string, fields: readonly FieldSpec[]) {
  return (record: JsonObject | undefined, id: string | undefined): RequestParts => {
    const there = fields.flatMap(({ name }) => {
      const value = record?.[name]
      return value === undefined || value === null ? [] : [[name, value] as const]
    })
    return { body: { ...Object.fromEntries(there), ...(id === undefined ? {} : { [idName]: id }) } }
  }
}

/** A request that names the record and nothing else. */
export function startNamed(idName: string) {
  return (_record: JsonObject | undefined, id: string | undefined): RequestParts => ({
    body: id === undefined ? {} : { [idName]: id },
  })
}

/** What a confirmation names of the record: its name, its state, its identifier. */
export function factsOf(resource: string) {
  return (record: JsonObject | undefined): Fact[] => {
    if (record === undefined) return []
    const name = titleOf(record, resource)
    const status = scalarText(record.status)
    return [
      ...(name === undefined ? [] : [{ label: 'streams.fact.name', value: name }]),
      ...(status === undefined ? [] : [{ label: 'streams.fact.status', value: status }]),
    ]
  }
}
