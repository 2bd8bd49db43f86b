import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import {
  checkIds,
  goLiveCheck,
  worstOf,
  type CheckInput,
  type CheckRow,
} from '../../../renderer/views/streams/model/go-live-check.ts'

const now = Date.UTC(2026, 10, 22, 19)
const details: JsonObject = {
  id: 'det_1',
  streamId: 'str_1',
  status: 'scheduled',
  title: 'Night show 48',
  providerName: 'Output one',
  channelId: 'chn_1',
  category: 'Talk',
  scheduleDate: '2026-11-22',
  scheduleTime: '20:00:00',
}
const ready: CheckInput = {
  streamId: 'str_1',
  stream: { id: 'str_1', name: 'Night show main', channelId: 'chn_1' },
  state: { state: 'off', word: 'idle' },
  details: [details],
  channels: [{ id: 'chn_1', name: 'Night show' }],
  connection: { state: 'reachable', clockOffsetMs: 300 },
  credential: 'found',
  gate: undefined,
  now,
}
const rows = (change: Partial<CheckInput> = {}): Record<string, CheckRow> =>
  Object.fromEntries(goLiveCheck({ ...ready, ...change }).map((row) => [row.id, row]))

describe('a stream that is ready', () => {
  // A check that cries wolf is not read.
  it('is fine in every row', () => {
    const all = goLiveCheck(ready)
    expect(all.map(({ id }) => id)).toEqual(checkIds)
    expect(all.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(worstOf(all)).toBe('ok')
    expect(rows().channel?.values).toEqual({ channel: 'Night show' })
  })
})

describe('what is not known yet', () => {
  // A row that says fine before anyone has looked.
  it('is open, never fine', () => {
    const all = goLiveCheck({
      ...ready,
      stream: undefined,
      details: undefined,
      channels: undefined,
      connection: undefined,
      credential: undefined,
    })
    expect(all.filter(({ state }) => state === 'ok').map(({ id }) => id)).toEqual(['gates'])
    expect(worstOf(all)).toBe('open')
  })
})

describe('what is missing', () => {
  // Each failing row must lead to the place where it is mended.
  it.each<[string, Partial<CheckInput>, string, string | undefined]>([
    ['stream', { stream: null }, 'fail', '/streams'],
    ['stream', { state: { state: 'stopped', word: 'ended' } }, 'warn', '/streams'],
    ['stream', { state: { state: 'unseen', word: 'gefroren' } }, 'warn', undefined],
    ['title', { stream: { id: 'str_1' }, details: [] }, 'fail', undefined],
    ['channel', { stream: { id: 'str_1', name: 'x' }, details: [{ ...details, channelId: null }] }, 'fail', undefined],
    ['channel', { channels: [] }, 'warn', '/streams?section=channels'],
    ['category', { details: [{ ...details, category: '' }] }, 'warn', '/streams?section=details&id=det_1'],
    ['schedule', { details: [{ ...details, scheduleDate: null }] }, 'warn', '/streams?section=details&id=det_1'],
    [
      'schedule',
      { details: [{ ...details, scheduleDate: '2026-11-20' }] },
      'warn',
      '/streams?section=details&id=det_1',
    ],
    ['destinations', { details: [] }, 'fail', '/publishing'],
    ['destinations', { details: [{ ...details, status: 'ended' }] }, 'fail', '/publishing'],
    ['destinations', { details: [{ ...details, streamId: 'str_2' }] }, 'fail', '/publishing'],
    ['platform', { connection: { state: 'unreachable' } }, 'fail', '/settings#connection'],
    ['credential', { credential: 'absent' }, 'fail', '/settings#credentials'],
    ['credential', { credential: 'locked' }, 'fail', '/settings#credentials'],
    ['gates', { gate: { leftMs: 14_000 } }, 'fail', '/settings#connection'],
    ['clock', { connection: { state: 'reachable', clockOffsetMs: -5_000 } }, 'warn', '/settings#connection'],
    ['clock', { connection: { state: 'reachable', clockOffsetMs: 90_000 } }, 'fail', '/settings#connection'],
  ])('%s', (id, change, state, way) => {
    const row = rows(change)[id]
    expect(row?.state).toBe(state)
    expect(row?.fix).toBeDefined()
    if (way !== undefined) expect(row?.fix).toMatchObject({ to: way })
  })

  // A show that runs is not "without a schedule" because its date is over.
  it('does not ask for a date of what runs', () => {
    expect(
      rows({ state: { state: 'live', word: 'live' }, details: [{ ...details, scheduleDate: '2026-11-20' }] }).schedule
        ?.state,
    ).toBe('ok')
  })

  // Odd records: numbers for ids, epoch dates, HTML in names, a list where text was expected.
  it('takes odd records as they are', () => {
    const odd: JsonObject = {
      streamId: 7,
      scheduledAt: (now + 3_600_000) / 1_000,
      providerName: '<img src=x>',
      category: ['x'],
      title: { nested: true },
      status: null,
    }
    const found = rows({
      streamId: '7',
      stream: { id: 7, title: '<b>Show</b>', channelId: 5 },
      details: [odd, {}],
      channels: [{ id: 5 }],
    })
    expect(found.schedule).toMatchObject({ state: 'ok', values: { at: now + 3_600_000 } })
    expect(found.destinations?.values).toEqual({ n: 1, names: '<img src=x>' })
    expect(found.title?.values).toEqual({ title: '<b>Show</b>' })
    expect(found.channel?.state).toBe('ok')
  })
})

// Catches a rehearsal that is called not ready because nobody saved a key for the platform inside the desk.
test('the practice platform\u2019s own credential is one', () => {
  expect(goLiveCheck({ ...ready, credential: 'practice' }).find(({ id }) => id === 'credential')?.state).toBe('ok')
})
