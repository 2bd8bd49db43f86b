// Firings through whatever can go wrong, at random: refusals, answers that are lost before and after the effect, kills of
// the desk, sleep, and a person who stops and goes on.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Firing, FiringStep, StepAction } from '#contract/air/firing.ts'
import type { PlannedStep } from '../../../../main/air/firing/types.ts'
import { runsOf, seed } from '../../../support/runs.ts'
import type { SoftwareFate } from './software.ts'
import { createBench, keyOf, statesOf, type PlatformFate } from './support.ts'

type Trouble = { after: number; what: 'kill' | 'sleep' | 'stop' | 'readsFail' | 'nothing' }

const names = ['Alpha', 'Beta', 'Gamma']
const step = (id: string, action: StepAction): PlannedStep => ({ id, name: id, action })
const cue: readonly PlannedStep[] = [
  step('scene', { kind: 'encoder', operation: 'encoder:scene', scene: 'Main' }),
  step('on', { kind: 'encoder', operation: 'encoder:start' }),
  ...names.map((name) => step(name, { kind: 'destination', act: 'start', record: keyOf(name) })),
  step('mark', { kind: 'mark', title: 'Opening' }),
  step('record', { kind: 'encoder', operation: 'encoder:record' }),
]

const history = fc.record({
  kind: fc.constantFrom('start' as const, 'end' as const, 'cue' as const),
  platform: fc.array(fc.constantFrom<PlatformFate>('works', 'works', 'refuses', 'cutBefore', 'cutAfter', 'notSent'), {
    maxLength: 6,
  }),
  software: fc.array(
    fc.constantFrom<SoftwareFate>('works', 'works', 'refuses', 'dead', 'cutBefore', 'cutAfter', 'throws', 'hangs'),
    { maxLength: 6 },
  ),
  troubles: fc.array(
    fc.record<Trouble>({
      after: fc.integer({ min: 0, max: 400 }),
      what: fc.constantFrom('kill', 'kill', 'sleep', 'stop', 'readsFail', 'nothing'),
    }),
    { maxLength: 6 },
  ),
})

type History = typeof history extends fc.Arbitrary<infer T> ? T : never

async function play({ kind, platform: platformFates, software: softwareFates, troubles }: History): Promise<void> {
  const bench = await createBench(names)
  const { clock, platform, software, state } = bench
  const broken: string[] = []
  try {
    if (kind === 'end') {
      for (const row of platform.rows) row.state = 'live'
      software.state.active = true
      software.tell()
    }
    bench.firings.choose({ environment: 'rehearsal', startScene: 'Main', endScene: 'Goodbye' })
    platform.fates = [...platformFates]
    software.fates = [...softwareFates]
    // Nothing leaves unless the disk says that its step is being taken, and that what it depends on is over.
    bench.onArrive((what) => {
      const row = bench.database.statement('SELECT firing FROM firings ORDER BY rowid DESC LIMIT 1').get()
      const { steps } = JSON.parse(String(row?.firing)) as Firing
      const taken = steps.filter((one) => one.state === 'taking')
      const isChapter = what === 'encoder:chapter'
      const isMet = (step: FiringStep): boolean =>
        steps.every(
          (one, place) =>
            !(step.needs?.includes(one.id) ?? place < steps.indexOf(step)) ||
            ['accepted', 'seen', 'skipped'].includes(one.state),
        )
      if (!isChapter && (taken.length === 0 || !taken.every(isMet)))
        broken.push(`${what} left in ${statesOf({ steps } as Firing).join(', ')}`)
    })
    const fired = kind === 'cue' ? await bench.fire(cue) : await bench.begin(kind)
    const { id } = fired
    const now = (): Firing => bench.firings.get(id)

    for (const { after, what } of troubles) {
      for (let past = 0; past < after; past += 10) await clock.advance(10)
      platform.readsWork = what !== 'readsFail'
      if (what === 'kill') await bench.kill()
      else if (what === 'sleep') clock.jump(600_000)
      else if (what === 'stop' && now().state === 'running') await bench.firings.stop(id)
      await clock.advance(1_200)
      await goOn()
    }
    platform.readsWork = true
    platform.fates = []
    software.fates = []
    for (let press = 0; press < 12 && now().state !== 'done'; press += 1) {
      await rest()
      await decide()
      await goOn()
      await rest()
    }
    expect(broken).toEqual([])
    expect(now().state, statesOf(now()).join(', ')).toBe('done')
    const own = software.effects.filter((effect) => !effect.startsWith('encoder:chapter'))
    if (kind === 'end') {
      // A stop may go out again while nobody sees whether it is off: never the other way round.
      expect(platform.rows.map(({ state: was }) => was)).toEqual(names.map(() => 'ended'))
      expect(platform.effects.filter((effect) => !effect.startsWith('stop '))).toEqual([])
      expect(own).toEqual(expect.arrayContaining(['encoder:scene Goodbye', 'encoder:stop']))
      expect(own).toHaveLength(2)
    } else {
      expect(kind === 'cue' ? platform.effects : platform.effects.toSorted()).toEqual(
        names.map((name) => `start ${name}`),
      )
      expect(own).toEqual(['encoder:scene Main', 'encoder:start', ...(kind === 'cue' ? ['encoder:record'] : [])])
    }
    expect(bench.saved.size).toBe(kind === 'cue' ? 1 : 0)

    /** The person presses again, where that is possible. */
    async function goOn(): Promise<void> {
      const { state: was, steps } = now()
      if (was !== 'stopped' || steps.some((one) => one.state === 'taking')) return
      await bench.waitFor(bench.firings.resume(id, bench.pressed()))
    }
    async function rest(): Promise<void> {
      // A command that never answers ends with the desk.
      const hangs = await bench.rests(id).then(
        () => false,
        () => true,
      )
      if (hangs) await bench.kill()
    }
    /** The person looks at what is there and says how an unknown command ended. */
    async function decide(): Promise<void> {
      await clock.advance(120_000)
      for (const one of now().steps) {
        if (one.state !== 'unknown' || one.intent === undefined) continue
        const { action } = one
        if (action.kind === 'encoder') software.decide(one.intent)
        else if (action.kind === 'destination') {
          if (bench.ledger.get(one.intent).state !== 'unknown') continue
          const row = platform.rows.find(({ name }) => keyOf(name) === action.record)
          const isSo = row?.state === (action.act === 'start' ? 'live' : 'ended')
          await bench.waitFor(bench.ledger.resolve(one.intent, isSo ? 'confirmed' : 'rejected'))
        }
      }
    }
  } finally {
    await bench.end()
  }
  expect(state.selected).toBe('rehearsal')
}

// Catches each way in which an effect happens twice or not at all, a step that leaves behind one that was not seen, an
// order that is not kept, and a firing that can't be brought to its end.
test('whatever goes wrong, each effect happens once and in its order', async () => {
  await fc.assert(fc.asyncProperty(history, play), {
    numRuns: runsOf(600),
    seed,
  })
}, 240_000)

// Catches an end in which something that fails, hangs on the wire, lies or is gone keeps anything else from being ended.
test('an end tries every destination and the software, whatever becomes of the others', async () => {
  const fates = fc.record({
    platform: fc.array(fc.constantFrom<PlatformFate>('works', 'lies', 'refuses', 'cutBefore', 'cutAfter', 'notSent'), {
      minLength: names.length,
      maxLength: names.length,
    }),
    software: fc.array(fc.constantFrom<SoftwareFate>('works', 'refuses', 'cutBefore', 'cutAfter', 'throws'), {
      maxLength: 2,
    }),
    endOrder: fc.constantFrom('platformFirst' as const, 'encoderFirst' as const),
    hidden: fc.subarray(names),
  })
  const end = async ({
    platform,
    software,
    endOrder,
    hidden,
  }: typeof fates extends fc.Arbitrary<infer T> ? T : never) => {
    const bench = await createBench(names)
    try {
      await bench.rests((await bench.begin('start')).id)
      bench.platform.hidden = new Set(hidden)
      await bench.clock.advance(5_000)
      bench.firings.choose({ environment: 'rehearsal', endScene: 'Goodbye', endOrder })
      Object.assign(bench.platform, { fates: [...platform] })
      Object.assign(bench.software, { fates: [...software] })
      const tried: string[] = []
      bench.onArrive((what) => tried.push(what))
      const ended = await bench.rests((await bench.begin('end')).id)
      expect(tried).toEqual(expect.arrayContaining([...names.map((name) => `update "${name}"`), 'encoder:stop']))
      const isOff = bench.platform.rows.every(({ state }) => state === 'ended') && !bench.software.state.active
      if (!isOff) expect(ended.state, statesOf(ended).join(', ')).toBe('stopped')
      // Nothing is seen that no list shows.
      for (const { name, state } of ended.steps) if (hidden.includes(name)) expect(state).not.toMatch(/seen|skipped/)
    } finally {
      await bench.end()
    }
  }
  await fc.assert(fc.asyncProperty(fates, end), { numRuns: runsOf(400), seed })
}, 240_000)
