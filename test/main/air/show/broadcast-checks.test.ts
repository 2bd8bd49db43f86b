import { beforeEach, describe, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { ShowCheck, ShowCheckId } from '#contract/live.ts'
import { createStage, type Stage } from './support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await createStage()
})

const status = 'POST /api/video/stream/getStatus'
const streams = 'GET /api/video/stream/all'
const details = 'GET /api/video/details/all'
const channels = 'GET /api/video/channel/all'
const polls = 'POST /api/vote/embed/all'
const ads = 'GET /api/ads/placement/all'
const links = 'POST /api/payment/link/all'

const published: JsonObject = {
  id: 'det_1',
  streamId: 'str_1',
  status: 'scheduled',
  title: 'Night show 48',
  providerName: 'Output one',
  category: 'Talk',
  scheduleDate: '2026-03-02',
  scheduleTime: '20:00:00',
}
const poll: JsonObject = { id: 'emb_1', question: 'Who comes next?', options: [{ id: 'a' }, { id: 'b' }] }
const list = (...rows: Json[]): Json => ({ data: rows })

/** One item of the check, after the platform answered otherwise. */
async function item(id: ShowCheckId, answers: Record<string, Json | DeskError> = {}): Promise<ShowCheck | undefined> {
  Object.assign(stage.platform.answers, answers)
  return stage.row(id)
}

describe('what is not ready', () => {
  // Catches an item that says OK over what is missing, and one whose fix leads elsewhere.
  test.each<[ShowCheckId, Record<string, Json>, ShowCheck['state'], string, string | undefined]>([
    ['stream', { [status]: { data: { status: 'ended' } } }, 'warn', 'stream_ended', 'prepare'],
    ['stream', { [status]: { data: { status: 'gefroren' } } }, 'warn', 'stream_strange', undefined],
    ['stream', { [status]: { data: {} } }, 'warn', 'stream_without_state', undefined],
    ['title', { [streams]: list({ id: 'str_1' }), [details]: list() }, 'fail', 'title_missing', 'streams?id=str_1'],
    ['title', { [streams]: list(), [details]: list() }, 'warn', 'stream_unlisted', undefined],
    ['channel', { [streams]: list({ id: 'str_1' }) }, 'fail', 'channel_missing', 'streams?id=str_1'],
    ['channel', { [channels]: list() }, 'warn', 'channel_unknown', 'streams?section=channels'],
    [
      'category',
      { [details]: list({ ...published, category: '' }) },
      'warn',
      'category_missing',
      'streams?section=details&id=det_1',
    ],
    [
      'schedule',
      { [details]: list({ ...published, scheduleDate: null }) },
      'warn',
      'schedule_missing',
      'streams?section=details&id=det_1',
    ],
    [
      'schedule',
      { [details]: list({ ...published, scheduleDate: '2026-02-20' }) },
      'warn',
      'schedule_past',
      'streams?section=details&id=det_1',
    ],
    ['destinations', { [details]: list() }, 'fail', 'destinations_none', 'publishing'],
    ['destinations', { [details]: list({ ...published, status: 'ended' }) }, 'fail', 'destinations_over', 'publishing'],
    [
      'destinations',
      { [details]: list({ ...published, streamId: 'str_2' }) },
      'fail',
      'destinations_none',
      'publishing',
    ],
    ['poll', { [polls]: list() }, 'warn', 'poll_unlisted', 'prepare'],
    ['poll', { [polls]: list({ ...poll, status: 'closed' }) }, 'warn', 'poll_closed', 'prepare'],
    ['poll', { [polls]: list({ ...poll, options: [] }) }, 'warn', 'poll_without_options', 'polls?poll=emb_1'],
    [
      'ads',
      { [ads]: list({ id: 'plc_1', name: 'Coffee break', streamId: 'str_1', startsAt: '2026-03-02T20:00:00Z' }) },
      'warn',
      'ads_without_end',
      'ads',
    ],
  ])('%s: %o', async (id, answers, state, code, fix) => {
    const found = await item(id, answers)
    expect(found).toMatchObject({ state, code })
    expect(found?.fix).toBe(fix)
  })

  // Catches a stream that was deleted and is still called ready, and a doubt where a person has to act.
  test('a stream that the platform does not have', async () => {
    expect(await item('stream', { [status]: new DeskError('not_found', 'Gone') })).toEqual({
      id: 'stream',
      state: 'fail',
      code: 'stream_gone',
      fix: 'prepare',
    })
  })

  // Catches nine problems where one is the matter: nobody chose a stream.
  test('without a stream only that is said of it', async () => {
    delete stage.broadcast.stream
    const checks = await stage.show.check()
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([
      { id: 'stream', state: 'fail', code: 'stream_none', fix: 'prepare' },
    ])
    expect(checks.map(({ id }) => id)).not.toContain('destinations')
  })

  // Catches a payment link that takes no money any more, shown as ready.
  test('a payment link that is closed, or is not listed', async () => {
    expect((await item('link'))?.code).toBe('link_none')
    stage.broadcast.link = { id: 'lnk_1', name: 'Winter special' }
    expect(await item('link', { [links]: list() })).toMatchObject({ state: 'warn', code: 'link_unlisted' })
    expect(await item('link', { [links]: list({ id: 'lnk_1', status: 'expired' }) })).toMatchObject({
      state: 'warn',
      code: 'link_closed',
      facts: { name: 'Winter special', word: 'expired' },
    })
    expect((await item('link', { [links]: list({ id: 'lnk_1', status: 'active' }) }))?.code).toBe('link_ready')
  })
})

// Catches a state that is claimed though nobody read it, and one silence of the platform that is told nine times as a problem.
test('what could not be read is to be checked, never OK', async () => {
  for (const operation of [status, streams, details, channels, polls, ads])
    stage.platform.answers[operation] = new DeskError('unreachable', 'Nothing answers')
  const checks = await stage.show.check()
  expect(checks.filter(({ code }) => code === 'failed').map(({ id, state }) => [id, state])).toEqual(
    ['stream', 'title', 'channel', 'category', 'schedule', 'destinations', 'poll', 'ads'].map((id) => [id, 'warn']),
  )
})

// Catches a running show that is told to set a date because its date has passed.
test('what runs needs no date', async () => {
  const found = await item('schedule', {
    [status]: { data: { status: 'live' } },
    [details]: list({ ...published, scheduleDate: '2026-02-20' }),
  })
  expect(found).toMatchObject({ state: 'ok', code: 'schedule_running' })
})

// Catches an ad that is due and not named, one of another stream, and ads without a time that are called planned.
test('the next ad of the stream is named', async () => {
  expect((await item('ads'))?.code).toBe('ads_none')
  const ad = { id: 'plc_1', name: 'Coffee break', streamId: 'str_1' }
  const ready = { ...ad, durationSeconds: 300 }
  expect(await item('ads', { [ads]: list(ready) })).toMatchObject({ code: 'ads_untimed', facts: { n: 1 } })
  expect((await item('ads', { [ads]: list({ ...ad, streamId: 'str_2' }) }))?.code).toBe('ads_none')
  const timed = { ...ad, startsAt: '2026-03-02T20:00:00Z', durationSeconds: 300 }
  expect(await item('ads', { [ads]: list(timed) })).toMatchObject({
    state: 'ok',
    code: 'ads_next',
    facts: { name: 'Coffee break', when: '2026-03-02T20:00:00.000Z' },
  })
})

// Catches an ad that counts as ready though nobody knows how long it runs: Live refuses it in the middle of the show.
test('an ad without a length is not ready, and is named', async () => {
  const ad = { id: 'plc_1', name: 'Coffee break', streamId: 'str_1' }
  const other = { id: 'plc_2', name: 'Lower third', streamId: 'str_1', runtime: 45 }
  const shown = { id: 'plc_3', name: 'Opening', startsAt: '2026-03-02T20:00:00Z', duration_ms: 300_000 }
  expect(await item('ads', { [ads]: list(ad, other, shown) })).toMatchObject({
    state: 'warn',
    code: 'ads_without_length',
    facts: { n: 1, names: 'Coffee break' },
    fix: 'ads',
  })
  expect(await item('ads', { [ads]: list(ad, { ...other, runtime: null }) })).toMatchObject({
    facts: { n: 2, names: 'Coffee break, Lower third' },
  })
  expect((await item('ads', { [ads]: list(other, shown) }))?.code).toBe('ads_next')
})

describe('the planned end', () => {
  // Catches "Everything is OK" over a show that ends before it starts, and a start that is taken from an event that is over.
  test('an end before the start of the next event is a problem', async () => {
    const start = '2026-03-02T20:00:00.000Z'
    for (const end of ['2026-03-02T01:50:00.000Z', start]) {
      stage.broadcast.plannedEndAt = end
      expect(await item('schedule')).toEqual({
        id: 'schedule',
        state: 'fail',
        code: 'end_before_start',
        facts: { end, when: start },
        fix: 'prepare',
      })
    }
    stage.broadcast.plannedEndAt = '2026-03-02T22:00:00.000Z'
    expect((await item('schedule'))?.code).toBe('schedule_set')
    const over = { ...published, id: 'det_0', status: 'ended', scheduleDate: '2026-03-09' }
    expect((await item('schedule', { [details]: list(over, published) }))?.code).toBe('schedule_set')
  })

  // Catches a clock that starts with hours over, and a running show whose end is measured by a plan that is past.
  test('an end that has passed is told; what is on the air has started', async () => {
    stage.broadcast.plannedEndAt = '2026-02-27T12:00:00.000Z'
    const none = { [details]: list({ ...published, scheduleDate: null }) }
    expect(await item('schedule', none)).toMatchObject({ state: 'warn', code: 'end_past', fix: 'prepare' })
    stage.broadcast.plannedEndAt = '2026-03-01T23:00:00.000Z'
    const live = { [status]: { data: { status: 'live' } }, [details]: list(published) }
    expect(await item('schedule', live)).toMatchObject({ state: 'ok', code: 'schedule_running' })
  })
})

// Catches a start that puts a second event on the air beside the one of the show, under "Published to 3" as OK.
test('two events on one stream are a problem that names both', async () => {
  const other = {
    ...published,
    id: 'det_2',
    title: 'Morning talk',
    providerName: 'Output two',
    scheduleTime: '21:00:00',
  }
  const twin = { ...published, id: 'det_3', providerName: 'Output three' }
  expect(await item('destinations', { [details]: list(other, published, twin) })).toEqual({
    id: 'destinations',
    state: 'fail',
    code: 'destinations_mixed',
    facts: { n: 2, names: 'Night show 48, Morning talk' },
    fix: 'streams?section=details&id=det_2',
  })
  // The same evening of a series a week later is another event, too.
  const later = { ...published, id: 'det_4', scheduleDate: '2026-03-09' }
  expect((await item('destinations', { [details]: list(published, later) }))?.code).toBe('destinations_mixed')
  for (const one of [twin, { ...twin, title: null }, { ...twin, scheduleDate: null }, { ...other, status: 'ended' }])
    expect((await item('destinations', { [details]: list(published, one) }))?.code).toBe('destinations_set')
})

// Catches a show that is called after whichever event the platform lists first.
test('the title is that of the next event, else that of the stream', async () => {
  const next = { ...published, id: 'det_2', title: 'Tonight', scheduleDate: '2026-03-01' }
  expect((await item('title', { [details]: list(published, next) }))?.facts).toEqual({ title: 'Tonight' })
  expect((await item('title', { [details]: list({ ...published, title: null }) }))?.facts).toEqual({
    title: 'Night show main',
  })
})

// Odd records: numbers for identifiers, epoch dates, HTML in names, a list where text was expected.
test('odd records are taken as they are', async () => {
  stage.broadcast.stream = { id: '7', name: 'Seven' }
  Object.assign(stage.platform.answers, {
    [streams]: list({ id: 7, title: '<b>Show</b>', channelId: 5 }),
    [channels]: list({ id: 5 }),
    [details]: list(
      {
        streamId: 7,
        scheduledAt: Date.parse('2026-03-01T13:00:00Z') / 1_000,
        providerName: '<img src=x>',
        category: ['x'],
        title: { nested: true },
        status: null,
      },
      {},
    ),
    [polls]: { data: 'nothing' },
    [ads]: null,
  })
  const found = Object.fromEntries((await stage.show.check()).map((row) => [row.id, row]))
  expect(found.schedule).toMatchObject({ state: 'ok', facts: { when: '2026-03-01T13:00:00.000Z' } })
  expect(found.destinations?.facts).toEqual({ n: 1, names: '<img src=x>' })
  expect(found.title?.facts).toEqual({ title: '<b>Show</b>' })
  expect(found.channel?.state).toBe('ok')
  expect(found.category?.code).toBe('category_missing')
})

// Catches a report that names what was looked at for another stream, and a stream's page that shows the chosen one's items.
test('another stream is looked at without being kept for the show', async () => {
  await stage.show.check()
  const other = await stage.show.check('str_9')
  expect(other.find(({ id }) => id === 'destinations')?.code).toBe('destinations_none')
  await stage.show.enter({ title: 'Night show 48' })
  const [show] = stage.show.list(1)
  expect((await stage.show.report(show?.id ?? '')).passedOver).toEqual([])
})

// Catches a show that begins on the items of the poll that was chosen before.
test('after another choice the check is made again', async () => {
  await stage.show.check()
  stage.broadcast.poll = { id: 'emb_9', name: 'Encore' }
  await stage.show.enter({ title: 'Night show 48' })
  const [show] = stage.show.list(1)
  expect((await stage.show.report(show?.id ?? '')).passedOver).toMatchObject([{ id: 'poll', code: 'poll_unlisted' }])
})

// Catches a channel on a later page that is called unknown.
test('a list is read to its end', async () => {
  const { channel } = { channel: await item('channel') }
  expect(channel?.state).toBe('ok')
  const whole = stage.platform.answers[channels] as { data: Json[] }
  const other = Array.from({ length: 3 }, (_, at) => ({ id: `ch_other_${at}`, name: `Other ${at}` }))
  const found = await item('channel', {
    [channels]: { data: other, has_more: true, next_cursor: 'c2' },
    [`${channels} c2`]: { data: whole.data, has_more: false },
  })
  expect(found).toMatchObject({ state: 'ok' })
})
