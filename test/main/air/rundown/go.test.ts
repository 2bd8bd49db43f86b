import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { CueStep } from '#contract/air/rundown.ts'
import { createDesk, cue, input, mark, reasonOf, settle, wait } from './support.ts'

// Two windows that press at the same moment would fire two cues.
test('two windows press Go at once: one fires, the other is told', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a', { steps: [mark('s')] }), cue('b')])
  const seen = desk.at()
  const outcomes = await Promise.allSettled([desk.press(seen), desk.press(seen)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find((one) => one.status === 'rejected')
  expect((refused as PromiseRejectedResult).reason).toMatchObject({
    code: 'conflict',
    details: { facts: { reason: 'position_changed' } },
  })
  await settle()
  expect(desk.engine.all().map((firing) => firing.cue?.id)).toEqual(['a'])
  expect(desk.at().next?.id).toBe('b')
})

// A press that arrives twice, over a lost link for instance, would fire the next cue as well.
test('the same press is answered with the firing that it made', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a'), cue('b')])
  const [seen, press] = [desk.at(), randomUUID()]
  const both = await Promise.all([desk.press(seen, press), desk.press(seen, press)])
  const again = await desk.go(seen, press)
  expect(new Set([...both, again].map(({ firing }) => firing)).size).toBe(1)
  await desk.kill()
  expect((await desk.go(seen, press)).firing).toBe(again.firing)
  expect(desk.engine.all()).toHaveLength(1)
})

// A mark that nobody named would be a line without a word in the report, and "Untitled" among the drafts.
test('a mark without a name is called after its cue', async () => {
  const desk = await createDesk()
  const unnamed: CueStep = { id: 's', name: '', action: { kind: 'mark', title: ' ' } }
  const named: CueStep = { id: 't', name: 'Applause', action: { kind: 'mark', title: 'Applause' } }
  await desk.chosen([cue('a', { title: 'Second guest', steps: [unnamed, named] })])
  await desk.go()
  await settle()
  expect(desk.engine.all()[0]?.steps.map(({ name, action }) => [name, action])).toEqual([
    ['Second guest', { kind: 'mark', title: 'Second guest' }],
    ['Applause', { kind: 'mark', title: 'Applause' }],
  ])
})

// A person who sees an old list would fire another cue than the one on screen.
test('a rundown that was changed meanwhile is not fired', async () => {
  const desk = await createDesk()
  const { id } = await desk.chosen([cue('a'), cue('b')])
  const seen = desk.at()
  await desk.rundowns.save(input([cue('b'), cue('a')], { id, baseRevision: 1 }))
  expect(await reasonOf(desk.press(seen))).toBe('rundown_changed')
  expect(desk.engine.all()).toEqual([])
  expect(desk.told.at(-1)?.next?.id).toBe('b')
})

// A cue that is to be passed would be fired, or hold the show.
test('cues to be passed, groups and notes are passed', async () => {
  const desk = await createDesk()
  await desk.chosen([
    cue('g', { kind: 'group' }),
    cue('a', { skip: true }),
    cue('b'),
    cue('n', { kind: 'note' }),
    cue('c'),
  ])
  expect(desk.at().next?.id).toBe('b')
  await desk.go()
  expect(desk.at().next?.id).toBe('c')
  await desk.go()
  expect(desk.at().next).toBeUndefined()
  expect(await reasonOf(desk.press())).toBe('no_cue_left')
})

// A second cue would run into the first one, or past a step of which nobody knows whether it was done.
test('no Go while a cue is fired, nor behind a step that is unknown', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a', { steps: [wait('w')] }), cue('b', { steps: [mark('s')] }), cue('c')])
  const first = await desk.go()
  expect(desk.at().fired.at(-1)?.state).toBe('waiting')
  expect(await reasonOf(desk.press())).toBe('cue_under_way')
  expect(await reasonOf(() => desk.rundowns.show.choose('rehearsal', null))).toBe('cue_under_way')
  await desk.firings.proceed(first.firing, 'w')
  await settle()
  expect(desk.at().fired.at(-1)?.state).toBe('done')
  desk.engine.take = () => 'unknown'
  const second = await desk.go()
  expect(desk.at().fired.at(-1)?.state).toBe('stopped')
  expect(await reasonOf(desk.press())).toBe('cue_step_unsettled')
  await desk.firings.stop(second.firing)
  desk.engine.take = () => 'seen'
  await desk.go()
  expect(desk.at().fired.map(({ cue: id }) => id)).toEqual(['a', 'b', 'c'])
})

// Where the ledger can't tell of a write, putting the firing away would let the next cue run past it.
test('a write that is unknown holds the next cue until the ledger knows of it', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a', { steps: [mark('s')] }), cue('b')])
  desk.engine.take = () => 'unknown'
  const { firing } = await desk.go()
  const kept = desk.firings.get(firing).steps[0]
  if (kept !== undefined) kept.intent = 'in_1'
  desk.intents.set('in_1', 'unknown')
  await desk.firings.stop(firing)
  expect(await reasonOf(desk.press())).toBe('cue_step_unsettled')
  desk.intents.set('in_1', 'confirmed')
  await desk.go()
  expect(desk.at().now?.cue.id).toBe('b')
})

// An edit that waits to be sent again would leave behind the next cue, and its own step would stay unknown for ever.
test('a write that waits in the queue holds the next cue until it is sent or cancelled', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a', { steps: [mark('s')] }), cue('b')])
  desk.engine.take = () => 'unknown'
  const { firing } = await desk.go()
  const kept = desk.firings.get(firing).steps[0]
  if (kept !== undefined) kept.intent = 'in_1'
  desk.intents.set('in_1', 'queued')
  expect(await reasonOf(desk.press())).toBe('cue_step_unsettled')
  desk.intents.set('in_1', 'cancelled')
  await desk.go()
  expect(desk.at().now?.cue.id).toBe('b')
})

// Where the engine refuses, the show would stand behind a cue that was never fired.
test('a Go that is refused leaves the show where it was', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a'), cue('b')])
  const { rundown: id, revision, position, shown } = desk.at()
  const old = new Date(desk.clock.now() - 60_000).toISOString()
  const seen = { id, revision, position, shown }
  const press = { ...seen, press: randomUUID(), environment: 'rehearsal', pressedAt: old } as const
  expect(await reasonOf(desk.rundowns.show.go(press))).toBe('press_too_old')
  expect(desk.at().next?.id).toBe('a')
  expect(desk.at().fired).toEqual([])
  await desk.go()
  expect(desk.at().now?.cue.id).toBe('a')
})

// After a crash around the moment at which it is fired, a cue would be fired twice or passed without being fired.
test('killed before or after the firing is kept, the cue is neither lost nor fired twice', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a'), cue('b')])
  const fire = (given: Parameters<typeof desk.firings.fire>[0]) => engineFire(given)
  const engineFire = desk.firings.fire.bind(desk.firings)
  desk.firings.fire = () => new Promise(() => undefined)
  void desk.press()
  await settle()
  desk.firings.fire = fire
  await desk.kill()
  expect(desk.at().next?.id).toBe('a')
  expect(desk.at().fired).toEqual([])

  desk.firings.fire = async (given) => {
    await fire(given)
    return new Promise(() => undefined)
  }
  void desk.press()
  await settle()
  desk.firings.fire = fire
  await desk.kill()
  expect(desk.at().now?.cue.id).toBe('a')
  expect(desk.at().next?.id).toBe('b')
  expect(desk.engine.all()).toHaveLength(1)
})

// The edit of the cue that runs would change what is being fired, or lose the place in the list.
test('a rundown that is edited while it runs', async () => {
  const desk = await createDesk()
  const { id } = await desk.chosen([cue('a', { steps: [wait('w')] }), cue('b'), cue('c')])
  const { firing } = await desk.go()
  await desk.rundowns.save(input([cue('b', { skip: true }), cue('c'), cue('d')], { id, baseRevision: 1 }))
  expect(desk.firings.get(firing).steps.map((step) => step.id)).toEqual(['w'])
  expect(desk.at().now?.cue.id).toBe('a')
  expect(desk.at().next?.id).toBe('c')
  await desk.firings.proceed(firing, 'w')
  await settle()
  await desk.go()
  expect(desk.at().next?.id).toBe('d')
})

// Another cue made the next one would be forgotten, or fire by itself.
test('another cue is made the next one, and fires nothing', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a'), cue('b', { skip: true }), cue('c')])
  const seen = desk.at()
  const move =
    (next: string, from = desk.at()) =>
    () =>
      desk.rundowns.show.move({
        ...{ id: from.rundown, revision: from.revision, position: from.position, shown: from.shown },
        ...{ environment: 'rehearsal', next },
      })
  expect(await reasonOf(move('b'))).toBe('cue_skipped')
  expect(await reasonOf(move('x'))).toBe('cue_gone')
  move('c')()
  expect(await reasonOf(move('a', seen))).toBe('position_changed')
  await desk.kill()
  expect(desk.at().next?.id).toBe('c')
  expect(desk.engine.all()).toEqual([])
  await desk.go()
  expect(desk.at().next).toBeUndefined()
})

// A due cue would be fired by the clock.
test('nothing fires by the clock', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a', { at: '00:00:01', durationMs: 1_000 }), cue('b', { linked: true })])
  await desk.clock.advance(2 * 86_400_000)
  expect(desk.engine.all()).toEqual([])
})

const start: CueStep = {
  ...{ id: 'd', name: 'Alpha' },
  action: { kind: 'destination', act: 'start', record: 'Alpha/a/b' },
}
const scene: CueStep = {
  ...{ id: 'e', name: 'Main' },
  action: { kind: 'encoder', operation: 'encoder:scene', scene: 'Main' },
}
const studio = (id: string): EncoderState => ({
  ...{ link: 'connected', everyMs: 1_000 },
  encoder: { id, name: `Studio ${id}`, address: 'ws://127.0.0.1:4455', hasPassword: false, used: true },
})

// A cue that starts a destination would start it on the stream that another window chose since.
test('Go fires a cue for the stream and the software that were shown, and keeps both with the firing', async () => {
  const desk = await createDesk()
  desk.chooseStream({ id: 'str_1', name: 'Friday show' })
  desk.useSoftware(studio('e1'))
  await desk.chosen([cue('a', { steps: [start, scene] }), cue('b')])
  const before = desk.at()
  expect(before.shown).toEqual({ cue: 'a', stream: 'str_1', encoder: 'e1' })
  desk.chooseStream({ id: 'str_2', name: 'Secret test' })
  expect(await reasonOf(desk.press(before))).toBe('shown_changed')
  desk.chooseStream(undefined)
  expect(await reasonOf(desk.press(before))).toBe('shown_gone')
  desk.chooseStream({ id: 'str_1', name: 'Friday show' })
  desk.useSoftware(studio('e2'))
  expect(await reasonOf(desk.press(before))).toBe('shown_changed')
  expect(desk.engine.all()).toEqual([])
  desk.useSoftware(studio('e1'))
  await desk.go(before)
  expect(desk.engine.all()[0]).toMatchObject({ stream: { id: 'str_1' }, encoder: 'e1' })
})

// A cue that uses neither would be refused for nothing.
test('a cue that uses neither stream nor software is fired whatever is chosen', async () => {
  const desk = await createDesk()
  await desk.chosen([cue('a', { steps: [mark('s')] }), cue('b')])
  const before = desk.at()
  desk.chooseStream({ id: 'str_2', name: 'Secret test' })
  desk.useSoftware(studio('e2'))
  await desk.go(before)
  expect(desk.at().now?.cue.id).toBe('a')
})
