// Undo and redo over the revisions. What was changed in this window is taken back first, and what others changed since stays; a
// change that was not made here is named first, and a second press takes it back.
import { computed, shallowRef, type Ref } from 'vue'
import { DeskError } from '#contract/errors.ts'
import { sameJson } from '../draft/draft-content.ts'
import { taking } from './merge.ts'
import { statesOf } from './states.ts'
import type { Kept, Revision, RevisionKind } from './types.ts'

/** From the content of one revision to that of another. */
interface Change {
  from: number
  to: number
}

interface UndoParts<R> {
  open: () => R | undefined
  revisions: Readonly<Ref<readonly Revision[]>>
  /** Shows what was made, and adds it to the history. */
  take: (made: R, broughtBack?: number) => void
}

export function useUndo<C extends object, R extends C & Kept>(
  { store, contentOf, shape }: Pick<RevisionKind<C, R>, 'store' | 'contentOf' | 'shape'>,
  { open, revisions, take }: UndoParts<R>,
) {
  /** Revisions by `<id> <revision>`: those that were made here, and what is no step for an undo. */
  const made = shallowRef<ReadonlySet<string>>(new Set())
  const passed = shallowRef<ReadonlySet<string>>(new Set())
  /** What was taken back here beside changes of others, and what the taking back made. */
  const beside = shallowRef<ReadonlySet<string>>(new Set())
  /** What was taken back here, newest last. */
  const undone = shallowRef<readonly Change[]>([])
  /** What stood there when it was opened, which the person sees and may take back. */
  let openedWith = 0

  const keyOf = (revision: number): string => `${open()?.id ?? ''} ${revision}`
  const states = computed(() => statesOf(revisions.value.filter(({ revision }) => !passed.value.has(keyOf(revision)))))
  const changes = computed(() => {
    const { back, current } = states.value
    const all = current === undefined ? back : [...back, current]
    return all
      .slice(1)
      .map((to, at): Change => ({ from: all[at] ?? 0, to }))
      .filter(({ to }) => !beside.value.has(keyOf(to)))
  })
  const isOwn = ({ to }: Change): boolean => made.value.has(keyOf(to))

  /** What the way from one revision to another makes of what is there now; undefined where that is the same, or one is no longer kept. */
  async function going(now: R, from: number, to: number): Promise<C | undefined> {
    try {
      const [left, reached] = await Promise.all([store.get(now.id, from), store.get(now.id, to)])
      const next = taking(shape, contentOf(left), contentOf(reached), contentOf(now))
      return sameJson(next, contentOf(now)) ? undefined : next
    } catch (reason) {
      if (reason instanceof DeskError && reason.code === 'not_found_here') return undefined
      throw reason
    }
  }
  async function bringBack(revision: number): Promise<boolean> {
    const now = open()
    if (now === undefined) return false
    const back = await store.revert({ id: now.id, revision, baseRevision: now.revision })
    const isNew = back.revision !== now.revision
    if (isNew) made.value = new Set([...made.value, keyOf(back.revision)])
    take(back, isNew ? revision : undefined)
    return isNew
  }
  async function save(now: R, content: C): Promise<R> {
    const next = await store.save({ ...content, id: now.id, baseRevision: now.revision })
    made.value = new Set([...made.value, keyOf(next.revision)])
    take(next)
    return next
  }
  const isNewest = ({ to }: Change): boolean => states.value.current === to

  /** The change that an undo takes back, with the content without it where others changed something since. */
  async function found(): Promise<{ change: Change; content?: C } | undefined> {
    const now = open()
    if (now === undefined) return undefined
    const newestFirst = changes.value.toReversed()
    for (const change of [...newestFirst.filter(isOwn), ...newestFirst.filter((one) => !isOwn(one))]) {
      if (isNewest(change)) return { change }
      const content = await going(now, change.to, change.from)
      if (content !== undefined) return { change, content }
    }
    return undefined
  }

  async function undo(): Promise<boolean> {
    for (let target = await found(); target !== undefined; target = await found()) {
      const now = open()
      const { change, content } = target
      if (now === undefined) return false
      if (content === undefined) {
        // Where the revisions between two of the same content were thinned out, the older one is no step.
        if (!(await bringBack(change.from))) {
          passed.value = new Set([...passed.value, keyOf(change.from)])
          continue
        }
      } else {
        const { revision } = await save(now, content)
        beside.value = new Set([...beside.value, keyOf(revision), keyOf(change.to)])
      }
      undone.value = [...undone.value, change]
      return true
    }
    return false
  }

  async function redo(): Promise<boolean> {
    const now = open()
    const change = undone.value.at(-1)
    const next = states.value.forth.at(-1)
    if (now === undefined || (change === undefined && next === undefined)) return false
    undone.value = undone.value.slice(0, -1)
    if (next !== undefined && (change === undefined || change.to === next)) {
      if (await bringBack(next)) return true
      passed.value = new Set([...passed.value, keyOf(next)])
      return redo()
    }
    const content = change && (await going(now, change.from, change.to))
    if (change === undefined || content === undefined) return redo()
    const { revision } = await save(now, content)
    if (!beside.value.has(keyOf(change.to))) return true
    const others = [...beside.value].filter((key) => key !== keyOf(change.to))
    beside.value = new Set([...others, keyOf(revision)])
    return true
  }

  return {
    undo,
    redo,
    bringBack,
    /** One that was saved in this window: an undo takes it back without asking. */
    isMadeHere: ({ id, revision }: Kept): void => void (made.value = new Set([...made.value, `${id} ${revision}`])),
    /** What an undo would take back, where it was not made here. */
    async foreign(): Promise<Revision | undefined> {
      const { change } = (await found()) ?? {}
      if (change === undefined || isOwn(change)) return undefined
      const told = revisions.value.find(({ revision }) => revision === change.to)
      return told?.by === undefined && change.to <= openedWith ? undefined : told
    },
    /** Something was typed: there is nothing to do again. */
    forgetUndone: (): void => void (undone.value = []),
    opened(revision: number): void {
      openedWith = revision
      undone.value = []
    },
    canUndo: computed(() => changes.value.length > 0),
    canRedo: computed(() => undone.value.length > 0 || states.value.forth.length > 0),
  }
}
