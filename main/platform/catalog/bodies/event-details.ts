import {
  count,
  date,
  dateOrNull,
  flag,
  inGroup,
  instantOrNull,
  list,
  numericText,
  record,
  text,
  time,
  timeOrNull,
} from './fields.ts'
import { switches } from './platform-switches.ts'

const destination = inGroup('destination', {
  channel: text({ label: 'Channel', hint: 'Name of the channel that broadcasts.' }),
  channelId: text({ label: 'Channel ID', hint: 'Identifier of the channel.' }),
  streamId: text({ label: 'Stream ID', hint: 'Identifier of the stream.' }),
  videoId: text({ label: 'Video ID', hint: 'Identifier of the video.' }),
})

const broadcast = inGroup('broadcast', {
  title: text({ label: 'Title', hint: 'What viewers read first.' }),
  description: text({ label: 'Description', hint: 'What the broadcast is about.', control: 'multiline' }),
  tags: text({ label: 'Tags', hint: 'Separated by commas.', control: 'tags' }),
  streamType: text({ label: 'Stream type', hint: 'Kind of stream, as the platform calls it.' }),
  searchType: text({ label: 'Search type', hint: 'Where searches find the broadcast.' }),
})

const schedule = inGroup('schedule', {
  scheduleDate: date({ label: 'Date', hint: 'Day on which the broadcast begins.' }),
  scheduleTime: time({ label: 'Time', hint: 'Time of day at which it begins.' }),
  streamHours: count({ label: 'Length', hint: 'How long the broadcast lasts.', unit: 'hours' }),
})

// The specification lets only stoppedOn be null. A stream that has not started or paused has no such time either, so null passes there too.
const state = inGroup('state', {
  started: flag({ label: 'Started', hint: 'The broadcast has begun.' }),
  startedOn: instantOrNull({ label: 'Started at', hint: 'Moment of the start, in UTC.' }),
  paused: flag({ label: 'Paused', hint: 'The broadcast waits.' }),
  pausedOn: instantOrNull({ label: 'Paused at', hint: 'Moment of the last pause, in UTC.' }),
  stopped: flag({ label: 'Stopped', hint: 'The broadcast is over.' }),
  stoppedOn: instantOrNull({ label: 'Stopped at', hint: 'Moment of the end, in UTC.' }),
})

const category = inGroup('category', {
  category: text({ label: 'Category', hint: 'Name of the category.' }),
  categoryId: text({ label: 'Category ID', hint: 'Identifier of the category.' }),
  subCategory: text({ label: 'Subcategory', hint: 'Name of the subcategory.' }),
  subCategoryId: text({ label: 'Subcategory ID', hint: 'Identifier of the subcategory.' }),
})

const voting = inGroup('voting', {
  voteTokenQuantity: count({ label: 'Price of a vote', hint: 'Tokens that one vote takes.', unit: 'tokens' }),
  votingTimeReset: numericText({ label: 'Voting time', hint: 'After this time the voting begins anew.' }),
  voteButtonQuantity: count({ label: 'Vote buttons', hint: 'How many buttons viewers see.', unit: 'buttons' }),
  voteButtonText1: text({ label: 'First vote button', hint: 'Words on the button.' }),
  voteButtonText2: text({ label: 'Second vote button', hint: 'Words on the button.' }),
  isRewardsEnabled: flag({ label: 'Rewards', hint: 'Viewers earn rewards.' }),
  isTournamentEnabled: flag({ label: 'Tournament', hint: 'The broadcast is a tournament.' }),
  tournamentButtonText1: text({ label: 'First tournament button', hint: 'Words on the button.' }),
  tournamentButtonText2: text({ label: 'Second tournament button', hint: 'Words on the button.' }),
})

const platforms = inGroup('platforms', {
  platformVideoIds: switches(['OutputId', 'PlaybackUrl'], 'mainOutputId', {
    label: 'Video platforms',
    hint: 'Streaming platforms that the broadcast goes out to.',
  }),
  platformEventIds: switches(['EventId'], 'mainEventId', {
    label: 'Event platforms',
    hint: 'Event and social platforms that announce the broadcast.',
  }),
})

const camera = record({
  camera: text({ label: 'Camera', hint: 'Name of the camera.' }),
  microphone: text({ label: 'Microphone', hint: 'Name of the microphone that goes with it.' }),
})

const devices = inGroup('devices', {
  primaryCameraName: text({ label: 'Main camera', hint: 'Name of the device.' }),
  primaryMicrophoneName: text({ label: 'Main microphone', hint: 'Name of the device.' }),
  primarySpeakerName: text({ label: 'Main speaker', hint: 'Name of the device.' }),
  additionalCameras: list(camera, { label: 'More cameras', hint: 'One row for each further camera.' }),
})

const assets = inGroup('assets', {
  coverPhotoUrl: text({ label: 'Cover photo', hint: 'Address of the picture.' }),
  providerPlaybackUrl: text({ label: 'Playback address', hint: 'Where the provider plays the broadcast.' }),
  streamLocatorName: text({ label: 'Stream locator', hint: 'Name under which the stream is published.' }),
  streamAssetName: text({ label: 'Stream asset', hint: 'Name under which the recording is kept.' }),
})

const dates = inGroup('record', {
  createdDate: date({ label: 'Created on', hint: 'Day on which the record was made.' }),
  createdTime: time({ label: 'Created at', hint: 'Time of day at which the record was made.' }),
  updatedDate: date({ label: 'Updated on', hint: 'Day of the last change.' }),
  updatedTime: time({ label: 'Updated at', hint: 'Time of day of the last change.' }),
  deletedDate: dateOrNull({ label: 'Deleted on', hint: 'Day of the deletion.' }),
  deletedTime: timeOrNull({ label: 'Deleted at', hint: 'Time of day of the deletion.' }),
})

const published = { ...destination, ...broadcast, ...schedule, ...state, ...category, ...voting, ...devices, ...assets }

/** What an event is and how it is doing (specification, section 2.3). Instants are UTC. */
export const eventDetails = record({ ...published, ...platforms, ...dates })

/** Every single value that publishing or a transport button sets; the record's own dates belong to the platform. */
export const eventFields: readonly string[] = Object.keys(published)
  .filter((name) => name !== 'additionalCameras')
  .map((name) => `details.${name}`)
