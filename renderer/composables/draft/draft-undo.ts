// Undo and redo from the revisions alone, so that both work after a restart. A revision that brought back the content
// before the newest change is an undo, one that brought back what was just undone is a redo; anything else is a change.
import type { DraftRevision } from '#contract/draft.ts'

export function undoTargets(revisions: ReadonlyArray<Pick<DraftRevision, 'revision' | 'of'>>) {
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
  return { undo: back.at(-1), redo: forth.at(-1) }
}
