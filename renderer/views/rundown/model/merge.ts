// Two versions of a rundown that came from the same one, brought together cue by cue and field by field.
import { sameJson } from '#writing/draft/draft-content.ts'
import type { Cue, RundownContent } from '#contract/air/rundown.ts'

/** A field that both sides changed, each to another value. */
export interface Clash {
  /** Of the cue; absent for a field of the rundown itself. */
  cue?: string
  /** Of the cue, or of the rundown. */
  title: string
  field: string
  mine: unknown
  theirs: unknown
}

export interface Merged {
  content: RundownContent
  clashes: readonly Clash[]
}

/** Where both changed the same field, `prefer` wins, and the clash is named. */
export function merge(
  base: RundownContent,
  mine: RundownContent,
  theirs: RundownContent,
  prefer: 'mine' | 'theirs' = 'mine',
): Merged {
  const clashes: Clash[] = []
  const cues: Cue[] = []
  const before = new Map(base.cues.map((cue) => [cue.id, cue]))
  const own = new Map(mine.cues.map((cue) => [cue.id, cue]))
  const other = new Map(theirs.cues.map((cue) => [cue.id, cue]))

  for (const id of orderOf(idsOf(base), idsOf(mine), idsOf(theirs))) {
    const [was, here, there] = [before.get(id), own.get(id), other.get(id)]
    if (here !== undefined && there !== undefined) {
      cues.push(mergedCue(was, here, there, prefer, clashes))
      continue
    }
    const left = here ?? there
    // One side removed it: that holds unless the other one changed it.
    if (left === undefined || (was !== undefined && sameJson(was, left))) continue
    if (was !== undefined) {
      clashes.push({
        cue: id,
        title: left.title,
        field: 'removed',
        mine: here !== undefined,
        theirs: there !== undefined,
      })
      if ((here === undefined) === (prefer === 'mine')) continue
    }
    cues.push(left)
  }
  const field = <K extends 'title' | 'environment' | 'template'>(name: K): RundownContent[K] =>
    fieldOf(base[name], mine[name], theirs[name], prefer, () =>
      clashes.push({ title: mine.title, field: name, mine: mine[name], theirs: theirs[name] }),
    )
  return {
    content: { title: field('title'), environment: field('environment'), template: field('template'), cues },
    clashes,
  }
}

const idsOf = ({ cues }: RundownContent): string[] => cues.map(({ id }) => id)

function mergedCue(was: Cue | undefined, mine: Cue, theirs: Cue, prefer: 'mine' | 'theirs', clashes: Clash[]): Cue {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]) as Set<keyof Cue>
  const entries = [...names].flatMap((name): Array<[string, unknown]> => {
    const value = fieldOf(was?.[name], mine[name], theirs[name], prefer, () =>
      clashes.push({ cue: mine.id, title: mine.title, field: name, mine: mine[name], theirs: theirs[name] }),
    )
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries) as unknown as Cue
}

function fieldOf<T>(was: T | undefined, mine: T, theirs: T, prefer: 'mine' | 'theirs', clash: () => void): T {
  if (sameJson(mine, theirs) || sameJson(was, theirs)) return mine
  if (sameJson(was, mine)) return theirs
  clash()
  return prefer === 'mine' ? mine : theirs
}

/** The order of the side that changed it, where both did mine; what the other one has besides stands behind its neighbour. */
function orderOf(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const common = (list: readonly string[]): string[] => list.filter((id) => base.includes(id))
  const kept = new Set(common(mine).filter((id) => theirs.includes(id)))
  const same = (one: readonly string[], two: readonly string[]): boolean =>
    sameJson(
      one.filter((id) => kept.has(id)),
      two.filter((id) => kept.has(id)),
    )
  const [first, second] = same(mine, base) ? [theirs, mine] : [mine, theirs]
  const order = [...first]
  for (const [at, id] of second.entries()) {
    if (order.includes(id)) continue
    const before = second.slice(0, at).findLast((one) => order.includes(one))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}
