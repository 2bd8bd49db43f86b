// Undo and redo from the revisions alone, so that both work after a restart. A revision that brought back the content
// before the newest change is an undo, one that brought back what was just undone is a redo; anything else is a change.
import type { DraftRevision } from '#contract/draft.ts'

type Steps = ReadonlyArray<Pick<DraftRevision, 'revision' | 'of'>>

export function undoTargets(revisions: Steps) {
  const { back, forth } = walked(revisions)
  return { undo: back.at(-1), redo: forth.at(-1) }
}

/** The revision that made what stands there now, which an undo takes back. */
export const newestChange = (revisions: Steps): number | undefined => walked(revisions).current

function walked(revisions: Steps) {
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
  return { back, forth, current }
}
