// Which step of a firing comes next, by what each one needs. Pure.
import type { FiringStep } from '#contract/air/firing.ts'

export interface Tries {
  /** Steps that had their try since the newest press. */
  tried: Set<string>
  /** Stops that are looked at again, although they are over: of an end, whatever is on again is ended again. */
  recheck: Set<string>
}

export const isOver = ({ state }: FiringStep): boolean =>
  state === 'accepted' || state === 'seen' || state === 'skipped'

const isDue = ({ tried, recheck }: Tries, step: FiringStep): boolean =>
  !tried.has(step.id) && (!isOver(step) || recheck.has(step.id))
const needsOf = (all: readonly FiringStep[], { id, needs }: FiringStep): FiringStep[] =>
  needs === undefined
    ? all.slice(
        0,
        all.findIndex((one) => one.id === id),
      )
    : all.filter((one) => needs.includes(one.id))
const isReady = (tries: Tries, all: readonly FiringStep[], step: FiringStep): boolean =>
  isDue(tries, step) && needsOf(all, step).every(isOver)

/**
 * The first that can be taken now, and where it stops a destination, the stops that stand behind it: those are urgent,
 * and harmless if a crash leaves nobody to say whether they left.
 */
export function batchOf(tries: Tries, all: readonly FiringStep[]): FiringStep[] {
  const place = all.findIndex((step) => isReady(tries, all, step))
  const [first, ...others] = place < 0 ? [] : all.slice(place)
  if (first === undefined) return []
  const isBeside = ({ action }: FiringStep): boolean => action.kind === 'destination' && action.act === 'stop'
  const other = others.findIndex((step) => !isBeside(step))
  const beside = isBeside(first) ? others.slice(0, other < 0 ? undefined : other) : []
  return [first, ...beside.filter((step) => isReady(tries, all, step))]
}
