// Drafts as they cross the bridge, and the events of their changes.
import { isDeepStrictEqual } from 'node:util'
import { defined } from '#contract/defined.ts'
import type { Draft, DraftContent, DraftHead, DraftSend } from '#contract/draft.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Ledger } from '../../platform/ledger/types.ts'
import type { Clock } from '../../core/ports.ts'
import { contentFrom } from './content.ts'
import type { Head, Tables } from './tables.ts'

const shownSends = 20
const mostKnown = 16
/** An intent changes several times within a moment; its draft is announced once. */
const gatherMs = 50

interface DraftChange {
  draft?: DraftHead
  removed?: string
}

export function createViews(parts: { tables: Tables; ledger: Ledger; clock: Clock }) {
  const { tables, ledger, clock } = parts
  const listeners = createListeners<[DraftChange]>()
  const sent = new Set<string>()
  /** Sendings of drafts that are saved again and again. */
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

  /** Announces drafts and answers their heads. */
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

  /** Whether the copy that stopped a sending is still to be decided on: then the draft is based on the one it was sent with. */
  function conflictOf(
    head: Head,
    { reason, intent }: DraftSend,
    content?: DraftContent,
  ): 'open' | 'decided' | undefined {
    if (reason !== 'copy_changed') return undefined
    const base = (content ?? contentFrom(tables.text(head.place, head.revision) ?? '{}')).base
    return isDeepStrictEqual(base, ledger.get(intent).expects?.base) ? 'open' : 'decided'
  }

  function headOf(head: Head, sent: DraftSend | undefined, content?: DraftContent): DraftHead {
    const { id, operation, title, tags, revision, bytes, createdAt, updatedAt, environment, removedAt, removedBy } =
      head
    const conflict = sent && conflictOf(head, sent, content)
    return {
      ...{ id, operation, title, tags, revision, bytes, createdAt, updatedAt },
      ...defined({ environment, removedAt, removedBy, sent, conflict }),
    }
  }

  function draft(head: Head, content: DraftContent): Draft {
    const { id, revision, createdAt, updatedAt, removedAt, removedBy, links } = head
    const sends = sendsOf(id)
    const conflict = sends[0] && conflictOf(head, sends[0], content)
    return {
      ...content,
      id,
      revision,
      createdAt,
      updatedAt,
      ...defined({ removedAt, removedBy, conflict }),
      links,
      sends,
    }
  }

  return {
    draft,
    heads,
    /** Announces a draft and answers it. */
    changed(head: Head, content: DraftContent): Draft {
      const whole = draft(head, content)
      listeners.emit({ draft: headOf(head, whole.sends[0], content) })
      return whole
    },
    announce,
    /** Intents were written past the ledger. */
    refresh: () => known.clear(),
    removed: (id: string) => listeners.emit({ removed: id }),
    onChange: listeners.add,
    stop() {
      unsubscribe()
      cancel()
    },
  }
}
