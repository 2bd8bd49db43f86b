// What a person does with the queue: hold, release, move and list.
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId, Intent, QueueLane } from '#contract/models.ts'
import type { IntentStore, Entry } from './intent-store.ts'
import type { Dispatch } from './dispatch.ts'
import { wrongState } from './errors.ts'
import { blockerOf, othersIn } from './order.ts'
import { isOpen } from './states.ts'

/** Throws DeskError `invalid_state` for what is not queued and for live commands, which leave as soon as they can. */
export function amendable(entry: Entry): Entry {
  if (entry.intent.state !== 'queued') throw wrongState(entry.intent.state)
  if (!entry.operation.queueable)
    throw new DeskError('invalid_state', 'A live command is not held, moved or edited.', {
      facts: { reason: 'live_command_fixed' },
    })
  return entry
}

/** Each is one durable commit. */
export function createQueue(intents: IntentStore, dispatch: Dispatch) {
  const isBehind = (entry: Entry): boolean => {
    const lane = intents.lane(entry.lane)
    return entry.free ? blockerOf(entry, othersIn(lane, intents))?.reason === 'order' : lane[0] !== entry
  }

  return {
    hold(entry: Entry, held: boolean): Intent {
      amendable(entry)
      if ((entry.intent.held === true) === held) return entry.intent
      if (held)
        intents.change(entry, 'amend', { held: true, waiting: { reason: 'held' } }, [{ event: 'held', code: 'held' }])
      else
        intents.change(entry, 'amend', { held: undefined, waiting: dispatch.waitingOf(entry, isBehind(entry)) }, [
          { event: 'released', code: 'released' },
        ])
      dispatch.pump()
      return entry.intent
    },

    move(entry: Entry, by: -1 | 1): Intent {
      amendable(entry)
      const lane = intents.lane(entry.lane)
      const at = lane.indexOf(entry)
      const other = lane[at + by]
      // Nothing passes what is on the wire, unknown or not yet saved.
      if (other === undefined || !other.saved || other.intent.state !== 'queued' || !other.operation.queueable)
        return entry.intent
      const isFirst = Math.min(at, at + by) === 0
      const waiting = (one: Entry, first: boolean): Intent['waiting'] =>
        one.intent.held === true ? { reason: 'held' } : dispatch.waitingOf(one, !first)
      intents.changeAll([
        {
          entry,
          event: 'amend',
          patch: { waiting: waiting(entry, isFirst && by === -1) },
          evidence: [{ event: 'moved', code: by === -1 ? 'moved_earlier' : 'moved_later' }],
          place: other.place,
        },
        { entry: other, event: 'amend', patch: { waiting: waiting(other, isFirst && by === 1) }, place: entry.place },
      ])
      dispatch.pump()
      return entry.intent
    },

    lanes(): QueueLane[] {
      const lanes = [...intents.lanes()].map((lane) =>
        lane.filter(({ saved, intent }) => saved && isOpen(intent.state)),
      )
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
