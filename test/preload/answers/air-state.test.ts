import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { airStateOf, wordKey } from '#answers/air-state.ts'
import { readStreamStatus } from '#answers/stream-status.ts'
import { stateOfWord } from '#answers/transport.ts'

const now = Date.parse('2026-11-26T22:00:00.000Z')
const at = (time: string): string => `2026-11-26T${time}:00.000Z`
const state = (body: Json): string => readStreamStatus(body, now).state

describe('the state of a stream', () => {
  // Catches a stream that is called off air, or on air, although its own flags say the opposite.
  test.each<[Json, string]>([
    [{ data: { id: 's1', status: 'created', started: true, paused: false, stopped: false }, requestId: 'r' }, 'unseen'],
    [{ id: 's1', status: 'ready', started: true, stopped: false }, 'unseen'],
    [{ id: 's1', status: 'Live', stopped: true, stoppedOn: at('21:00') }, 'unseen'],
    [{ id: 's1', status: 'paused', started: true, paused: false, stopped: false }, 'unseen'],
    [{ id: 's1', status: 'failed', started: true }, 'unseen'],
    [{ id: 's1', status: 'CANCELLED', is_live: true }, 'unseen'],
    [{ id: 's1', status: 'offline', broadcasting: true }, 'unseen'],
    [{ id: 's1', status: 'live', isLive: 'false' }, 'unseen'],
    [{ id: 's1', started: true, live: 0 }, 'unseen'],
    [{ id: 's1', started: true, Started: false }, 'unseen'],
  ])('%j is not known: its word and its flags disagree', (body, expected) => {
    expect(state(body)).toBe(expected)
  })

  // Catches an end that is not read, and a run after an earlier end that is taken for ended.
  test.each<[Json, string]>([
    [{ id: 's1', started: true, startedOn: at('20:00'), stoppedOn: at('21:00') }, 'stopped'],
    [{ id: 's1', started: true, started_on: at('20:00'), ended_at: at('21:00') }, 'stopped'],
    [{ id: 's1', started: true, startedOn: at('21:30'), stoppedOn: at('21:00') }, 'live'],
    [{ id: 's1', started: true, stopped: false, startedOn: at('20:00'), stoppedOn: at('21:00') }, 'unseen'],
    [{ id: 's1', started: true, stopped: true, startedOn: at('21:30'), stoppedOn: at('21:00') }, 'unseen'],
    [{ id: 's1', status: 'live', startedAt: at('20:00'), endedAt: at('21:00') }, 'unseen'],
    [{ id: 's1', started: true, startedOn: at('20:00'), stoppedOn: at('23:00') }, 'unseen'],
    [{ id: 's1', started: true, startedOn: at('20:00'), pausedOn: at('21:00') }, 'paused'],
    [{ id: 's1', started: true, paused: false, startedOn: at('20:00'), pausedOn: at('21:00') }, 'live'],
  ])('%j is %s by its times', (body, expected) => {
    expect(state(body)).toBe(expected)
  })

  // Catches a show that is called on air hours before its start.
  test.each<[Json, string]>([
    [{ id: 's1', started: true, startedOn: '2026-11-27T20:00:00Z' }, 'unseen'],
    [{ id: 's1', status: 'live', scheduledStart: '2026-11-27T20:00:00Z' }, 'unseen'],
    [{ id: 's1', status: 'scheduled', startTime: '2026-11-27T20:00:00Z' }, 'off'],
    [{ id: 's1', startTime: '2026-11-27T20:00:00Z' }, 'unseen'],
    [{ id: 's1', status: 'live', scheduledStart: at('22:10') }, 'live'],
    [{ id: 's1', status: 'live', startedOn: at('20:00'), scheduledStart: '2026-11-27T20:00:00Z' }, 'live'],
    [{ id: 's1', status: 'live', startTime: '2026-11-26T18:00:00', timeZone: 'America/New_York' }, 'unseen'],
  ])('%j is %s by its start', (body, expected) => {
    expect(state(body)).toBe(expected)
  })

  // Catches a plain flag, a number or a text for true, and a state within an object that nobody reads.
  test.each<[Json, string]>([
    [{ id: 's1', is_live: 1 }, 'live'],
    [{ id: 's1', broadcasting: 'true' }, 'live'],
    [{ id: 's1', onAir: false }, 'off'],
    [{ id: 's1', started: 1, stopped: '0' }, 'live'],
    [{ id: 's1', started: 'false' }, 'off'],
    [{ id: 's1', status: { state: 'LIVE', code: 200 } }, 'live'],
    [{ id: 's1', status: { lifeCycleStatus: 'live', privacyStatus: 'public' } }, 'live'],
    [{ id: 's1', status: 'created', details: { started: false, stopped: false } }, 'off'],
    [{ id: 's1', status: 'not_live' }, 'off'],
    [{ id: 's1', status: 'live_ended' }, 'stopped'],
    [{ id: 's1', status: 'offline', started: true, stopped: true }, 'stopped'],
    [{ id: 's1', status: 'updated', started: true }, 'live'],
  ])('%j is %s', (body, expected) => {
    expect(state(body)).toBe(expected)
  })

  // Catches a flag that may mean the record, or a code of the platform, that the desk takes for its own words.
  test.each<[JsonObject, string]>([
    [{ id: 's1', isActive: true }, 'isActive: true'],
    [{ id: 's1', online: 1 }, 'online: true'],
    [{ id: 's1', live_status: 1 }, '1'],
    [{ id: 's1', status: 'warming_up' }, 'warming_up'],
    [{ id: 's1', status: 'published' }, 'published'],
  ])('%j is not known until somebody says what %j means', (record, word) => {
    expect(airStateOf(record, now)).toEqual({ state: 'unseen', word, isUnknownWord: true })
    expect(airStateOf(record, now, { [wordKey(word)]: 'live' }).state).toBe('live')
    expect(airStateOf({ ...record, stopped: true }, now, { [wordKey(word)]: 'live' }).state).toBe('unseen')
  })

  // Catches a read that failed inside HTTP 200 and is shown as off air.
  test.each<[Json]>([
    [{ success: false, error: 'upstream timeout', data: { status: 'offline' } }],
    [{ ok: 0, result: { status: 'offline' } }],
    [{ status: 'error', data: { status: 'offline' } }],
    [{ errors: [{ message: 'Upstream failed' }], data: { status: 'offline' } }],
  ])('%j says nothing', (body) => {
    expect(state(body)).toBe('unseen')
    expect(state({ success: true, error: null, errors: [], data: { status: 'offline' } })).toBe('off')
  })

  test('a word alone', () => {
    expect(
      ['On air', 'OFF_AIR', 'notStarted', 'not_ended', 'ended', 'archived', 'active', 'live_soon'].map(stateOfWord),
    ).toEqual(['live', 'off', 'off', undefined, 'stopped', undefined, undefined, undefined])
  })

  // Catches any mixture of words, flags and times in which one contradicts and the stream is still called on air.
  test('never on air over a contradiction, and never off over a flag that says on air', () => {
    const words = fc.constantFrom(undefined, 'live', 'on_air', 'ready', 'ended', 'offline', 'failed', 'archived', 'hm')
    const flag = fc.constantFrom<Json | undefined>(undefined, true, false, 1, 0, 'true', 'false')
    const time = fc.constantFrom<string | undefined>(undefined, at('20:00'), at('21:00'), '2026-11-28T20:00:00Z')
    const record = fc.record({
      status: words,
      started: flag,
      stopped: flag,
      is_live: flag,
      startedOn: time,
      stoppedOn: time,
    })
    fc.assert(
      fc.property(record, (fields) => {
        const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject
        const found = airStateOf({ id: 's1', ...body }, now).state
        const yes = (value: Json | undefined): boolean => value === true || value === 1 || value === 'true'
        const no = (value: Json | undefined): boolean => value === false || value === 0 || value === 'false'
        const says = fields.status === 'live' || fields.status === 'on_air'
        const denies = fields.status !== undefined && !says && fields.status !== 'hm'
        const ended = fields.stoppedOn !== undefined && Date.parse(fields.stoppedOn) <= now
        const restarted =
          fields.stoppedOn !== undefined && fields.startedOn !== undefined && fields.startedOn > fields.stoppedOn
        const future = fields.startedOn !== undefined && Date.parse(fields.startedOn) > now
        if (
          denies ||
          no(fields.started) ||
          yes(fields.stopped) ||
          no(fields.is_live) ||
          future ||
          (ended && !restarted)
        )
          expect(found, JSON.stringify(body)).not.toBe('live')
        if (says || yes(fields.is_live)) expect(['live', 'unseen'], JSON.stringify(body)).toContain(found)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('the viewers', () => {
  // Catches everybody who ever watched, shown as the audience of now.
  test.each<[JsonObject, number | undefined]>([
    [{ viewers: 90_211, concurrent_viewers: 12 }, 12],
    [{ concurrentViewers: 12, viewers: 90_211 }, 12],
    [{ viewerCount: 90_211, current_viewer_count: 12 }, 12],
    [{ total_viewers: 90_211, viewers: 12 }, 12],
    [{ totalViewers: 90_211 }, undefined],
    [{ peakConcurrentViewers: 800, views: 7 }, undefined],
    [{ viewers: { total: 90_211, current: 12 } }, 12],
    [{ viewers: 5, viewerCount: 7 }, undefined],
    [{ watching: '3' }, 3],
  ])('%j has %s', (fields, expected) => {
    expect(readStreamStatus({ id: 's1', status: 'live', ...fields }, now).viewers).toBe(expected)
  })
})
