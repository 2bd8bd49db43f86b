// One save: check, compare with the newest revision, move secrets out, commit. Saves of one record take turns.
import type { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Clock } from '../../core/ports.ts'
import { changeOf, deltaOf, withText, type Change, type Delta } from './deltas.ts'
import type { KeyedQueue } from './keyed-queue.ts'
import type { Tables } from './tables.ts'
import type { BaseHead, Kind } from './types.ts'

export interface Save<C> {
  id: string
  /** The revision that the save is based on: undefined for a new record, `newest` for any. */
  base: number | 'newest' | undefined
  content: C
  /** The revision that is reverted to. */
  of?: number
  /** The name of the grant that saves. */
  by?: string | undefined
}

export interface Saved<C, H> {
  head: H
  content: C
  /** False where the newest revision has this content already. */
  changed: boolean
  /** Fields with a known secret, which was left out. */
  leftOut: string[]
}

/** What a content may hold of secrets, and what becomes of them. */
export interface SaveSecrets<C> {
  /** Leaves out what can't go to the keychain, and names the fields. Throws `invalid_input`. */
  clean(content: C): { content: C; leftOut: string[] }
  /** Uses the references of an earlier content for equal secrets; the same object where none was used. */
  reuse(id: string, content: C, earlier: C): Promise<C>
  /** Moves secrets to the keychain; the same object where there are none. Throws `keychain_*`. */
  take(id: string, content: C): Promise<C>
}

interface Known<C, H> {
  head: H
  content: C
  /** Whether it has references to secrets. */
  secret: boolean
  /** The last revision that is saved in full, and the one text in which the newest differs from it. */
  whole?: { revision: number; bytes: number; text?: { path: string; from: string } | undefined } | undefined
}

/** Those that are being typed into. A cached state is a guess that the commit checks. */
const mostKnown = 4
/** Limits how many saves depend on one row. */
const mostDeltas = 64

export function createSaver<C extends object, H extends BaseHead>(parts: {
  tables: Tables<C, H>
  kind: Pick<Kind<C, H>, 'textOf' | 'contentFrom' | 'holdsReference'>
  secrets: SaveSecrets<C>
  clock: Clock
  turns: KeyedQueue
  firstRevision: (id: string) => number
  onSaved: (head: H) => void
  /** The failed save may have left secrets behind. */
  onFailed: (id: string) => void
  /** What a save on an older revision is refused with. */
  stale: (newest: number) => DeskError
}) {
  const { tables, secrets, clock, turns } = parts
  const { textOf, contentFrom, holdsReference } = parts.kind
  const known = new Map<string, Known<C, H>>()
  let forgotten = 0

  function read(id: string): Known<C, H> | undefined {
    const head = tables.find(id)
    const text = head && tables.text(head.place, head.revision)
    if (head === undefined || text === undefined) return undefined
    const content = contentFrom(text)
    return { head, content, secret: holdsReference(content) }
  }

  async function run(save: Save<C>): Promise<Saved<C, H>> {
    const { content, leftOut } = secrets.clean(save.content)
    const clean = { ...save, content }
    const guess = known.get(save.id)
    known.delete(save.id)
    const saved = (guess && (await attempt(clean, guess))) ?? (await attempt(clean, read(save.id)))
    if (saved !== undefined) return { ...saved, leftOut }
    throw parts.stale(tables.find(save.id)?.revision ?? 0)
  }

  /** Undefined where the record has another newest revision than `before`. */
  async function attempt(
    { id, base, content, of, by }: Save<C>,
    before: Known<C, H> | undefined,
  ): Promise<Omit<Saved<C, H>, 'leftOut'> | undefined> {
    const began = forgotten
    const given = before?.secret === true ? await secrets.reuse(id, content, before.content) : content
    const change = before === undefined ? 'much' : changeOf(plain(before.content), plain(given))
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
    const taken = delta === undefined ? await secrets.take(id, given) : given
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
    remember({ head, content: kept, secret: holdsReference(kept), whole })
    parts.onSaved(head)
    return { head, content: taken, changed: true }
  }

  function remember(latest: Known<C, H>): void {
    const [oldest] = known.keys()
    if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest)
    known.set(latest.head.id, latest)
  }

  return {
    /** Throws `conflict` on a stale base, `invalid_input`, `keychain_*`, `storage_*`; then nothing was saved. */
    save: (save: Save<C>): Promise<Saved<C, H>> =>
      turns.run(save.id, async () => {
        try {
          return await run(save)
        } catch (error) {
          parts.onFailed(save.id)
          throw error
        }
      }),
    /** Drops what is cached of one record, or of all. */
    forget(id?: string) {
      forgotten += 1
      if (id === undefined) known.clear()
      else known.delete(id)
    },
  }
}

/** Undefined where the content is better saved in full. */
function deltaFrom(
  { head, whole }: Pick<Known<unknown, BaseHead>, 'head' | 'whole'>,
  change: Change,
): (Delta & Change & { base: number; bytes: number }) | undefined {
  if (whole === undefined || head.revision - whole.revision >= mostDeltas) return undefined
  if (whole.text !== undefined && whole.text.path !== change.path) return undefined
  const sought = { ...change, from: whole.text?.from ?? change.from }
  const delta = deltaOf(sought)
  return delta && { ...sought, ...delta, base: whole.revision, bytes: whole.bytes + delta.grown }
}

const plain = (content: object): Json => ({ ...content })
