import { beforeEach, expect, test } from 'vitest'
import { showCheckIds } from '#contract/live.ts'
import { cut, settle } from '../../platform/ledger/support.ts'
import { createStage, type Stage } from './support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await createStage()
})

const enter = (title = 'Friday night') => stage.show.enter({ title })

// Catches a show that is forgotten by a restart or a crash: every guard would be gone in the middle of it.
test.each([true, false])('a show is on until it is left, also over a restart (clean: %s)', async (clean) => {
  expect(stage.show.get()).toEqual({})
  const { show } = await stage.show.enter({ title: 'Friday night', plannedEndAt: '2026-03-01T14:00:00Z' })
  expect(show).toMatchObject({
    title: 'Friday night',
    environment: 'production',
    startedAt: '2026-03-01T12:00:00.000Z',
    plannedEndAt: '2026-03-01T14:00:00Z',
  })
  await stage.restart(clean)
  expect(stage.show.get()).toEqual({ show })
  await stage.bench.clock.advance(3_600_000)
  expect(await stage.show.leave()).toMatchObject({ show, endedAt: '2026-03-01T13:00:00.000Z', durationMs: 3_600_000 })
  expect(stage.show.get()).toEqual({})
  await stage.restart(clean)
  expect(stage.show.get()).toEqual({})
  expect(stage.show.list(10)).toEqual([{ ...show, endedAt: '2026-03-01T13:00:00.000Z' }])
})

// Catches two shows at once, from two windows or a double click, and an end of a show that is none.
test('one show at a time', async () => {
  const both = await Promise.allSettled([enter('One'), enter('Two')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(enter('Three')).rejects.toMatchObject({
    code: 'invalid_state',
    details: { facts: { reason: 'show_on', title: 'One' } },
  })
  expect(stage.told).toHaveLength(1)
  expect(() =>
    stage.bench.database
      .statement(
        "INSERT INTO shows (id, environment, title, started_at, passed_over) VALUES ('x', 'rehearsal', 'x', 'x', '[]')",
      )
      .run(),
  ).toThrow()
  await stage.show.leave()
  await expect(stage.show.leave()).rejects.toMatchObject({ code: 'invalid_state' })
  expect(stage.told.map(({ show }) => show?.title)).toEqual(['One', undefined])
  await enter('Three')
  expect(stage.show.list(10).map(({ title }) => title)).toEqual(['Three', 'One'])
  expect(stage.show.list(1).map(({ title }) => title)).toEqual(['Three'])
})

// Catches a check that keeps the person from going on air, and one that was passed over without a trace.
test('a failed check never keeps anyone out, and stands in the report', async () => {
  stage.platform.connection = { ...stage.platform.connection, state: 'unreachable', reason: 'Nothing answers' }
  stage.bench.client.onWrite = cut
  stage.bench.client.onRead = () => ({ items: [{ id: 'x' }] })
  await stage.submit({ operation: 'PUT /api/stage/update', body: { id: 's1' } })
  const { show } = await enter()
  await stage.restart()
  const { passedOver } = await stage.show.report(show?.id ?? '')
  expect(passedOver.map(({ id, state }) => [id, state])).toEqual([
    ['platform', 'fail'],
    ['queue', 'fail'],
  ])
  expect(passedOver.find(({ id }) => id === 'platform')).toEqual({
    id: 'platform',
    state: 'fail',
    code: 'platform_silent',
    facts: { said: 'Nothing answers' },
    fix: 'settings#connection',
  })
})

// Catches an earlier version's report that loses the sentences of its checks.
test('checks of an earlier version keep their text', async () => {
  const kept = [{ id: 'queue', state: 'warn', found: '2 changes wait.', fix: 'activity?queue=1' }]
  stage.bench.database
    .statement(
      `INSERT INTO shows (id, environment, title, started_at, ended_at, passed_over)
       VALUES ('old', 'rehearsal', 'Old', '2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z', ?)`,
    )
    .run(JSON.stringify(kept))
  expect((await stage.show.report('old')).passedOver).toEqual(kept)
})

// Catches a report that says what was so half an hour before the show, and an entering that asks the platform again right after the person looked.
test('what was passed over is what the person saw, unless that is long ago', async () => {
  let probes = 0
  stage.platform.probe = async () => {
    probes += 1
    return stage.platform.connection
  }
  const [first, second] = await Promise.all([stage.show.check(), stage.show.check()])
  expect(first).toBe(second)
  expect(first.map(({ id }) => id)).toEqual(showCheckIds)
  expect(probes).toBe(1)
  await enter()
  expect(probes).toBe(1)
  await stage.show.leave()

  await stage.show.check()
  await stage.bench.clock.advance(61_000)
  stage.platform.connection = { ...stage.platform.connection, clockOffsetMs: 9_000 }
  const { show } = await enter()
  expect((await stage.show.report(show?.id ?? '')).passedOver).toMatchObject([{ id: 'clock', state: 'warn' }])
})

// Catches a show of one environment that begins with the checks of another.
test('another environment chosen during the look, or before it, is never entered on the old look', async () => {
  const probe = Promise.withResolvers<typeof stage.platform.connection>()
  stage.platform.probe = () => probe.promise
  const entering = enter()
  await settle()
  stage.environments.select('development')
  probe.resolve(stage.platform.connection)
  await expect(entering).rejects.toMatchObject({ code: 'conflict' })
  expect(stage.show.get()).toEqual({})
  const { show } = await enter()
  const { passedOver } = await stage.show.report(show?.id ?? '')
  expect(passedOver).toMatchObject([{ id: 'credentials', state: 'fail', facts: { environment: 'development' } }])
})

// Catches a planned end that is over before the show begins, and a report of a show that never was.
test('wrong input is refused and begins nothing', async () => {
  await expect(stage.show.enter({ title: 'Late', plannedEndAt: '2026-03-01T11:59:59Z' })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'plannedEndAt' }] },
  })
  await expect(stage.show.report('nothing')).rejects.toMatchObject({ code: 'not_found_here' })
  expect(stage.show.list(10)).toEqual([])
})

// Catches a message that is lost by a restart, stays on the stage after it was cleared, or is told to no window.
test('a message to the stage is kept with the show until it is cleared', async () => {
  await stage.show.enter({ title: 'Friday night', plannedEndAt: '2026-03-01T14:00:00Z' })
  const said = { text: 'Two minutes left', at: '2026-03-01T12:00:00.000Z' }
  expect(stage.show.say('Two minutes left')).toMatchObject({ show: { title: 'Friday night', said } })
  expect(stage.told.at(-1)?.show?.said).toEqual(said)
  await stage.restart(false)
  expect(stage.show.get().show?.said).toEqual(said)
  expect(stage.show.say('').show).not.toHaveProperty('said')
  expect(stage.told.at(-1)?.show).not.toHaveProperty('said')
  await stage.restart()
  expect(stage.show.get().show).toMatchObject({ plannedEndAt: '2026-03-01T14:00:00Z' })
  expect(stage.show.get().show).not.toHaveProperty('said')
})

// Catches a message that goes nowhere and looks as if it were read, and one that shows the next show the words of the last.
test('without a show nothing is said, and the next show begins without a message', async () => {
  expect(() => stage.show.say('Hello')).toThrow(
    expect.objectContaining({ code: 'invalid_state', details: { facts: { reason: 'no_show' } } }) as Error,
  )
  const { show: first } = await enter('One')
  stage.show.say('Hello')
  await stage.show.leave()
  expect((await enter('Two')).show).not.toHaveProperty('said')
  expect((await stage.show.report(first?.id ?? '')).show.said?.text).toBe('Hello')
})

// Catches a message of an unreadable row that keeps the desk from opening.
test('a damaged message counts as none', async () => {
  await enter()
  stage.bench.database.statement('UPDATE shows SET said = \'{"text":7}\'').run()
  await stage.restart()
  expect(stage.show.get().show).not.toHaveProperty('said')
})
