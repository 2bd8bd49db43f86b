// What each kind shows of the platform's answers.
import { expect, test } from 'vitest'
import type { OverlayKind } from '#contract/access-kinds.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { sources } from '../../../../main/air/overlays/sources.ts'
import type { Situation } from '../../../../main/air/overlays/types.ts'
import { link, poll, stream } from './support.ts'

const now = Date.parse('2026-11-23T20:00:00.000Z')

/** What a kind shows, and what it read for that. */
function show(kind: OverlayKind, answers: Record<string, Json>, more: Partial<Situation> = {}) {
  const read: string[] = []
  const situation: Situation = {
    broadcast: { environment: 'rehearsal', stream, poll, link },
    position: null,
    choiceOf: () => ({ fields: {}, amounts: 'minor' }),
    quick: false,
    now,
    offsetMs: 0,
    ...more,
  }
  const shown = sources[kind](situation, ({ operation }) => {
    read.push(operation)
    return answers[operation]
  })
  return { shown, read }
}

const embed = 'POST /api/vote/embed/get'
const votes = 'POST /api/vote/cast/getall'
const options = [
  { id: 'cook', text: 'A cook' },
  { id: 'diver', text: 'A diver' },
]
const asked = (more: JsonObject): Record<string, Json> => ({
  [embed]: { data: { id: 'emb_2', question: 'Who comes next?', options, ...more } },
})

// Catches a poll overlay that gives the result away while people still vote.
test('a poll has no votes before its results are shown', () => {
  const open = asked({ status: 'open', tally: { cook: 41, diver: 66 }, totalVotes: 107 })
  expect(show('poll', open).shown).toEqual({
    kind: 'poll',
    question: 'Who comes next?',
    answers: [
      { text: 'A cook', votes: null, share: null },
      { text: 'A diver', votes: null, share: null },
    ],
    votes: 107,
    revealed: false,
  })
  const revealed = asked({ status: 'revealed', tally: { cook: 1, diver: 3 }, totalVotes: 4 })
  expect(show('poll', revealed).shown).toMatchObject({
    answers: [
      { text: 'A cook', votes: 1, share: 0.25 },
      { text: 'A diver', votes: 3, share: 0.75 },
    ],
    votes: 4,
    revealed: true,
  })
})

// Catches a poll that stays on the picture after it was hidden, and one whose state nobody knows.
test('a poll that the audience may not see is not shown', () => {
  const tally = { tally: { cook: 1, diver: 3 }, totalVotes: 4 }
  expect(show('poll', asked({ status: 'hidden', ...tally })).shown).toBe('nothing')
  expect(show('poll', asked({ status: 'closed', ...tally })).shown).toBe('nothing')
  expect(show('poll', asked({ status: 'closed', resultsVisible: true, ...tally })).shown).toMatchObject({ votes: 4 })
  expect(show('poll', asked({ status: 'mellow', ...tally })).shown).toBe('not_understood')
  expect(show('poll', { [embed]: { data: 'gone' } }).shown).toBe('not_understood')
  expect(show('poll', {}, { broadcast: { environment: 'rehearsal' } }).shown).toBe('nothing')
})

// Catches a voter's name on the picture, where a platform counts by whatever people typed, and a number that is made up.
test('votes come from the votes themselves where the poll has none, of its own options alone', () => {
  const revealed = asked({ status: 'revealed' })
  expect(show('poll', revealed)).toEqual({ shown: undefined, read: [embed, votes] })
  const counted = { ...revealed, [votes]: { data: { counts: { cook: 2, diver: 5, 'A. Person': 1 }, totalVotes: 8 } } }
  const { shown } = show('poll', counted)
  expect(shown).toMatchObject({ votes: 8, answers: [{ votes: 2 }, { votes: 5 }] })
  expect(JSON.stringify(shown)).not.toContain('Person')
  const partly = { ...revealed, [votes]: { data: { counts: { cook: 2 }, totalVotes: 8 } } }
  expect(show('poll', partly).shown).toBe('not_understood')
})

const goal = 'GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}'

// Catches cents shown as euros, an amount whose unit nobody said, and two currencies in one goal.
test('a goal is in minor units, and only where every amount is certain', () => {
  const progress = { data: { id: 'lnk_1', raised: 123_450, goal: 200_000, currency: 'EUR' } }
  expect(show('goal', { [goal]: progress }).shown).toEqual({
    kind: 'goal',
    title: 'Winter special',
    raised: 123_450,
    target: 200_000,
    currency: 'EUR',
    digits: 2,
  })
  const unsaid = { choiceOf: () => ({ fields: {} }) }
  expect(show('goal', { [goal]: progress }, unsaid).shown).toBe('not_understood')
  expect(show('goal', { [goal]: { data: { raised: '5.00', currency: 'EUR' } } }, unsaid).shown).toMatchObject({
    raised: 500,
    target: null,
  })
  expect(show('goal', { [goal]: { data: { raised: '5.00 EUR', goal: '900.00 USD' } } }).shown).toBe('not_understood')
  expect(show('goal', { [goal]: { data: { raised: 700, goal: 900, currency: 'JPY' } } }).shown).toMatchObject({
    raised: 700,
    digits: 0,
  })
})

const events = 'GET /api/video/details/all'

// Catches a countdown to what has begun, is over or belongs to another stream, and one that vanishes the moment it is late.
test('the countdown leads to the next planned start of the stream', () => {
  const event = (id: string, time: string, more: JsonObject = {}): JsonObject => ({
    id,
    title: id,
    streamId: 'str_1',
    status: 'scheduled',
    scheduleDate: '2026-11-23',
    scheduleTime: time,
    ...more,
  })
  const listed = (...data: JsonObject[]) => show('countdown', { [events]: { data } }).shown
  expect(
    listed(
      event('Late', '22:00:00'),
      event('Soon', '20:30:00'),
      event('Running', '20:10:00', { status: 'live' }),
      event('Over', '20:05:00', { status: 'ended' }),
      event('Elsewhere', '20:01:00', { streamId: 'str_2' }),
      event('Long ago', '19:00:00'),
    ),
  ).toEqual({ kind: 'countdown', title: 'Soon', at: '2026-11-23T20:30:00.000Z' })
  expect(listed(event('Overdue', '19:55:00'), event('Soon', '20:30:00'))).toMatchObject({ title: 'Overdue' })
  expect(listed()).toBe('nothing')
  expect(show('countdown', { [events]: 'gone' }).shown).toBe('not_understood')
  // Catches a countdown that is wrong by as much as this machine's clock.
  const late = show('countdown', { [events]: { data: [event('Soon', '20:30:00')] } }, { offsetMs: 90_000 })
  expect(late.shown).toMatchObject({ at: '2026-11-23T20:31:30.000Z' })
})

const placements = 'GET /api/ads/placement/all'

// Catches a sponsor that stays after its time, comes before it, or belongs to another stream.
test('the sponsor is the one that runs now', () => {
  const ad = (name: string, from: string, to: string, more: JsonObject = {}): JsonObject => ({
    id: name,
    name,
    streamId: 'str_1',
    status: 'scheduled',
    startsAt: `2026-11-23T${from}:00Z`,
    endsAt: `2026-11-23T${to}:00Z`,
    ...more,
  })
  const data = [
    ad('Before', '19:00', '19:59'),
    ad('Elsewhere', '19:59', '20:30', { streamId: 'str_2' }),
    ad('Coffee break', '19:59', '20:01', { text: 'Back in five minutes' }),
    ad('After', '20:01', '20:30'),
  ]
  const answers = { [placements]: { data } }
  expect(show('sponsor', answers).shown).toEqual({
    kind: 'sponsor',
    name: 'Coffee break',
    text: 'Back in five minutes',
  })
  expect(show('sponsor', answers, { now: now + 60_000 }).shown).toEqual({ kind: 'sponsor', name: 'After' })
  expect(show('sponsor', answers, { now: now + 3_600_000 }).shown).toBe('nothing')
  expect(show('sponsor', { [placements]: 'gone' }).shown).toBe('not_understood')
})

const status = 'POST /api/video/stream/getStatus'

// Catches "on air" said of a paused stream, or of one whose state the platform does not name.
test('on air is the word of the platform', () => {
  const said = (data: JsonObject, more: Partial<Situation> = {}) => show('onair', { [status]: { data } }, more).shown
  expect(said({ status: 'live', startedOn: '2026-11-23T19:00:00Z' })).toEqual({
    kind: 'onair',
    onAir: true,
    since: '2026-11-23T19:00:00.000Z',
  })
  expect(said({ status: 'paused', startedOn: '2026-11-23T19:00:00Z' })).toEqual({ kind: 'onair', onAir: false })
  expect(said({ status: 'idle' })).toEqual({ kind: 'onair', onAir: false })
  expect(said({ status: 'mellow' })).toBe('not_understood')
  expect(said({ status: 'created', started: true, stopped: false })).toBe('not_understood')
  expect(said({ started: true, startedOn: '2026-11-23T18:00:00Z', stoppedOn: '2026-11-23T19:00:00Z' })).toEqual({
    kind: 'onair',
    onAir: false,
  })
  const choiceOf = () => ({ fields: {}, airWords: { mellow: 'live' as const } })
  expect(said({ status: 'mellow' }, { choiceOf })).toEqual({ kind: 'onair', onAir: true })
  expect(said({ status: 'live', startedOn: '2026-11-23T19:00:00Z' }, { offsetMs: -5_000 })).toMatchObject({
    since: '2026-11-23T18:59:55.000Z',
  })
})

// Catches an overlay that shows a note, or a cue of no show.
test('next shows the titles of the cue that is on and of the one that follows', () => {
  const cue = {
    id: 'a',
    kind: 'cue' as const,
    title: 'Opening',
    note: 'Not for the audience',
    colour: 'grey' as const,
    linked: false,
    skip: false,
    steps: [],
  }
  const position = {
    rundown: 'r',
    title: 'Evening',
    revision: 1,
    position: 1,
    environment: 'rehearsal' as const,
    fired: [],
    day: '2026-11-23T19:58:00.000Z',
    shown: {},
    overMs: 1_000,
    nextExpectedAt: '2026-11-23T20:03:00.000Z',
    now: { cue, firedAt: '2026-11-23T19:58:00.000Z', firing: 'f' },
    next: { ...cue, id: 'b', title: 'Interview' },
  }
  expect(show('next', {}, { position }).shown).toEqual({
    kind: 'next',
    now: { title: 'Opening', since: '2026-11-23T19:58:00.000Z' },
    next: { title: 'Interview', expectedAt: '2026-11-23T20:03:00.000Z' },
    overMs: 1_000,
  })
  expect(show('next', {}).shown).toBe('nothing')
})
