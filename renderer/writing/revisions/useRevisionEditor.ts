// The record that a view has open: a draft or a rundown. It is saved by itself; what another window saved meanwhile is taken in, and
// where both changed the same, the person decides.
import { computed, onScopeDispose, ref, shallowReadonly, shallowRef, watch } from 'vue'
import { asDeskError, DeskError } from '#contract/errors.ts'
import { sameJson, withPlaceOf } from '../draft/draft-content.ts'
import { createAutosave } from './autosave.ts'
import { merge } from './merge.ts'
import type {
  Choices,
  Conflict,
  Kept,
  LoadReason,
  Loose,
  Revision,
  ShownKind,
  RevisionForm,
  RevisionKind,
} from './types.ts'
import { useRevisions } from './useRevisions.ts'
import { useSaveGuard } from './useSaveGuard.ts'
import { useUndo } from './useUndo.ts'

const autosaveDelayMs = 300
/** How often what others saved meanwhile is taken in before a save or an action fails. */
const mostTries = 3

const notSaved = (): DeskError =>
  new DeskError('invalid_state', 'What is open is not saved.', { facts: { reason: 'draft_not_saved' } })
const codeOf = (reason: unknown): string => asDeskError(reason).code
/** The save may have been kept, and only its answer is missing. */
const isLost = (reason: unknown): boolean => ['unreachable', 'timed_out'].includes(codeOf(reason))

export type RevisionEditor<C extends object, R extends C & Kept> = ReturnType<typeof useRevisionEditor<C, R>>

/** An editor, whatever its content is. */
export type AnyEditor = Loose<Omit<RevisionEditor<object, Kept>, 'kind'>> & { kind: ShownKind }

/** Opens records for a form and saves them; to be called in a component's setup. */
export function useRevisionEditor<C extends object, R extends C & Kept>(
  kind: RevisionKind<C, R>,
  form: RevisionForm<C, R>,
) {
  const { store, contentOf, shape } = kind
  const revisions = useRevisions(kind)
  /** As it is on disk. */
  const record = shallowRef<R>()
  const openError = shallowRef<DeskError>()
  const actError = shallowRef<DeskError>()
  const conflict = shallowRef<Conflict<C, R>>()
  const gone = ref(false)
  const leaveRefused = ref(false)
  const busy = ref(false)
  /** How often changes of another window were taken in beside those made here. */
  const merged = ref(0)
  const leftOut = shallowRef<readonly string[]>([])
  let sentWith: C | undefined
  /** The newest revision of each record that an event named. */
  const newestKnown = new Map<string, number>()
  /** Sent on top of the record's revision, and not answered. */
  let unanswered: C | undefined
  /** What has to be a revision of its own before what is in the form now, oldest first. */
  let steps: C[] = []
  let creating: { id: string; content: C } | undefined
  let leaveAgain: (() => void) | undefined
  let opening = 0

  const autosave = createAutosave({
    delayMs: autosaveDelayMs,
    save,
    blocked: () => conflict.value !== undefined || gone.value,
  })
  const isSaved = (): boolean => autosave.state.value === 'saved'
  const knowsNewer = (open: R): boolean => (newestKnown.get(open.id) ?? 0) > open.revision
  const withContent = (open: R, content: C): R => {
    const rest = Object.fromEntries(Object.entries(open).filter(([name]) => !Object.hasOwn(contentOf(open), name)))
    return { ...rest, ...content } as unknown as R
  }

  async function save(): Promise<void> {
    // The same content first: its answer is the base of what was typed since.
    const lost = unanswered
    if (lost !== undefined) await send(lost)
    for (let step = steps[0]; step !== undefined; step = steps[0]) {
      await send(step)
      if (steps[0] === step) steps.shift()
    }
    const content = form.read()
    if (content !== undefined && !(lost !== undefined && sameJson(content, lost))) await send(content)
  }

  async function send(content: C, tries = mostTries): Promise<void> {
    const open = record.value
    unanswered = undefined
    if (open === undefined || sameJson(contentOf(open), content)) return
    unanswered = content
    try {
      const saved = await store.save({ ...content, id: open.id, baseRevision: open.revision })
      unanswered = undefined
      if (record.value?.id !== open.id) return
      history.isMadeHere(saved)
      record.value = saved
      leftOut.value = saved.leftOut ?? []
      if (saved.leftOut !== undefined) sentWith = content
      if (saved.revision > open.revision) revisions.add(saved)
      // Secrets came back as references; what was typed since stays.
      if (!sameJson(contentOf(saved), content)) {
        const now = form.read() ?? content
        form.load(withContent(saved, merge(shape, content, now, contentOf(saved)).content), 'saved')
      }
      if (knowsNewer(saved)) void refresh()
    } catch (reason) {
      if (!isLost(reason)) unanswered = undefined
      if (codeOf(reason) === 'not_found_here') markGone()
      if (codeOf(reason) !== 'conflict' || tries === 0) throw reason
      await bringTogether(open)
      const next = form.read()
      if (next !== undefined) await send(next, tries - 1)
    }
  }

  /** After a refused save. @throws DeskError where only a person can say what holds. */
  async function bringTogether(open: R): Promise<void> {
    const theirs = await store.get(open.id).catch((reason: unknown) => {
      if (codeOf(reason) === 'not_found_here') markGone()
      throw reason
    })
    const mine = form.read()
    if (mine === undefined || record.value?.id !== open.id) return
    const base = contentOf(open)
    const { content, clashes } = merge(shape, base, mine, contentOf(theirs))
    steps = []
    if (clashes.length > 0) {
      conflict.value = { base, mine, theirs, clashes }
      throw new DeskError('conflict', 'Both changed the same.', { facts: { reason: 'draft_changed' } })
    }
    record.value = theirs
    newestKnown.set(theirs.id, Math.max(newestKnown.get(theirs.id) ?? 0, theirs.revision))
    void revisions.read(theirs.id)
    if (sameJson(content, mine)) return
    form.load(withContent(theirs, content), 'merged')
    merged.value += 1
  }

  function markGone(): void {
    if (gone.value) return
    gone.value = true
    autosave.touch()
  }

  /** Puts a record on screen; with `content` instead of what of it is saved. */
  function show(next: R | undefined, why: LoadReason, content?: C): void {
    record.value = next
    conflict.value = undefined
    gone.value = false
    unanswered = undefined
    steps = []
    actError.value = undefined
    leftOut.value = next?.leftOut ?? []
    sentWith = undefined
    if (next !== undefined) newestKnown.set(next.id, Math.max(newestKnown.get(next.id) ?? 0, next.revision))
    autosave.reset(next === undefined ? undefined : Date.parse(next.updatedAt))
    form.load(next && content ? withContent(next, content) : next, why)
    if (content !== undefined) autosave.touch()
  }
  /** Shows what an action made; what was typed meanwhile stays. */
  function take(next: R, broughtBack?: number): void {
    const open = record.value
    if (open?.id !== next.id) return
    if (next.revision > open.revision) revisions.add(next, broughtBack)
    const typed = form.read()
    const before = contentOf(open)
    const isTyped = typed !== undefined && !sameJson(typed, before)
    show(next, 'reverted', isTyped ? merge(shape, before, typed, contentOf(next)).content : undefined)
  }
  const history = useUndo(kind, { open: () => record.value, revisions: revisions.items, take })

  /**
   * Reads the open record again. Its content is taken over only where nothing is unsaved; the rest of it, such as sendings and bin,
   * always.
   */
  async function refresh(restarted = false): Promise<void> {
    const { id } = record.value ?? {}
    if (id === undefined) return
    try {
      const read = await store.get(id)
      const open = record.value
      if (open?.id !== id) return
      if (read.revision === open.revision && !restarted) {
        record.value = read
      } else if (isSaved() && !busy.value && (restarted || read.revision > open.revision)) {
        if (restarted) newestKnown.set(id, read.revision)
        show(read, 'elsewhere')
        void revisions.read(id)
      }
    } catch (reason) {
      if (codeOf(reason) === 'not_found_here' && record.value?.id === id) markGone()
    }
  }

  onScopeDispose(
    store.onChange(({ head, removed }) => {
      const open = record.value
      if (removed !== undefined && removed === open?.id) markGone()
      if (head === undefined) return
      const before = newestKnown.get(head.id) ?? 0
      newestKnown.set(head.id, Math.max(before, head.revision))
      if (open?.id !== head.id) return
      // The first event of a revision that was saved here is its echo.
      const newer = head.revision > open.revision && isSaved() && !busy.value
      if (newer || (head.revision === open.revision && before >= head.revision)) void refresh()
    }),
  )
  onScopeDispose(store.onGap((restarted) => void (isSaved() ? refresh(restarted) : autosave.flush())))

  function refuseLeaving(again: () => void): void {
    leaveRefused.value = true
    leaveAgain = again
  }
  watch(autosave.state, (state) => {
    if (state !== 'saved') return
    leaveRefused.value = false
    leaveAgain = undefined
  })

  /** Saves what is open, then reads another record; undefined closes. Answers whether it was read; a failed save sets `leaveRefused`. */
  async function open(id: string | undefined): Promise<boolean> {
    const mine = ++opening
    if (record.value?.id === id && openError.value === undefined) return true
    let failure: DeskError | undefined
    const read =
      id === undefined
        ? undefined
        : await store.get(id).catch((reason: unknown) => void (failure = asDeskError(reason)))
    // Saved last, so that nothing typed meanwhile is left behind.
    const saved = await autosave.flush()
    if (mine !== opening) return false
    if (!saved) {
      refuseLeaving(() => void open(id))
      return false
    }
    openError.value = failure
    merged.value = 0
    show(read ?? undefined, 'opened')
    history.opened(read?.revision ?? 0)
    void revisions.read(read?.id)
    if (read && knowsNewer(read)) void refresh()
    return failure === undefined
  }

  async function make(content: C): Promise<R> {
    if (creating === undefined || !sameJson(creating.content, content)) creating = { id: crypto.randomUUID(), content }
    const first = await store.save({ ...content, id: creating.id })
    history.isMadeHere(first)
    creating = undefined
    opening++
    openError.value = undefined
    return first
  }

  /** Saves what is open, then makes and opens a record. Answers its id. @throws DeskError */
  async function create(content: C): Promise<string> {
    if (!(await autosave.flush())) {
      refuseLeaving(() => void create(content).catch(() => undefined))
      throw autosave.error.value ?? notSaved()
    }
    const made = await make(content)
    show(made, 'opened')
    history.opened(made.revision)
    void revisions.read(made.id)
    return made.id
  }

  async function resolve(choices: 'mine' | 'theirs' | Choices): Promise<void> {
    const unresolved = conflict.value
    if (unresolved === undefined) return
    const { base, theirs } = unresolved
    const { content } = merge(shape, base, form.read() ?? unresolved.mine, contentOf(theirs), (clash) => {
      const choice = typeof choices === 'string' ? choices : (choices.get(clash.key) ?? 'mine')
      return typeof choice === 'string' ? clash[choice] : choice.value
    })
    void revisions.read(theirs.id)
    show(theirs, 'resolved', content)
    await autosave.flush()
    if (knowsNewer(theirs)) await refresh()
  }

  /** One at a time, on what is saved; a failure is in `actError`. Answers what the work does, false where it was not done. */
  async function act(work: (open: R) => Promise<unknown>, tries = mostTries): Promise<boolean> {
    const open = record.value
    if (open === undefined || busy.value) return false
    busy.value = true
    actError.value = undefined
    let failure: unknown
    let answer: unknown = false
    try {
      answer = await work(open)
    } catch (reason) {
      failure = reason
    }
    busy.value = false
    const isStale = failure !== undefined && codeOf(failure) === 'conflict'
    if (record.value !== undefined && (isStale || knowsNewer(record.value))) await refresh()
    if (failure === undefined) return answer !== false
    if (isStale && tries > 0 && record.value?.revision !== open.revision) return act(work, tries - 1)
    actError.value = asDeskError(failure)
    return false
  }
  const acting = (work: (open: R) => Promise<unknown>): Promise<boolean> =>
    act(async (before) => {
      if (!(await autosave.flush())) return false
      return record.value?.id === before.id && work(record.value)
    })

  /** The newest change, not made here, that the next undo takes back. */
  const foreign = shallowRef<Revision>()
  watch([() => record.value?.id, () => record.value?.revision, autosave.state], () => (foreign.value = undefined))
  const undo = (): Promise<boolean> => acting(history.undo)
  /** As a person presses it: a change that was not made in this window is named in `foreign` first, and a second press takes it back. */
  async function pressUndo(): Promise<boolean> {
    const { id } = record.value ?? {}
    if (id === undefined || busy.value || !(await autosave.flush())) return false
    const told = foreign.value
    if (revisions.items.value[0]?.revision !== record.value?.revision) await revisions.read(id)
    foreign.value = await history.foreign()
    if (foreign.value !== undefined && foreign.value.revision !== told?.revision) return false
    foreign.value = undefined
    return undo()
  }
  const removed = computed(() => (gone.value ? 'gone' : record.value?.removedAt === undefined ? undefined : 'bin'))
  const free = computed(
    () => record.value !== undefined && conflict.value === undefined && removed.value === undefined && !busy.value,
  )

  useSaveGuard({ isSaved, flush: autosave.flush, refused: refuseLeaving, left: autosave.stop })

  return {
    kind,
    record: shallowReadonly(record),
    openError,
    actError,
    state: autosave.state,
    error: autosave.error,
    savedAt: autosave.savedAt,
    conflict: shallowReadonly(conflict),
    merged,
    busy,
    /** `bin`: put there elsewhere. `gone`: deleted for good elsewhere. The text stays on screen. */
    removed,
    revisions,
    /** One revision's content. @throws DeskError */
    readRevision: async (revision: number): Promise<C> => contentOf(await store.get(record.value?.id ?? '', revision)),
    /** Leaving was refused because the save failed. */
    leaveRefused,
    open,
    create,
    /** Something was typed. */
    touch(): void {
      history.forgetUndone()
      autosave.touch()
    },
    /** What is in the form now becomes a revision of its own, if it is not saved yet: call it before a change that an undo takes back alone. */
    seal(): void {
      const now = form.read()
      if (now !== undefined && !isSaved() && !sameJson(steps.at(-1), now)) steps.push(now)
    },
    flush: autosave.flush,
    /** Reads it again, after something was done to it elsewhere in the view. */
    refresh,
    resolve,
    revert: (revision: number) => acting(() => history.bringBack(revision)),
    undo,
    pressUndo,
    foreign,
    redo: () => acting(history.redo),
    /** Out of the bin; what is gone for good is made anew from the text on screen. */
    restore: () =>
      act(async ({ id }) => {
        if (!gone.value) {
          record.value = await store.restore(id)
          await autosave.flush()
          return
        }
        const content = form.read()
        if (content === undefined) return
        const made = await make(content)
        show(made, 'resolved')
        void revisions.read(made.id)
      }),
    leftOut: shallowReadonly(leftOut),
    keepAsText: () =>
      acting(async ({ id, revision: baseRevision }) => {
        const content = form.read()
        if (sentWith === undefined || content === undefined) return
        const sent = sentWith
        const whole = leftOut.value.reduce((kept, place) => withPlaceOf(kept, sent, place), content)
        const saved = await store.save({ ...whole, id, baseRevision, keepAsText: [...leftOut.value] })
        history.isMadeHere(saved)
        revisions.add(saved)
        show(saved, 'resolved')
      }),
    /** Gives up what is not saved, then leaves where that was refused before. */
    discard(): void {
      const again = leaveAgain
      show(gone.value ? undefined : (conflict.value?.theirs ?? record.value), 'resolved')
      leaveRefused.value = false
      again?.()
    },
    canUndo: computed(() => free.value && (history.canUndo.value || !isSaved())),
    canRedo: computed(() => free.value && isSaved() && history.canRedo.value),
  }
}
