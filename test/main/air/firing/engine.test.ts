import { afterEach, expect, test } from 'vitest'
import { asDeskError } from '#contract/errors.ts'
import type { StepAction } from '#contract/air/firing.ts'
import type { PlannedStep } from '../../../../main/air/firing/types.ts'
import { createBench, keyOf, statesOf } from './support.ts'

type Bench = Awaited<ReturnType<typeof createBench>>
let bench: Bench | undefined
afterEach(async () => {
  await bench?.end()
  bench = undefined
})
const make = async (names?: readonly string[]): Promise<Bench> => (bench = await createBench(names))

const step = (id: string, action: StepAction): PlannedStep => ({ id, name: id, action })
const start = (name: string): PlannedStep => step(name, { kind: 'destination', act: 'start', record: keyOf(name) })
const scene = (name: string): PlannedStep => step(name, { kind: 'encoder', operation: 'encoder:scene', scene: name })
const wait = step('wait', { kind: 'wait', text: 'Guest is ready' })
const refund = step('refund', {
  kind: 'operation',
  operation: 'POST /api/payment/refund/create',
  request: { body: { chargeId: 'ch_1', amount: 15 } },
})

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  const [settled] = await Promise.allSettled([work])
  return settled.status === 'fulfilled' ? 'nothing refused' : asDeskError(settled.reason).details.facts?.reason
}

// Catches a step that is on its way before the disk knows it.
test('each step is on disk as taking before anything leaves', async () => {
  const { fire, rests, onArrive, database } = await make(['Alpha'])
  const seen: string[] = []
  onArrive(() => {
    const row = database.statement('SELECT firing FROM firings').get()
    const { steps } = JSON.parse(String(row?.firing)) as { steps: Array<{ id: string; state: string }> }
    seen.push(steps.map(({ state }) => state).join(' '))
  })
  await rests((await fire([scene('Main'), start('Alpha')])).id)
  expect(seen).toEqual(['taking planned', 'seen taking'])
})

// Catches a page that shows a firing as going on for ever, because its beginning was told after its end.
test.each([
  ['without steps', [], ['running', 'done']],
  ['that begins with a wait', [wait], ['running', 'waiting']],
] as const)('a firing %s is told in the order of what happened', async (_name, steps, states) => {
  const { fire, heard } = await make()
  const { id } = await fire([...steps])
  await expect.poll(() => heard.filter((one) => one.id === id).map(({ state }) => state)).toEqual(states)
})

// Catches a cue that is fired although its place in the show could not be kept, and one that is kept and never fired.
test('what is kept with a firing is kept in its commit, or nothing is fired', async () => {
  const { firings, pressed, rests, database, software, waitFor } = await make(['Alpha'])
  const table = () => database.statement('SELECT id FROM firings').all()
  const fire = (inCommit: () => void) =>
    waitFor(firings.fire({ ...pressed(), kind: 'cue', steps: [scene('Main')], inCommit }))
  await expect(
    fire(() => {
      throw new Error('full')
    }),
  ).rejects.toThrow('full')
  expect([table(), firings.current(), software.effects]).toEqual([[], null, []])
  const seen: unknown[] = []
  const { id } = await fire(() => void seen.push(...table()))
  expect(seen).toMatchObject([{ id }])
  expect(await rests(id)).toMatchObject({ state: 'done' })
})

// Catches a firing that goes on after the machine slept or its clock was set, and one that goes on by itself afterwards.
test.each([3_600_000, -5_000])('a clock that jumps by %i ms stops it, and a new press goes on', async (jump) => {
  const { fire, rests, clock, platform, firings, pressed, waitFor } = await make(['Alpha', 'Beta'])
  const { id } = await fire([start('Alpha'), start('Beta')])
  await clock.advance(30)
  clock.jump(jump)
  const stopped = await rests(id)
  expect(stopped).toMatchObject({ state: 'stopped', because: 'clock_moved' })
  expect(platform.effects).toEqual(['start Alpha'])
  await clock.advance(120_000)
  expect(platform.effects).toEqual(['start Alpha'])
  await waitFor(firings.resume(id, pressed()))
  expect(await rests(id)).toMatchObject({ state: 'done' })
  expect(platform.effects).toEqual(['start Alpha', 'start Beta'])
})

// Catches a firing that waits for ever, and one that calls a state contradicted which nobody could read.
test('20 s of looking stop it, and say whether something else was seen', async () => {
  const { fire, rests, software, platform, clock } = await make(['Alpha'])
  const seenLive = step('live', { kind: 'seen', what: 'live' })
  const began = clock.now()
  const stopped = await rests((await fire([seenLive])).id)
  expect(stopped).toMatchObject({ state: 'stopped', because: 'step_failed' })
  expect(stopped.steps[0]).toMatchObject({ state: 'contradicted', reason: 'not_seen_in_time' })
  expect(clock.now() - began).toBeLessThan(24_000)
  platform.readsWork = false
  expect((await rests((await fire([seenLive])).id)).steps[0]).toMatchObject({ state: 'unknown' })
  software.state.linked = false
  software.tell()
  const off = await rests((await fire([step('off', { kind: 'seen', what: 'notSending' })])).id)
  expect(off.steps[0]).toMatchObject({ state: 'unknown' })
})

// Catches software that is believed to send because it says that it is active, through an outage of the network.
test('an output that reconnects is not sending, and one that is off has given up', async () => {
  const { fire, rests, software, clock } = await make([])
  const sending = step('sending', { kind: 'seen', what: 'sending' })
  Object.assign(software.state, { active: true, reconnecting: true })
  const { id } = await fire([sending])
  await clock.advance(15_000)
  expect(bench?.firings.get(id).state).toBe('running')
  software.state.reconnecting = false
  software.tell()
  expect(await rests(id)).toMatchObject({ state: 'done' })
  software.state.active = false
  const off = await rests((await fire([sending])).id)
  expect(off).toMatchObject({ because: 'step_failed' })
  expect(off.steps[0]).toMatchObject({ state: 'contradicted', reason: 'seen_otherwise' })
})

// Catches a step that is sent after the person said stop, and a stop that undoes something.
test('a stop takes no further step and undoes nothing; said again it puts the firing away', async () => {
  const { fire, rests, firings, platform, clock } = await make()
  const { id } = await fire([start('Alpha'), start('Beta')])
  await clock.advance(15)
  expect(await firings.stop(id)).toMatchObject({ state: 'stopped', because: 'by_person' })
  expect(await reasonOf(fire([start('Beta')]))).toBe('firing_step_under_way')
  expect(await reasonOf(firings.stop(id))).toBe('firing_step_under_way')
  expect(statesOf(await rests(id))).toEqual(['Alpha accepted', 'Beta planned'])
  expect(platform.effects).toEqual(['start Alpha'])
  expect(firings.current()?.id).toBe(id)
  await firings.stop(id)
  expect(firings.current()).toBeNull()
  expect(await reasonOf(firings.stop(id))).toBe('firing_over')
})

// Catches a wait that ends by itself, a refund that leaves without being held, and a standstill that counts while a person is awaited.
test('it waits for the person, and money and deletions for their hold', async () => {
  const { fire, rests, firings, platform, clock } = await make()
  const { id } = await fire([wait, refund, scene('Main')])
  expect(await rests(id)).toMatchObject({ state: 'waiting' })
  expect(firings.get(id).because).toBeUndefined()
  await clock.advance(300_000)
  expect(await reasonOf(firings.proceed(id, 'refund'))).toBe('firing_step_not_waiting')
  await firings.proceed(id, 'wait')
  expect(await rests(id)).toMatchObject({ state: 'waiting', because: 'hold_needed' })
  await clock.advance(300_000)
  expect(platform.others).toEqual([])
  await firings.proceed(id, 'refund')
  expect(await rests(id)).toMatchObject({ state: 'done' })
  expect(platform.others).toEqual(['POST /api/payment/refund/create'])
})

// Catches a hold that counts twice: for the refund that was refused, and for the one that is sent after it.
test('a refund that was refused is held again before it is sent again', async () => {
  const { fire, rests, firings, platform, pressed, waitFor } = await make()
  const { id } = await fire([refund])
  await rests(id)
  platform.fates = ['refuses']
  await firings.proceed(id, 'refund')
  expect(await rests(id)).toMatchObject({ state: 'stopped', because: 'step_failed' })
  await waitFor(firings.resume(id, pressed()))
  expect(await rests(id)).toMatchObject({ state: 'waiting', because: 'hold_needed' })
  expect(platform.others).toEqual([])
  await firings.proceed(id, 'refund')
  await rests(id)
  expect(platform.others).toHaveLength(1)
})

// Catches a hold that outlives the sleep of the machine.
test('a firing that waits is stopped by sleep too', async () => {
  const { fire, rests, firings, platform, clock, pressed, waitFor } = await make()
  const { id } = await fire([refund])
  await rests(id)
  clock.jump(3_600_000)
  expect(await firings.proceed(id, 'refund')).toMatchObject({ state: 'stopped', because: 'clock_moved' })
  await waitFor(firings.resume(id, pressed()))
  expect(await rests(id)).toMatchObject({ state: 'waiting', because: 'hold_needed' })
  expect(platform.others).toEqual([])
})

// Catches a second effect of a step whose answer was lost, a step behind one that is unknown, and a step that stays unknown
// although the platform shows its effect.
test('an unknown step stops the rest and is read before anything is sent again', async () => {
  const { fire, rests, firings, platform, pressed, waitFor, onArrive } = await make()
  platform.fates = ['cutAfter']
  onArrive(() => (platform.readsWork = false))
  const { id } = await fire([start('Alpha'), start('Beta')])
  const stopped = await rests(id)
  expect(stopped).toMatchObject({ state: 'stopped', because: 'step_unknown' })
  expect(statesOf(stopped)).toEqual(['Alpha unknown', 'Beta planned'])
  await waitFor(firings.resume(id, pressed()))
  expect(await rests(id)).toMatchObject({ state: 'stopped', because: 'step_unknown' })
  expect(platform.effects).toEqual(['start Alpha'])
  onArrive(() => undefined)
  platform.readsWork = true
  await waitFor(firings.resume(id, pressed()))
  expect(await rests(id)).toMatchObject({ state: 'done' })
  expect(platform.effects).toEqual(['start Alpha', 'start Beta'])
})

// Catches a firing that shows a step as unknown for ever although the ledger has settled it since.
test('a step that the ledger settles later is told, and is not taken again', async () => {
  const { fire, rests, firings, platform, clock, pressed, waitFor } = await make()
  platform.fates = ['cutAfter']
  const { id } = await fire([start('Alpha'), start('Beta')])
  await rests(id)
  await clock.advance(30_000)
  expect(statesOf(firings.get(id))).toEqual(['Alpha accepted', 'Beta planned'])
  expect(firings.get(id)).toMatchObject({ state: 'stopped', because: 'step_unknown' })
  await waitFor(firings.resume(id, pressed()))
  await rests(id)
  expect(platform.effects).toEqual(['start Alpha', 'start Beta'])
})

// Catches an attempt that grows without a rejection, and a press that is used twice.
test('what was refused is taken again as another attempt, what was not seen to leave as the same', async () => {
  const { fire, rests, firings, platform, software, pressed, waitFor } = await make(['Alpha'])
  platform.fates = ['refuses']
  const { id } = await fire([start('Alpha'), scene('Main')])
  expect((await rests(id)).steps[0]).toMatchObject({ state: 'contradicted', attempt: 1 })
  software.fates = ['throws']
  await waitFor(firings.resume(id, pressed()))
  const again = await rests(id)
  expect(again.steps).toMatchObject([
    { state: 'accepted', attempt: 2 },
    { state: 'contradicted', attempt: 1, reason: 'encoder_not_connected' },
  ])
  await waitFor(firings.resume(id, pressed()))
  expect((await rests(id)).steps[1]).toMatchObject({ state: 'seen', attempt: 1 })
  expect(software.effects).toEqual(['encoder:scene Main'])
})

// Catches a crash that loses a step or doubles it, wherever it comes.
test.each([0, 10, 25, 45, 70, 110, 150, 200, 260, 340])(
  'killed after %i ms it is stopped, and a new press sends what is missing',
  async (ms) => {
    const made = await make()
    const { rests, waitFor, pressed, platform, software, saved, clock, fire } = made
    const { id } = await fire([
      scene('Main'),
      step('on', { kind: 'encoder', operation: 'encoder:start' }),
      step('sending', { kind: 'seen', what: 'sending' }),
      start('Alpha'),
      step('mark', { kind: 'mark', title: 'Opening' }),
      start('Beta'),
      step('live', { kind: 'seen', what: 'live' }),
    ])
    for (let past = 0; past < ms; past += 5) await clock.advance(5)
    const wasDone = made.firings.get(id).state === 'done'
    await made.kill()
    const after = made.firings.get(id)
    if (!wasDone) expect(after).toMatchObject({ state: 'stopped', because: 'desk_stopped' })
    expect(made.firings.current()?.id).toBe(wasDone ? undefined : id)
    for (let press = 0; press < 4 && made.firings.get(id).state !== 'done'; press += 1) {
      await clock.advance(10_000)
      await waitFor(made.firings.resume(id, pressed()))
      await rests(id)
    }
    expect(new Set(platform.effects).size).toBe(platform.effects.length)
    expect(new Set(software.effects).size).toBe(software.effects.length)
    expect(saved.size).toBeLessThanOrEqual(1)
    if (made.firings.get(id).state !== 'done') return
    expect(software.effects).toEqual(['encoder:scene Main', 'encoder:start'])
    expect(platform.effects).toEqual(['start Alpha', 'start Beta'])
    expect(saved.size).toBe(1)
  },
)

// Catches a firing that is gone on with although another replaced it.
test('only the newest one goes on', async () => {
  const { fire, rests, firings, platform, pressed } = await make()
  platform.fates = ['refuses']
  const first = await fire([start('Alpha')])
  await rests(first.id)
  const second = await fire([start('Alpha')])
  await rests(second.id)
  expect(await reasonOf(firings.resume(first.id, pressed()))).toBe('firing_over')
  expect(await reasonOf(firings.resume(second.id, pressed()))).toBe('firing_not_stopped')
  expect(firings.get(first.id).state).toBe('stopped')
})

// Catches a firing of a backup that is gone on with: what it says of its steps may be long over.
test('after a restore nobody goes on with what the backup says', async () => {
  const made = await make()
  made.platform.fates = ['refuses']
  const { id } = await made.fire([start('Alpha')])
  await made.rests(id)
  await made.database.backup('manual')
  await made.waitFor(made.firings.resume(id, made.pressed()))
  expect(await made.rests(id)).toMatchObject({ state: 'done' })
  await made.database.closeAndRestore(made.database.backups()[0]?.file ?? '')
  await made.kill()
  expect(made.firings.get(id).state).toBe('stopped')
  expect(made.firings.current()).toBeNull()
  expect(await reasonOf(made.firings.resume(id, made.pressed()))).toBe('firing_over')
  expect(made.platform.effects).toEqual(['start Alpha'])
})

// Catches a credential that is kept in plain text with the steps, and steps that can't be told apart.
test('a credential in plain text is refused, and so are two steps of one name', async () => {
  const { fire, rests } = await make()
  const body = { options: { providerName: 'Alpha', streamKey: 'rtmp-key-1' }, details: { streamId: 'str_1' } }
  const plain = step('plain', { kind: 'operation', operation: 'PUT /api/video/event/update', request: { body } })
  expect(await reasonOf(fire([plain]))).toBe('secret_in_text')
  expect(await reasonOf(fire([scene('Main'), scene('Main')]))).toBe('firing_steps')
  expect((await rests((await fire([])).id)).state).toBe('done')
})
