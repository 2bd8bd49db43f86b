import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createUncaught } from '../../main/hosts/uncaught.ts'

function bench({ needed = false, reopens = (): Promise<void> => Promise.resolve() } = {}) {
  let now = 0
  const seen = { faults: 0, reopened: 0, ended: 0, needed }
  const uncaught = createUncaught({
    app: {
      fault: () => void (seen.faults += 1),
      isNeeded: () => seen.needed,
      reopen() {
        seen.reopened += 1
        return reopens()
      },
    },
    clock: { now: () => now, after: () => () => undefined },
    log: { write: () => undefined },
    end: () => void (seen.ended += 1),
  })
  return {
    seen,
    uncaught,
    pass: (ms: number) => void (now += ms),
    /** So many faults at once, and what follows from them. */
    fail: async (times: number) => {
      for (let count = 0; count < times; count += 1) uncaught.caught(new Error('fault'))
      await new Promise((turn) => setImmediate(turn))
    },
  }
}

// Catches a single fault that ends the desk, or opens it anew during a show.
test('a few faults are told, and nothing else happens', async () => {
  const { seen, fail, pass } = bench()
  await fail(3)
  pass(61_000)
  await fail(3)
  expect(seen).toMatchObject({ faults: 6, reopened: 0, ended: 0 })
})

// Catches a desk that stays broken, and one that opens itself anew without an end.
test('where it keeps happening the desk is opened anew, three times at most, and then ends', async () => {
  const { seen, fail, pass } = bench()
  for (let round = 0; round < 3; round += 1) {
    await fail(4)
    pass(10_000)
  }
  expect(seen).toMatchObject({ reopened: 3, ended: 0 })
  await fail(4)
  await fail(4)
  expect(seen).toMatchObject({ reopened: 3, ended: 1 })
})

// Catches a desk that ends in the middle of a show.
test('while a show is on the desk never ends', async () => {
  const { seen, fail } = bench({ needed: true })
  for (let round = 0; round < 20; round += 1) await fail(4)
  expect(seen).toMatchObject({ faults: 80, reopened: 3, ended: 0 })
  seen.needed = false
  await fail(4)
  expect(seen.ended).toBe(1)
})

// Catches a second opening while the first one is under way, and one that failed and ends the process.
test('one opening at a time, and a failed one is survived', async () => {
  const opening = Promise.withResolvers<unknown>()
  const { seen, fail } = bench({ reopens: () => opening.promise.then(() => undefined) })
  await fail(20)
  expect(seen.reopened).toBe(1)
  opening.reject(new Error('no'))
  await new Promise((turn) => setImmediate(turn))
  await fail(4)
  expect(seen.reopened).toBe(2)
})

// Catches a host that hears exceptions and not rejections.
test('both kinds are heard', () => {
  const { seen, uncaught } = bench()
  const host = new EventEmitter()
  uncaught.watch(host as unknown as NodeJS.Process)
  host.emit('uncaughtException', new Error('one'))
  host.emit('unhandledRejection', 'two')
  expect(seen.faults).toBe(2)
})
