import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  accountReset,
  eventDetails,
  eventOptions,
  eventsUpdate,
  eventUpdate,
  refundSearchByCustomer,
  templateCreate,
} from '../../../../main/platform/catalog/index.ts'

type Values = Record<string, fc.Arbitrary<unknown>>

const text = fc.string()
const flag = fc.boolean()
const count = fc.nat()
const day = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const instant = day.map((at) => at.toISOString())
const date = instant.map((at) => at.slice(0, 10))
const time = instant.map((at) => at.slice(11, 19))
const email = fc
  .tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.stringMatching(/^[a-z]{1,12}$/))
  .map(([name, host]) => `${name}@${host}.example`)
const orNull = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: null })
const each = (names: string, value: fc.Arbitrary<unknown>): Values =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]))
const some = (values: Values) => fc.record(values, { requiredKeys: [] })
const switches = (ending: string, most: number) =>
  fc.dictionary(
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,20}$/).map((name) => name + ending),
    flag,
    { maxKeys: most },
  )

// The specification's fields, written out a second time (sections 2.2 to 2.6), each with values that must pass.
const options: Values = each(
  'providerName providerId apiKey apiSecret apiClientId authToken server rtmpUrl streamKey channelUrl authUsername uniqueKey videoId channelId streamId ipAddress country state title description tags',
  orNull(text),
)
const details: Values = {
  ...each(
    'channelId videoId title description tags streamType searchType streamId channel category categoryId subCategory subCategoryId',
    text,
  ),
  ...each('started paused stopped isRewardsEnabled isTournamentEnabled', flag),
  ...each('startedOn pausedOn stoppedOn', orNull(instant)),
  ...each('scheduleDate createdDate updatedDate', date),
  ...each('scheduleTime createdTime updatedTime', time),
  ...each('streamHours voteTokenQuantity voteButtonQuantity', count),
  ...each(
    'coverPhotoUrl providerPlaybackUrl voteButtonText1 voteButtonText2 tournamentButtonText1 tournamentButtonText2',
    text,
  ),
  ...each('streamLocatorName streamAssetName primaryCameraName primaryMicrophoneName primarySpeakerName', text),
  votingTimeReset: fc.nat().map(String),
  deletedDate: orNull(date),
  deletedTime: orNull(time),
  platformVideoIds: fc
    .tuple(switches('OutputId', 34), switches('PlaybackUrl', 1))
    .map(([outputs, playback]) => ({ ...outputs, ...playback })),
  platformEventIds: switches('EventId', 19),
  additionalCameras: fc.array(some({ camera: text, microphone: text })),
}
const template: Values = {
  ...each('workspaceId name description category subject htmlContent textContent previewText fromName', text),
  ...each('fromEmail replyTo', email),
  variables: fc.array(some({ name: text, type: text, defaultValue: text })),
  tags: fc.array(text),
}
const bodies: Array<[name: string, schema: z.ZodType & { shape: object }, fields: Values]> = [
  ['accountReset', accountReset, { email }],
  ['eventOptions', eventOptions, options],
  ['eventDetails', eventDetails, details],
  ['eventUpdate', eventUpdate, { options: some(options), details: some(details) }],
  ['eventsUpdate', eventsUpdate, { resourceId: text, metadata: some({ source: text }) }],
  ['templateCreate', templateCreate, template],
  ['refundSearchByCustomer', refundSearchByCustomer, { customerId: text, limit: count, offset: count }],
]

// Catches a field that was forgotten, misspelt or invented.
test.each(bodies)('%s has exactly the fields of the specification', (_name, schema, fields) => {
  expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(fields).sort())
})

// Catches a miscounted list on both sides at once: 21 options, 47 fields of details.
test('the event has 21 options and 47 details', () => {
  expect(Object.keys(eventOptions.shape)).toHaveLength(21)
  expect(Object.keys(eventDetails.shape)).toHaveLength(47)
})

// Catches a valid value that is refused, and a field that turned out to be required or to depend on another.
test.each(bodies)('%s accepts valid fields, and any of them left out', (_name, schema, fields) => {
  fc.assert(
    fc.property(fc.record(fields), fc.subarray(Object.keys(fields)), (body, dropped) => {
      expect(schema.safeParse(body).error?.issues).toBeUndefined()
      const fewer = Object.fromEntries(Object.entries(body).filter(([name]) => !dropped.includes(name)))
      expect(schema.safeParse(fewer).error?.issues).toBeUndefined()
    }),
    { numRuns: 60 },
  )
})

// Catches a schema that changes what it checks, so that something else than what was shown goes over the wire.
test('a checked body comes out as it went in', () => {
  fc.assert(
    fc.property(fc.record(details), (body) => {
      expect(eventDetails.parse(body)).toEqual(body)
    }),
    { numRuns: 60 },
  )
})

function problem(schema: z.ZodType, body: unknown): { path: string; message: string } | undefined {
  const [issue] = schema.safeParse(body).error?.issues ?? []
  return (
    issue && {
      path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.'),
      message: issue.message,
    }
  )
}

const at = '2026-11-21T20:30:00'

// Each row catches a wrong value that would reach the platform and come back as a 400 without a word on where.
test.each<[path: string, value: unknown, message: RegExp]>([
  ['scheduleDate', '2026-02-30', /date.*2026-11-21/],
  ['scheduleDate', '2025-02-29', /date/],
  ['scheduleDate', '2026-1-05', /date/],
  ['scheduleDate', '21.11.2026', /date/],
  ['scheduleDate', '', /date/],
  ['scheduleDate', null, /date/],
  ['createdDate', '2026-04-31', /date/],
  ['updatedDate', 20261121, /date/],
  ['deletedDate', '2026-13-01', /date/],
  ['scheduleTime', '24:00:00', /HH:MM:SS.*20:30:00/],
  ['scheduleTime', '20:30', /HH:MM:SS/],
  ['scheduleTime', '20:30:60', /HH:MM:SS/],
  ['updatedTime', '20:30:00.000', /HH:MM:SS/],
  ['deletedTime', '8:30:00', /HH:MM:SS/],
  ['startedOn', `${at}Z`, /milliseconds.*2026-11-21T20:30:00\.000Z/],
  ['startedOn', `${at}.00Z`, /milliseconds/],
  ['startedOn', `${at}.0000Z`, /milliseconds/],
  ['pausedOn', `${at}.000+00:00`, /milliseconds/],
  ['pausedOn', '2026-02-30T20:30:00.000Z', /calendar/],
  ['stoppedOn', '2026-11-21 20:30:00.000Z', /milliseconds/],
  ['stoppedOn', '', /milliseconds/],
  ['streamHours', 1.5, /whole number/],
  ['streamHours', -1, /whole number/],
  ['streamHours', '2', /whole number/],
  ['voteTokenQuantity', Number.MAX_SAFE_INTEGER + 1, /whole number/],
  ['voteButtonQuantity', Number.NaN, /whole number/],
  ['votingTimeReset', 30, /number written as text.*"30"/],
  ['votingTimeReset', 'soon', /number written as text/],
  ['votingTimeReset', '', /number written as text/],
  ['started', 'true', /true or false/],
  ['title', null, /text/],
  ['tags', ['live'], /text/],
  ['additionalCameras', {}, /list/],
  ['additionalCameras.0.camera', 1, /text/],
  ['additionalCameras.0.lens', 'wide', /no such field here: lens/],
  ['platformVideoIds', true, /switches/],
  ['platformVideoIds.mainOutputId', 'yes', /true or false/],
  ['platformVideoIds.main', true, /ends in OutputId or PlaybackUrl, such as mainOutputId/],
  ['platformVideoIds.OutputId', true, /ends in OutputId/],
  ['platformVideoIds.mainEventId', true, /ends in OutputId/],
  ['platformVideoIds.main outputOutputId', true, /ends in OutputId/],
  ['platformEventIds.mainOutputId', true, /ends in EventId/],
  ['createdOn', at, /no such field here: createdOn/],
])('details.%s refuses %j and says what is expected', (path, value, message) => {
  const names = path.split('.')
  const body = names.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value)
  const found = problem(eventUpdate, { details: body })
  expect(found?.path).toBe(`details.${path}`)
  expect(found?.message).toMatch(message)
})

// Catches a number of switches that the platform does not have.
test.each([
  ['platformVideoIds', 'OutputId', 34],
  ['platformVideoIds', 'PlaybackUrl', 1],
  ['platformEventIds', 'EventId', 19],
])('%s takes no more %s switches than the specification counts', (field, ending, most) => {
  const filled = (number: number) => ({
    details: { [field]: Object.fromEntries(Array.from({ length: number }, (_, n) => [`p${n}${ending}`, true])) },
  })
  expect(problem(eventUpdate, filled(most))).toBeUndefined()
  expect(problem(eventUpdate, filled(most + 1))).toEqual({
    path: `details.${field}`,
    message: `Expected at most ${most} names that end in ${ending}, not ${most + 1}.`,
  })
})

// Each row catches a wrong value in one of the other bodies.
test.each<[schema: z.ZodType, body: unknown, path: string, message: RegExp]>([
  [accountReset, { email: 'nobody' }, 'email', /e-mail address, such as/],
  [accountReset, { email: '' }, 'email', /e-mail/],
  [accountReset, { mail: 'a@b.example' }, 'mail', /no such field/],
  [accountReset, 'a@b.example', '', /object/],
  [accountReset, [], '', /object/],
  [accountReset, null, '', /object/],
  [eventUpdate, { options: { apiKey: 1 } }, 'options.apiKey', /text.*null/],
  [eventUpdate, { options: { streamKey: { $secret: 'ref' } } }, 'options.streamKey', /text/],
  [eventUpdate, { options: { password: 'x' } }, 'options.password', /no such field/],
  [eventUpdate, { options: null }, 'options', /object/],
  [eventsUpdate, { metadata: { source: 7 } }, 'metadata.source', /text/],
  [eventsUpdate, { metadata: { origin: 'desk' } }, 'metadata.origin', /no such field/],
  [templateCreate, { fromEmail: 'studio@' }, 'fromEmail', /e-mail/],
  [templateCreate, { replyTo: 'Studio <studio@example.org>' }, 'replyTo', /e-mail/],
  [templateCreate, { variables: [{}, { name: 1 }] }, 'variables.1.name', /text/],
  [templateCreate, { variables: [{ value: 'x' }] }, 'variables.0.value', /no such field/],
  [templateCreate, { tags: 'live' }, 'tags', /list/],
  [templateCreate, { tags: ['live', null] }, 'tags.1', /text/],
  [refundSearchByCustomer, { limit: -1 }, 'limit', /whole number/],
  [refundSearchByCustomer, { offset: 0.5 }, 'offset', /whole number/],
  [refundSearchByCustomer, { customerId: 12 }, 'customerId', /text/],
])('%# a wrong body is refused at its field', (schema, body, path, message) => {
  const found = problem(schema, body)
  expect(found?.path).toBe(path)
  expect(found?.message).toMatch(message)
})
