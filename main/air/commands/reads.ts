// The reads behind the commands, the same that the live view watches. A caller that asks holds them for a lease, as a
// page does.
import type { RecordCommand } from '#contract/access-kinds.ts'
import type { Broadcast, LiveValue, Watch } from '#contract/live.ts'
import { watchKey } from '#contract/watch-key.ts'
import type { Watching } from '../live/types.ts'
import type { Clock } from '../../core/ports.ts'

export type ReadName = 'status' | 'destinations' | 'poll' | 'ads'
export type Values = ReadonlyMap<ReadName, LiveValue>

export const detailsList = 'GET /api/video/details/all'
export const adList = 'GET /api/ads/placement/all'

/** What shows the state of a command's record, and its effect. */
const readsOf: Record<RecordCommand, readonly ReadName[]> = {
  start: ['destinations', 'status'],
  stop: ['destinations', 'status'],
  pause: ['destinations', 'status'],
  resume: ['destinations', 'status'],
  reveal: ['poll'],
  winner: ['poll'],
  hide: ['poll'],
  close: ['poll'],
  runAd: ['ads'],
  clip: ['status'],
  mark: ['status'],
}

export const readsFor = (commands: readonly RecordCommand[]): ReadName[] => [
  ...new Set(commands.flatMap((command) => readsOf[command])),
]

/** Undefined where nothing is chosen to be read. */
export function watchOf(name: ReadName, { stream, poll }: Broadcast, quick: boolean): Watch | undefined {
  switch (name) {
    case 'status':
      return stream && { operation: 'POST /api/video/stream/getStatus', body: { streamId: stream.id }, pace: 'status' }
    case 'destinations':
      return stream && { operation: detailsList, query: { streamId: stream.id }, pace: quick ? 'states' : 'figures' }
    case 'poll':
      return poll && { operation: 'POST /api/vote/embed/get', body: { embedId: poll.id }, pace: 'tally' }
    case 'ads':
      return { operation: adList, pace: 'figures' }
  }
}

const longestMs = 30_000

export interface Asked {
  /** Who holds the reads. */
  page: string
  watches: ReadonlyMap<ReadName, Watch>
  /** Those that have to be known. */
  needed: readonly ReadName[]
  /** An older answer is read again; without it any answer or failure will do. */
  freshMs?: number
  /** So long a read is waited for. */
  patienceMs: number
}

export function createReads({
  watching,
  clock,
}: {
  watching: Pick<Watching, 'follow' | 'refresh' | 'onValue'>
  clock: Clock
}) {
  /** The values as they are known, held for a lease. */
  function hold({ page, watches }: Pick<Asked, 'page' | 'watches'>): Values {
    const { values } = watching.follow({ page, visible: true, watches: [...watches.values()] })
    const byKey = new Map(values.map((value) => [value.key, value]))
    return new Map(
      [...watches].flatMap(([name, watch]) => {
        const value = byKey.get(watchKey(watch))
        return value === undefined ? [] : [[name, value] as const]
      }),
    )
  }

  /** Ends with the read, however it ends. A read under way is not doubled. */
  function ended({ key, reading }: LiveValue): Promise<void> {
    if (!reading)
      return watching.refresh(key).then(
        () => undefined,
        () => undefined,
      )
    return new Promise((resolve) => {
      const end = (): void => {
        stop()
        cancel()
        resolve()
      }
      const stop = watching.onValue((value) => {
        if (value.key === key && !value.reading) end()
      })
      // A value of another environment is never told again.
      const cancel = clock.after(longestMs, end)
    })
  }

  return {
    hold,
    /** Never rejects: what could not be read in time is as it was known before. */
    async read(asked: Asked): Promise<Values> {
      const known = hold(asked)
      const missing = asked.needed.flatMap((name) => {
        const value = known.get(name)
        return value !== undefined && isMissing(value, asked.freshMs, clock.now()) ? [value] : []
      })
      if (missing.length === 0) return known
      await within(clock, asked.patienceMs, Promise.all(missing.map(ended)))
      return hold(asked)
    },
    /** Reads again what shows the effect of a command. */
    again(values: Values): void {
      for (const { key } of values.values()) watching.refresh(key).catch(() => undefined)
    },
  }
}

/** A read under way may bring what the command before has changed. */
function isMissing({ answer, error, reading }: LiveValue, freshMs: number | undefined, now: number): boolean {
  if (freshMs === undefined) return answer === undefined && error === undefined
  return reading || answer === undefined || now - Date.parse(answer.receivedAt) > freshMs
}

function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    void work.finally(() => {
      cancel()
      resolve()
    })
  })
}
