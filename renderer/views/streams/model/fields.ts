// Names are the specification's (section 2.3) where it has them. Bodies of these operations are not specified: everything else is
// written as JSON.
import { specParts } from '#records/resources/spec-parts.ts'
import type { FieldSpec } from '#records/resources/types.ts'

export const parts = specParts('streams')
const { field, hinted, needed } = parts
const about = [field('description', 'multiline'), hinted('tags')] as const

export const streamFields: readonly FieldSpec[] = [
  needed('name'),
  field('channelId'),
  ...about,
  field('resolution'),
  field('latency'),
  field('coverPhotoUrl'),
]
export const channelFields: readonly FieldSpec[] = [
  needed('name'),
  field('description', 'multiline'),
  hinted('language'),
]
export const categoryFields: readonly FieldSpec[] = [needed('name'), field('description', 'multiline')]
export const subcategoryFields: readonly FieldSpec[] = [
  needed('name'),
  hinted('categoryId', 'text', { required: true }),
  field('description', 'multiline'),
]
export const staticFields: readonly FieldSpec[] = [needed('name'), hinted('kind'), field('url')]

export const detailsFields: readonly FieldSpec[] = [
  needed('title'),
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
