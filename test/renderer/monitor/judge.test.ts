import { describe, expect, it } from 'vitest'
import { createJudge, differs, grid, isBlack, type Found } from '../../../renderer/air/monitor/judge.ts'

const cells = grid.width * grid.height
const flat = (value: number): Uint8Array => new Uint8Array(cells).fill(value)
const noisy = (value: number, by: number, seed: number): Uint8Array =>
  flat(value).map((cell, at) => cell + ((at * 7 + seed) % 13 === 0 ? by : 0))
/** A bright spot that wanders. */
const moving = (n: number): Uint8Array => flat(90).with((n * 5) % cells, 200)

interface Moment {
  luma?: Uint8Array | 'none' | undefined
  level?: number | undefined
  /** Seconds that the programme plays on, 0.25 unless told. */
  plays?: number
}

/** Plays moments a quarter of a second apart; answers when each fault was first named, in seconds, and what holds at last. */
function watch(moments: Moment[], openedAt = 0): { named: Found; last: Found } {
  const judge = createJudge(openedAt)
  const named: Found = {}
  let position = 10
  moments.forEach(({ plays = 0.25, ...moment }, n) => {
    const at = openedAt + n * 250
    position += plays
    judge.progress(at, position)
    if ('luma' in moment) judge.picture(at, position, moment.luma)
    if ('level' in moment) judge.sound(at, position, moment.level)
    for (const name of Object.keys(judge.found()) as Array<keyof Found>) named[name] ??= (at - openedAt) / 1_000
  })
  return { named, last: judge.found() }
}
const seconds = (count: number, moment: (n: number) => Moment): Moment[] =>
  Array.from({ length: count * 4 }, (_, n) => moment(n))
const healthy = (count: number) => seconds(count, (n) => ({ luma: moving(n), level: -20 }))

describe('what is wrong with a programme', () => {
  // Catches an alarm of a programme that is as it should be.
  it('names nothing in a healthy one', () => expect(watch(healthy(600))).toEqual({ named: {}, last: {} }))

  // Catches black, frozen or silent that is named late, early, or under another name.
  it.each([
    ['black', () => ({ luma: flat(2), level: -20 })],
    ['frozen', (n: number) => ({ luma: noisy(90, 2, n), level: -20 })],
    ['silent', (n: number) => ({ luma: moving(n), level: -90 })],
  ] as const)('names %s within 5 s, and since when', (name, moment) => {
    const { named, last } = watch([...healthy(10), ...seconds(20, moment)])
    expect(Object.keys(named)).toEqual([name])
    expect(named[name]).toBeGreaterThanOrEqual(13)
    expect(named[name]).toBeLessThan(15)
    expect(last[name]).toBeGreaterThanOrEqual(10_000)
    expect(last[name]).toBeLessThan(10_600)
  })

  // Catches sound alone that is called "Picture and sound", and a picture that can't be seen now that is called none.
  it('names a programme that has no picture, and none that can not be seen', () => {
    const { named } = watch(seconds(10, () => ({ luma: 'none' as const, level: -20 })))
    expect(Object.keys(named)).toEqual(['noPicture'])
    expect(named.noPicture).toBeLessThan(4)
    expect(watch(seconds(10, () => ({ luma: undefined, level: -20 }))).named).toEqual({})
    const back = [...seconds(10, () => ({ luma: 'none' as const, level: -20 })), ...healthy(1)]
    expect(watch(back).last).toEqual({})
  })

  // Catches a healthy night scene that is called black.
  it('names nothing in a very dark scene in which something moves', () => {
    const night = (n: number): Uint8Array => flat(10).map((cell, at) => cell + ((at + n * 9) % 40 < 12 ? 10 : 0))
    expect(isBlack(night(0))).toBe(true)
    expect(watch(seconds(30, (n) => ({ luma: night(n), level: -20 }))).named).toEqual({})
    expect(Object.keys(watch(seconds(10, () => ({ luma: night(0), level: -20 }))).named)).toEqual(['black'])
  })

  // Catches an alarm that stays, and a short cut to black, a still of two seconds or a pause in speech that is called a fault.
  it('forgets what ended, and names nothing short', () => {
    const short = [
      ...healthy(5),
      ...seconds(2.5, () => ({ luma: flat(0), level: -20 })),
      ...seconds(2.5, () => ({ luma: flat(90), level: -20 })),
      ...healthy(5),
      ...seconds(3.5, (n) => ({ luma: moving(n), level: -90 })),
      ...healthy(1),
    ]
    expect(watch(short).named).toEqual({})
    expect(watch([...seconds(8, () => ({ luma: flat(0), level: -99 })), ...healthy(1)]).last).toEqual({})
  })

  // Catches a slow browser or a stalled network that is taken for seconds of black.
  it('counts the time of the programme, not of the clock', () => {
    const stalled = seconds(3, () => ({ luma: flat(0), level: -99, plays: 0.05 }))
    expect(watch([...healthy(2), ...stalled]).named).toEqual({})
    const jumped = [...healthy(2), { luma: flat(0), level: -99 }, { luma: flat(0), level: -99, plays: 40 }]
    expect(watch(jumped).named).toEqual({})
  })

  // Catches a programme that stands and is called frozen or nothing at all; and one that needs a while to begin.
  it('names a programme that no longer moves on', () => {
    const standing = seconds(10, () => ({ luma: flat(90), level: -99, plays: 0 }))
    const { named, last } = watch([...healthy(10), ...standing])
    expect(Object.keys(named)).toEqual(['standing'])
    expect(named.standing).toBeCloseTo(13.75, 1)
    expect(last.standing).toBeCloseTo(9_750, -3)
    expect(watch(standing).named).toEqual({})
    expect(watch([...standing, ...standing]).named.standing).toBe(12)
    expect(watch([...healthy(10), ...standing, ...healthy(1)]).last).toEqual({})
  })

  // Catches a picture or a sound that can't be measured and is taken for black or silent.
  it('judges nothing that it can not see or hear', () => {
    expect(watch(seconds(20, () => ({ luma: undefined, level: undefined }))).named).toEqual({})
    const hidden = [
      ...seconds(2, () => ({ luma: flat(0) })),
      ...seconds(5, () => ({ luma: undefined })),
      ...seconds(2, () => ({ luma: flat(0) })),
    ]
    expect(watch(hidden).named).toEqual({})
  })

  // Catches a judge that goes on with the seconds of the source before.
  it('begins anew with another source', () => {
    const judge = createJudge(0)
    for (let n = 0; n < 20; n++) judge.picture(n * 250, n / 4, flat(0))
    expect(judge.found().black).toBe(0)
    judge.restart(5_000)
    judge.picture(5_250, 0.25, flat(0))
    judge.picture(5_500, 0.5, flat(0))
    expect(judge.found()).toEqual({})
  })
})

// Catches noise that keeps a still from being named, and movement of a small part or a slow one that is overlooked.
it('tells movement from the noise of a still', () => {
  expect(differs(noisy(90, 2, 1), noisy(90, 2, 5))).toBe(false)
  expect(differs(flat(90), flat(90).with(7, 95))).toBe(true)
  expect(differs(flat(90), noisy(90, 3, 1))).toBe(true)
  const slow = seconds(20, (n) => ({ luma: flat(60 + Math.floor(n / 3)), level: -20 }))
  expect(watch(slow).named).toEqual({})
})

// Catches a dark scene, or black with a mark in it, that is called black.
it('calls black only what has nothing bright in it', () => {
  expect(isBlack(flat(16))).toBe(true)
  expect(isBlack(flat(0).with(5, 60))).toBe(false)
  expect(isBlack(flat(30))).toBe(false)
})
