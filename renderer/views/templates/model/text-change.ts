export interface TextChange {
  from: number
  to: number
  insert: string
}

/** The smallest single replacement between two texts; undefined where they are the same. */
export function textChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1
  let same = 0
  while (
    same < shorter - from &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same += 1
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

/** Where a caret belongs after a change: beside the same text, or after what replaced it. */
export function caretAfter(caret: number, change: TextChange): number {
  if (caret <= change.from) return caret
  if (caret >= change.to) return caret + change.insert.length - (change.to - change.from)
  return change.from + change.insert.length
}
