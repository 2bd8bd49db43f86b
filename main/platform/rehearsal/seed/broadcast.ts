import { record, type SeedPart } from './record.ts'

/** What the last event was published with: it opens nothing, and every list shows it, as platforms do. */
const credentials = {
  apiKey: 'not-a-real-api-key-of-output-one',
  apiSecret: 'not-a-real-api-secret-of-output-one',
  authToken: 'not-a-real-auth-token-of-output-one',
  streamKey: 'not-a-real-stream-key-of-output-one',
}

/** The output of the next event needs none, so that a first start asks for nothing. */
const noCredentials = { apiKey: null, apiSecret: null, authToken: null, streamKey: null }

/** Streams and channels, how shows are sorted, and the details of the next and the last show. */
export const broadcast: SeedPart = ({ at, date }) => ({
  'video/stream': [
    record('str_1', 'idle', at(-380), {
      name: 'Night show main',
      channelId: 'chn_1',
      resolution: '1920x1080',
      latency: 'low',
      startedOn: null,
      pausedOn: null,
      stoppedOn: null,
    }),
    record('str_2', 'ended', at(-90), {
      name: 'Afternoon workshop',
      channelId: 'chn_2',
      resolution: '1280x720',
      latency: 'normal',
      startedOn: at(-3, '15:00'),
      pausedOn: null,
      stoppedOn: at(-3, '16:32'),
    }),
    record('str_3', 'idle', at(-20), {
      name: 'Rehearsal room',
      channelId: 'chn_1',
      resolution: '1920x1080',
      latency: 'low',
      startedOn: null,
      pausedOn: null,
      stoppedOn: null,
    }),
  ],
  'video/channel': [
    record('chn_1', 'active', at(-380), {
      name: 'Night show',
      description: 'Every week from the small studio',
      language: 'en',
    }),
    record('chn_2', 'active', at(-95), { name: 'Workshops', description: 'How the show is made', language: 'en' }),
  ],
  'video/category': [
    record('cat_1', 'active', at(-380), { name: 'Talk' }),
    record('cat_2', 'active', at(-380), { name: 'Music' }),
    record('cat_3', 'active', at(-95), { name: 'Learning' }),
  ],
  'video/subcategory': [
    record('sub_1', 'active', at(-380), { name: 'Late evening', categoryId: 'cat_1' }),
    record('sub_2', 'active', at(-380), { name: 'Acoustic', categoryId: 'cat_2' }),
    record('sub_3', 'active', at(-95), { name: 'Lighting', categoryId: 'cat_3' }),
  ],
  'video/static': [
    record('sta_1', 'active', at(-300), {
      name: 'Starting soon',
      kind: 'image',
      url: 'https://assets.example.invalid/starting-soon.png',
    }),
    record('sta_2', 'active', at(-300), {
      name: 'Back in five minutes',
      kind: 'image',
      url: 'https://assets.example.invalid/break.png',
    }),
  ],
  'video/details': [
    record('det_1', 'ended', at(-10), {
      title: 'Afternoon workshop: three lights',
      providerName: 'Output one',
      providerId: 'out-1',
      ...credentials,
      streamId: 'str_2',
      videoId: 'vid-2041',
      channelId: 'chn_2',
      category: 'Learning',
      categoryId: 'cat_3',
      subCategory: 'Lighting',
      subCategoryId: 'sub_3',
      started: true,
      paused: false,
      stopped: true,
      startedOn: at(-3, '15:00'),
      pausedOn: null,
      stoppedOn: at(-3, '16:32'),
      scheduleDate: date(-3),
      scheduleTime: '15:00:00',
      streamHours: 2,
    }),
    record('det_2', 'scheduled', at(-2), {
      title: 'Night show 48',
      description: 'Two guests, one poll and the winter special',
      tags: 'night show,live,talk',
      providerName: 'Output one',
      providerId: 'out-1',
      ...noCredentials,
      streamId: 'str_1',
      videoId: 'vid-2048',
      channelId: 'chn_1',
      category: 'Talk',
      categoryId: 'cat_1',
      subCategory: 'Late evening',
      subCategoryId: 'sub_1',
      started: false,
      paused: false,
      stopped: false,
      startedOn: null,
      pausedOn: null,
      stoppedOn: null,
      scheduleDate: date(1),
      scheduleTime: '20:00:00',
      streamHours: 3,
      voteTokenQuantity: 3,
      voteButtonQuantity: 2,
      voteButtonText1: 'Stay',
      voteButtonText2: 'Go on',
      isRewardsEnabled: true,
      isTournamentEnabled: false,
    }),
  ],
})
