import { expect, test } from 'vitest'
import type { FiringStep } from '#contract/air/firing.ts'
import { seed } from '../../../support/runs.ts'
import { createDesk, cue, input, mark, settle } from './support.ts'

const cues = 40

/** The same numbers for the same seed. */
function numbers(seed: number): { below(most: number): number } {
  let state = seed >>> 0
  return {
    below(most) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * most)
    },
  }
}

// A drop or a kill would repeat an effect, lose one unseen, or go past a step that nobody can tell of.
test('40 cues out of a file, a third of the answers dropped, and three kills', async () => {
  process.stdout.write(`rundown: SEED=${seed}\n`)
  const random = numbers(seed)
  const desk = await createDesk()
  const lines = Array.from({ length: cues }, (_, at) => `${at + 1},Cue ${at + 1},1:00`)
  const imported = await desk.rundowns.import({
    text: ['id,title,duration', ...lines].join('\n'),
    environment: 'rehearsal',
  })
  const steps = (id: string) => [mark(`${id}-1`), mark(`${id}-2`)]
  const { id } = await desk.rundowns.save(
    input(
      imported.cues.map((one) => cue(one.id, { ...one, steps: steps(one.id) })),
      { id: imported.id, baseRevision: 1 },
    ),
  )
  desk.rundowns.show.choose('rehearsal', id)

  const effects: string[] = []
  const unknown = new Set<string>()
  const open = new Set<string>()
  const kills = new Set([random.below(cues), random.below(cues), random.below(cues)])
  let isKilled = false
  desk.engine.take = async (_, step: FiringStep) => {
    expect([...open], 'no step behind an unknown one').toEqual([])
    if (isKilled) return new Promise(() => undefined)
    const isDropped = random.below(100) < 30
    // Half of the drops come before the effect.
    if (!isDropped || random.below(2) === 0) effects.push(step.id)
    if (!isDropped) return 'seen'
    unknown.add(step.id)
    open.add(step.id)
    return 'unknown'
  }
  for (let fired = 0; fired < cues; fired += 1) {
    isKilled = kills.has(fired)
    const { firing } = await desk.go()
    if (isKilled) {
      await desk.kill()
      isKilled = false
      expect(desk.at().now?.cue.id).toBe(String(fired + 1))
    }
    const { state, steps: all } = desk.firings.get(firing)
    if (state === 'stopped') {
      for (const step of all) if (step.state === 'unknown') unknown.add(step.id)
      expect(
        await desk.press().then(
          () => 'fired',
          () => 'refused',
        ),
      ).toBe('refused')
      open.clear()
      await desk.firings.stop(firing)
    }
    await settle()
  }
  expect(desk.at().fired.map((one) => one.cue)).toEqual(Array.from({ length: cues }, (_, at) => String(at + 1)))
  expect(new Set(effects).size, 'each effect at most once').toBe(effects.length)
  const order = effects.map((step) => Number(step.split('-')[0]))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  for (const firing of desk.engine.all())
    for (const step of firing.steps)
      if (step.state === 'seen') expect(effects).toContain(step.id)
      else if (effects.includes(step.id)) expect([...unknown]).toContain(step.id)
})
