import type { ConfirmWith } from './entry.ts'

export const read = { kind: 'read', risk: 'read', queueable: false } as const

type More = Omit<ConfirmWith, 'read' | 'match'>

const confirm =
  (match: ConfirmWith['match']) =>
  (by: string, more: More = {}): ConfirmWith => ({ read: by, match, ...more })

/** The list shows a record that carries what was sent, and did not show it before. */
export const created = confirm('created')
/** The list shows the named record with what was sent. */
export const updated = confirm('updated')
/** The list no longer shows the named record. */
export const gone = confirm('gone')
/** The list shows a record that only this act can have left. */
export const effect = confirm('effect')
