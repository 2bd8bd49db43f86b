// One save: check, compare with the newest revision, move secrets out, commit. Saves of one draft take turns.
import type { DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import { holdsReference } from '../ledger/identity.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Clock } from '../ports.ts'
import { contentFrom, textOf, writingOperation } from './content.ts'
import { changeOf, deltaOf, withText, type Change, type Delta } from './deltas.ts'
import type { KeyedQueue } from './keyed-queue.ts'
import type { DraftSecrets } from './secrets.ts'
import type { Head, Tables } from './tables.ts'

export interface Save {
  id: string
  /** The revision that the save is based on: undefined for a new draft, `newest` for any. */
  base: number | 'newest' | undefined
  content: DraftContent
  /** The revision that is reverted to. */
  of?: number
  /** The name of the grant that saves. */
  by?: string | undefined
}

export interface Saved {
  head: Head
  content: DraftContent
  /** False where the newest revision has this content already. */
  changed: boolean
  /** Fields with a known secret, which was left out. */
  leftOut: string[]
}

interface Known {
  head: Head
  content: DraftContent
  /** Whether it has references to secrets. */
  secret: boolean
  /** The last revision that is saved in full, and the one text in which the newest differs from it. */
  whole?: { revision: number; bytes: number; text?: { path: string; from: string } | undefined } | undefined
}

/** Drafts that are being typed into. A cached state is a guess that the commit checks. */
const mostKnown = 4
/** Limits how many saves depend on one row. */
const mostDeltas = 64

export function createSaver(parts: {
  tables: Tables
  secrets: DraftSecrets
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  turns: KeyedQueue
  firstRevision: (id: string) => number
  onSaved: (head: Head) => void
  /** The failed save may have left secrets behind. */
  onFailed: (id: string) => void
}) {
  const { tables, secrets, operations, clock, turns } = parts
  const known = new Map<string, Known>()
  let forgotten = 0

  function read(id: string): Known | undefined {
    const head = tables.find(id)
    const text = head && tables.text(head.place, head.revision)
    if (head === undefined || text === undefined) return undefined
    const content = contentFrom(text)
    return { head, content, secret: holdsReference(content.body) }
  }

  async function run(save: Save): Promise<Saved> {
    const operation = writingOperation(operations, save.content.operation)
    const { content, leftOut } = secrets.clean(save.content, operation)
    const clean = { ...save, content }
    const guess = known.get(save.id)
    known.delete(save.id)
    const saved =
      (guess && (await attempt(clean, operation, guess))) ?? (await attempt(clean, operation, read(save.id)))
    if (saved !== undefined) return { ...saved, leftOut }
    throw stale(tables.find(save.id)?.revision ?? 0)
  }

  /** Undefined where the draft has another newest revision than `before`. */
  async function attempt(
    { id, base, content, of, by }: Save,
    operation: Operation,
    before: Known | undefined,
  ): Promise<Omit<Saved, 'leftOut'> | undefined> {
    const began = forgotten
    const reused = before?.secret === true ? await secrets.reuse(id, content.body, before.content.body) : content.body
    const given = reused === content.body ? content : { ...content, body: reused }
    const change = before === undefined ? 'much' : changeOf({ ...before.content }, { ...given })
    if (
      before !== undefined &&
      (change === undefined || (change === 'much' && textOf(before.content) === textOf(given)))
    ) {
      const head = tables.find(id)
      return head?.revision === before.head.revision ? { head, content: given, changed: false } : undefined
    }
    if (before !== undefined && base !== 'newest' && base !== before.head.revision) return undefined

    const delta = typeof change === 'object' && before !== undefined ? deltaFrom(before, change) : undefined
    // The secrets of the rest of the text were taken by an earlier save.
    const body = delta === undefined ? await secrets.take(id, given.body, operation) : given.body
    const taken = body === given.body ? given : { ...given, body }
    const text = delta === undefined ? textOf(taken) : undefined
    const written = { content: taken, text, delta, at: new Date(clock.now()).toISOString(), of, by }
    const saved =
      before === undefined ? tables.insert(id, parts.firstRevision(id), written) : tables.append(before.head, written)
    if (saved === undefined) return undefined
    const head = began === forgotten ? saved : (tables.find(id) ?? saved)
    // The caller may change its objects later.
    const kept =
      delta === undefined || before === undefined
        ? contentFrom(text ?? textOf(taken))
        : withText(before.content, delta.keys, delta.to)
    const whole =
      delta === undefined
        ? { revision: head.revision, bytes: head.bytes }
        : { revision: delta.base, bytes: delta.bytes - delta.grown, text: { path: delta.path, from: delta.from } }
    remember({ head, content: kept, secret: holdsReference(kept.body), whole })
    parts.onSaved(head)
    return { head, content: taken, changed: true }
  }

  function remember(latest: Known): void {
    const [oldest] = known.keys()
    if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest)
    known.set(latest.head.id, latest)
  }

  return {
    /** Throws `conflict` on a stale base, `invalid_input`, `keychain_*`, `storage_*`; then nothing was saved. */
    save: (save: Save): Promise<Saved> =>
      turns.run(save.id, async () => {
        try {
          return await run(save)
        } catch (error) {
          parts.onFailed(save.id)
          throw error
        }
      }),
    /** Drops what is cached of one draft, or of all. */
    forget(id?: string) {
      forgotten += 1
      if (id === undefined) known.clear()
      else known.delete(id)
    },
  }
}

/** Undefined where the content is better saved in full. */
function deltaFrom(
  { head, whole }: Known,
  change: Change,
): (Delta & Change & { base: number; bytes: number }) | undefined {
  if (whole === undefined || head.revision - whole.revision >= mostDeltas) return undefined
  if (whole.text !== undefined && whole.text.path !== change.path) return undefined
  const sought = { ...change, from: whole.text?.from ?? change.from }
  const delta = deltaOf(sought)
  return delta && { ...sought, ...delta, base: whole.revision, bytes: whole.bytes + delta.grown }
}

function stale(newest: number): DeskError {
  return new DeskError('conflict', `This draft was changed elsewhere; its newest revision is ${newest}.`, {
    facts: { reason: 'draft_changed', newest },
  })
}
