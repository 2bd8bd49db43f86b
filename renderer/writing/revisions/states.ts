// What stood there before what stands there now, from the revisions alone, so that undo and redo work after a restart. A revision
// that brought back the content before the newest change is an undo, one that brought back what was just undone is a redo; anything
// else is a change.
interface Step {
  revision: number
  of?: number
}

export interface States {
  /** Oldest first. */
  back: number[]
  /** The revision that made what stands there now. */
  current: number | undefined
  /** What was undone, newest last. */
  forth: number[]
}

export function statesOf(revisions: readonly Step[]): States {
  const back: number[] = []
  const forth: number[] = []
  const origins = new Map<number, number>()
  let current: number | undefined

  for (const { revision, of } of revisions.toSorted((a, b) => a.revision - b.revision)) {
    const brought = of === undefined ? undefined : origins.get(of)
    if (current === undefined || brought === undefined) {
      if (current !== undefined) back.push(current)
      forth.length = 0
      current = revision
    } else if (brought === back.at(-1)) {
      back.pop()
      forth.push(current)
      current = brought
    } else if (brought === forth.at(-1)) {
      forth.pop()
      back.push(current)
      current = brought
    } else if (brought !== current) {
      back.push(current)
      forth.length = 0
      current = revision
    }
    origins.set(revision, current)
  }
  return { back, current, forth }
}
