// A long queue leaves in trains: a few intents, of one lane first, are claimed in one commit, sent one after the other, and concluded in one
// commit. Each is on disk as `sending` before its socket opens; a disk that syncs once per intent would cost more than the network.
// What a train has claimed and not begun goes back to the queue as soon as the person, a fault or a slow answer asks for it.
import type { Clock, Log } from '../ports.ts'
import type { Entry } from './book.ts'
import type { End, Sender } from './sender.ts'
import { quietly } from './timers.ts'

/** More than this is what a crash leaves unknown without need. */
const longest = 8
/** An answer that takes longer than this is told alone, and nothing waits claimed behind it. */
const patienceMs = 50

export interface Trains {
  count(): number
  /** How many intents the next train may claim: one while answers are slow, more while they are quick. */
  length(): number
  /** Claims and sends. Throws where the claim could not be saved; nothing has changed then. */
  start(cars: readonly Entry[]): void
  /** Gives back what is claimed and not begun in a lane, or everywhere. */
  giveBack(lane?: string): void
}

export interface TrainParts {
  sender: Sender
  clock: Clock
  log: Log
  /** What follows a train that is about to end, in the same commit. */
  following: (ends: readonly End[]) => Entry[]
  /** A train has ended. */
  onFree: () => void
}

interface Train {
  ahead: Entry[]
  ends: End[]
}

export function createTrains({ sender, clock, log, following, onFree }: TrainParts): Trains {
  const trains = new Set<Train>()
  let length = 1

  /** Commits what has ended and what is given back. */
  function yieldRest(train: Train): void {
    const ends = [...train.ends.splice(0), ...putBack(train)]
    if (ends.length > 0) sender.conclude(ends, [])
  }

  async function ride(train: Train): Promise<void> {
    const began = clock.now()
    const cancel = clock.after(patienceMs, () => quietly(log, () => yieldRest(train)))
    let begun = 0
    for (let car = train.ahead.shift(); car !== undefined; car = train.ahead.shift()) {
      begun += 1
      const ending = await sender.attempt(car)
      if (ending === undefined) return cancel()
      train.ends.push({ entry: car, ending })
      if (ending.event === 'confirm') continue
      train.ends.push(...putBack(train))
    }
    cancel()
    // The next one grows while it can be expected to end well within the patience.
    const eachMs = (clock.now() - began) / begun
    length = Math.max(1, Math.min(longest, length * 2, Math.floor((patienceMs * 0.8) / eachMs)))
    trains.delete(train)
    const next = following(train.ends)
    if (sender.conclude(train.ends, next) && next.length > 0) depart(next)
  }

  function depart(cars: readonly Entry[]): void {
    const train: Train = { ahead: [...cars], ends: [] }
    trains.add(train)
    ride(train)
      .catch((error: unknown) => {
        log.write('error', 'A step of the queue failed.', { reason: error instanceof Error ? error.message : String(error) })
        quietly(log, () => yieldRest(train))
      })
      .finally(() => {
        trains.delete(train)
        quietly(log, onFree)
      })
  }

  return {
    count: () => trains.size,
    length: () => length,
    start(cars) {
      sender.claim(cars)
      depart(cars)
    },
    giveBack(lane) {
      for (const train of [...trains]) if (lane === undefined || train.ahead.some((car) => car.lane === lane)) quietly(log, () => yieldRest(train))
    },
  }
}

/** The rest of a train, queued again. */
const putBack = (train: Train): End[] =>
  train.ahead.splice(0).map((entry) => ({
    entry,
    ending: {
      event: 'requeue',
      patch: { attempts: entry.intent.attempts - 1, sentAt: undefined, waiting: { reason: 'order' } },
      evidence: [{ event: 'not_sent', note: 'Not begun: it waits in the queue again.' }],
      reached: 'unclear',
    },
  }))
