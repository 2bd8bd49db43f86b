// What a person does to the queue before it leaves: keep one back, let it go, change places, and see it.
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId, Intent, QueueLane } from '#contract/models.ts'
import type { Book, Entry } from './intent-store.ts'
import type { Dispatch } from './dispatch.ts'
import { blockerOf } from './order.ts'
import { isOpen } from './states.ts'

/** An entry that the person may change: throws DeskError `invalid_state` where it is not queued, or is a live command whose turn comes by itself. */
export function amendable(entry: Entry): Entry {
  if (entry.intent.state !== 'queued')
    throw new DeskError(
      'invalid_state',
      `The intent is ${entry.intent.state}, not queued: it can't be changed any more.`,
    )
  if (!entry.operation.queueable) {
    throw new DeskError(
      'invalid_state',
      'A live command goes as soon as its record is free: it is not kept back, moved or edited. Nothing has changed; take it back and send another.',
    )
  }
  return entry
}

/** Each is one durable commit. */
export function createQueue(book: Book, dispatch: Dispatch) {
  const isBehind = (entry: Entry): boolean => {
    const lane = book.lane(entry.lane)
    return entry.free ? blockerOf(entry, { lane, open: () => book.entries() })?.reason === 'order' : lane[0] !== entry
  }

  return {
    hold(entry: Entry, held: boolean): Intent {
      amendable(entry)
      if ((entry.intent.held === true) === held) return entry.intent
      if (held)
        book.change(entry, 'amend', { held: true, waiting: { reason: 'held' } }, [
          { event: 'held', note: 'Kept back by the person.' },
        ])
      else
        book.change(entry, 'amend', { held: undefined, waiting: dispatch.waitingOf(entry, isBehind(entry)) }, [
          { event: 'released', note: 'Released by the person.' },
        ])
      dispatch.pump()
      return entry.intent
    },

    move(entry: Entry, by: -1 | 1): Intent {
      amendable(entry)
      const lane = book.lane(entry.lane)
      const at = lane.indexOf(entry)
      const other = lane[at + by]
      // What is on the wire, unknown or not yet written keeps its place, and nothing passes it.
      if (other === undefined || !other.saved || other.intent.state !== 'queued' || !other.operation.queueable)
        return entry.intent
      const isFirst = Math.min(at, at + by) === 0
      const waiting = (one: Entry, first: boolean): Intent['waiting'] =>
        one.intent.held === true ? { reason: 'held' } : dispatch.waitingOf(one, !first)
      const note = by === -1 ? 'Moved one place earlier by the person.' : 'Moved one place later by the person.'
      book.changeAll([
        {
          entry,
          event: 'amend',
          patch: { waiting: waiting(entry, isFirst && by === -1) },
          evidence: [{ event: 'moved', note }],
          place: other.place,
        },
        { entry: other, event: 'amend', patch: { waiting: waiting(other, isFirst && by === 1) }, place: entry.place },
      ])
      dispatch.pump()
      return entry.intent
    },

    lanes(): QueueLane[] {
      const lanes = [...book.lanes()].map((lane) => lane.filter(({ saved, intent }) => saved && isOpen(intent.state)))
      return lanes
        .filter((lane) => lane.some(({ intent }) => intent.state === 'queued'))
        .sort((a, b) => (a[0]?.place ?? 0) - (b[0]?.place ?? 0))
        .map((lane) => {
          const [environment, resource, ...record] = JSON.parse(lane[0]?.lane ?? '[]') as [
            EnvironmentId,
            string,
            ...string[],
          ]
          return { environment, resource, record, items: lane.map(({ intent }) => intent) }
        })
    },
  }
}
