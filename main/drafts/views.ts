// Drafts as they cross the bridge, put together from the tables and the ledger; and the news of what changed.
import type { Draft, DraftContent, DraftHead, DraftSend } from '#contract/draft.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Ledger } from '../ledger/types.ts'
import type { Clock } from '../ports.ts'
import type { Head, Tables } from './tables.ts'

/** Sendings that a draft shows. */
const shownSends = 20
const mostKnown = 16
/** An intent changes several times within a moment; who lists drafts is announce once. */
const gatherMs = 50

interface DraftChange {
  draft?: DraftHead
  removed?: string
}

export interface Views {
  draft(head: Head, content: DraftContent): Draft
  heads(heads: readonly Head[]): DraftHead[]
  /** Tells every listener of a draft as it is now, and answers it whole. */
  changed(head: Head, content: DraftContent): Draft
  /** Tells every listener of these drafts, and answers their heads. */
  announce(heads: readonly Head[]): DraftHead[]
  removed(id: string): void
  /** Intents were written past the ledger. */
  refresh(): void
  onChange(listener: (change: DraftChange) => void): () => void
  stop(): void
}

export function createViews(parts: { tables: Tables; ledger: Ledger; clock: Clock }): Views {
  const { tables, ledger, clock } = parts
  const listeners = createListeners<[DraftChange]>()
  const sent = new Set<string>()
  /** Sendings of drafts that are being saved again and again; an intent that changes takes its draft out. */
  const known = new Map<string, DraftSend[]>()
  let cancel = () => {}

  function announceSent(): void {
    const ids = [...sent]
    sent.clear()
    announce(ids.flatMap((id) => tables.find(id) ?? []))
  }
  const unsubscribe = ledger.onChange(({ draft }) => {
    if (draft === undefined) return
    known.delete(draft.id)
    if (sent.size === 0) cancel = clock.after(gatherMs, announceSent)
    sent.add(draft.id)
  })

  function heads(rows: readonly Head[]): DraftHead[] {
    const newest = rows.length === 0 ? undefined : ledger.newestSends(rows.map(({ id }) => id))
    return rows.map((row) => headOf(row, newest?.get(row.id)))
  }

  function announce(rows: readonly Head[]): DraftHead[] {
    const shown = heads(rows)
    for (const one of shown) listeners.emit({ draft: one })
    return shown
  }

  function sendsOf(id: string): DraftSend[] {
    const held = known.get(id)
    if (held !== undefined) return held
    const sends = ledger.sends(id, shownSends)
    if (known.size >= mostKnown) known.clear()
    known.set(id, sends)
    return sends
  }

  function draft(head: Head, content: DraftContent): Draft {
    const { id, revision, createdAt, updatedAt, removedAt, links } = head
    return {
      ...content,
      id,
      revision,
      createdAt,
      updatedAt,
      ...(removedAt !== undefined && { removedAt }),
      links,
      sends: sendsOf(id),
    }
  }

  return {
    draft,
    heads,
    changed(head, content) {
      const whole = draft(head, content)
      listeners.emit({ draft: headOf(head, whole.sends[0]) })
      return whole
    },
    announce,
    refresh: () => known.clear(),
    removed: (id) => listeners.emit({ removed: id }),
    onChange: listeners.add,
    stop() {
      unsubscribe()
      cancel()
    },
  }
}

const headOf = ({ place: _place, links: _links, ...shown }: Head, sent: DraftSend | undefined): DraftHead => ({
  ...shown,
  ...(sent !== undefined && { sent }),
})
