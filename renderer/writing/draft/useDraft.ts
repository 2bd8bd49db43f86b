// The draft that a view has open. It is saved by itself, and never overwrites what came from another window.
import { computed, onScopeDispose, ref, shallowReadonly, shallowRef, watch } from 'vue'
import type { Draft, DraftContent, DraftRevision } from '#contract/draft.ts'
import { DeskError, asDeskError } from '#contract/errors.ts'
import { useDrafts } from '../stores/drafts.ts'
import { createAutosave } from './autosave.ts'
import { contentOf, sameJson, withContent, withPlaceOf } from './draft-content.ts'
import { useDraftLabels } from './useDraftLabels.ts'
import type { DraftConflict, DraftForm, LoadReason } from './draft-types.ts'
import { useDraftSteps } from './useDraftSteps.ts'
import { useRevisions } from './useRevisions.ts'
import { useSaveGuard } from './useSaveGuard.ts'

const autosaveDelayMs = 300

const draftNotSaved = (): DeskError =>
  new DeskError('invalid_state', 'The open draft is not saved.', { facts: { reason: 'draft_not_saved' } })
/** The save may have been kept, and only its answer is missing. */
const isLost = ({ code }: DeskError): boolean => code === 'unreachable' || code === 'timed_out'

export type DraftEditor = ReturnType<typeof useDraft>

/** Opens drafts for a form and saves them; to be called in a component's setup. */
export function useDraft(form: DraftForm) {
  const drafts = useDrafts()
  const revisions = useRevisions()
  const draft = shallowRef<Draft>()
  const openError = shallowRef<DeskError>()
  const actError = shallowRef<DeskError>()
  const conflict = shallowRef<DraftConflict>()
  const gone = ref(false)
  const leaveRefused = ref(false)
  const leftOut = shallowRef<readonly string[]>([])
  let sentWith: DraftContent | undefined
  /** The newest revision of each draft that an event named. */
  const newestKnown = new Map<string, number>()
  /** What stood there when it was opened, which the person sees and may take back. */
  let openedWith = 0
  /** What this window saved: an undo takes it back without asking. */
  const made = new Set<string>()
  const madeHere = ({ id, revision }: Pick<Draft, 'id' | 'revision'>): unknown => made.add(`${id} ${revision}`)
  /** The newest change, not made here, that the next undo takes back. */
  const foreign = shallowRef<DraftRevision>()
  /** Sent on top of `draft`'s revision, and not answered. */
  let unanswered: DraftContent | undefined
  let creating: { id: string; content: DraftContent } | undefined
  let leaveAgain: (() => void) | undefined
  let opening = 0
  let acting = false

  const autosave = createAutosave({
    delayMs: autosaveDelayMs,
    save,
    blocked: () => conflict.value !== undefined || gone.value,
  })
  const isSaved = (): boolean => autosave.state.value === 'saved'
  watch(
    [() => draft.value?.id, () => draft.value?.revision, () => autosave.state.value],
    () => (foreign.value = undefined),
  )
  const knowsNewer = (open: Draft): boolean => (newestKnown.get(open.id) ?? 0) > open.revision

  async function save(): Promise<void> {
    const lost = unanswered
    // The same content first: its answer is the base of what was typed since.
    if (lost !== undefined) await send(lost)
    const content = form.read()
    if (content !== undefined && !(lost !== undefined && sameJson(content, lost))) await send(content)
  }

  async function send(content: DraftContent): Promise<void> {
    const open = draft.value
    if (open === undefined) return
    unanswered = content
    try {
      const saved = await drafts.save({ id: open.id, baseRevision: open.revision, ...content })
      unanswered = undefined
      madeHere(saved)
      draft.value = saved
      leftOut.value = saved.leftOut ?? []
      if (saved.leftOut !== undefined) sentWith = content
      if (saved.revision > open.revision) revisions.add(saved)
      if (!sameJson(saved.body, content.body) || !sameJson(saved.extra, content.extra)) form.load(saved, 'saved')
      if (knowsNewer(saved)) void refresh()
    } catch (reason) {
      const error = asDeskError(reason)
      if (!isLost(error)) unanswered = undefined
      if (error.code === 'not_found_here') markGone()
      if (error.code !== 'conflict' || !(await sameElsewhere(open))) throw error
    }
  }

  /**
   * After a refused save: whether the other window saved exactly the same. If not, the conflict is shown and blocks
   * saving.
   */
  async function sameElsewhere(open: Draft): Promise<boolean> {
    const theirs = await drafts.get(open.id).catch((reason: unknown) => {
      if (asDeskError(reason).code === 'not_found_here') markGone()
      throw reason
    })
    const mine = form.read()
    if (mine === undefined || sameJson(contentOf(theirs), mine)) {
      draft.value = theirs
      void revisions.read(theirs.id)
      return true
    }
    const base = await drafts
      .get(open.id, open.revision)
      .then(contentOf)
      .catch(() => undefined)
    conflict.value = { base, mine, theirs }
    return false
  }

  function markGone(): void {
    if (gone.value) return
    gone.value = true
    autosave.touch()
  }

  function show(next: Draft | undefined, why: LoadReason): void {
    draft.value = next
    conflict.value = undefined
    gone.value = false
    unanswered = undefined
    actError.value = undefined
    leftOut.value = next?.leftOut ?? []
    sentWith = undefined
    if (next !== undefined) newestKnown.set(next.id, Math.max(newestKnown.get(next.id) ?? 0, next.revision))
    autosave.reset(next === undefined ? undefined : Date.parse(next.updatedAt))
    form.load(next, why)
  }

  /**
   * Reads the open draft again. Its content is taken over only where nothing is unsaved; sendings, links and bin
   * always.
   */
  async function refresh(restarted = false): Promise<void> {
    const { id } = draft.value ?? {}
    if (id === undefined) return
    try {
      const read = await drafts.get(id)
      const open = draft.value
      if (open?.id !== id) return
      if (read.revision === open.revision && !restarted) {
        draft.value = read
      } else if (isSaved() && !acting && (restarted || read.revision > open.revision)) {
        if (restarted) newestKnown.set(id, read.revision)
        show(read, 'elsewhere')
        void revisions.read(id)
      }
    } catch (reason) {
      if (asDeskError(reason).code === 'not_found_here' && draft.value?.id === id) markGone()
    }
  }

  onScopeDispose(
    drafts.onChange(({ draft: head, removed }) => {
      const open = draft.value
      if (removed !== undefined && removed === open?.id) markGone()
      if (head === undefined) return
      const before = newestKnown.get(head.id) ?? 0
      newestKnown.set(head.id, Math.max(before, head.revision))
      if (open?.id !== head.id) return
      // The first event of a revision that was saved here is its echo.
      const newer = head.revision > open.revision && isSaved() && !acting
      if (newer || (head.revision === open.revision && before >= head.revision)) void refresh()
    }),
  )
  onScopeDispose(drafts.onGap((restarted) => void (isSaved() ? refresh(restarted) : autosave.flush())))

  function refuseLeaving(again: () => void): void {
    leaveRefused.value = true
    leaveAgain = again
  }
  watch(autosave.state, (state) => {
    if (state !== 'saved') return
    leaveRefused.value = false
    leaveAgain = undefined
  })

  /**
   * Saves what is open, then reads another draft; undefined closes. Answers whether it was read; a failed save sets
   * `leaveRefused`.
   */
  async function open(id: string | undefined): Promise<boolean> {
    const mine = ++opening
    if (draft.value?.id === id && openError.value === undefined) return true
    let failure: DeskError | undefined
    const read =
      id === undefined
        ? undefined
        : await drafts.get(id).catch((reason: unknown) => void (failure = asDeskError(reason)))
    // Saved last, so that nothing typed meanwhile is left behind.
    const saved = await autosave.flush()
    if (mine !== opening) return false
    if (!saved) {
      refuseLeaving(() => void open(id))
      return false
    }
    openError.value = failure
    show(read ?? undefined, 'opened')
    openedWith = read?.revision ?? 0
    void revisions.read(read?.id)
    if (read && knowsNewer(read)) void refresh()
    return failure === undefined
  }

  async function make(content: DraftContent): Promise<Draft> {
    if (creating === undefined || !sameJson(creating.content, content)) creating = { id: crypto.randomUUID(), content }
    const first = await drafts.save({ id: creating.id, ...content })
    madeHere(first)
    creating = undefined
    opening++
    openError.value = undefined
    return first
  }

  /** Saves what is open, then makes and opens a draft. Answers its id. @throws DeskError */
  async function create(content: DraftContent): Promise<string> {
    if (!(await autosave.flush())) {
      refuseLeaving(() => void create(content).catch(() => undefined))
      throw autosave.error.value ?? draftNotSaved()
    }
    const made = await make(content)
    show(made, 'opened')
    void revisions.read(made.id)
    return made.id
  }

  async function resolve(choice: 'mine' | 'theirs' | DraftContent): Promise<void> {
    const unresolved = conflict.value
    if (unresolved === undefined) return
    void revisions.read(unresolved.theirs.id)
    if (choice === 'theirs') {
      show(unresolved.theirs, 'resolved')
      if (knowsNewer(unresolved.theirs)) await refresh()
      return
    }
    conflict.value = undefined
    draft.value = unresolved.theirs
    if (choice !== 'mine') form.load(withContent(unresolved.theirs, choice), 'resolved')
    autosave.touch()
    await autosave.flush()
  }

  /** One action at a time; a failure is in `actError`. */
  async function act(work: (open: Draft) => Promise<void>): Promise<void> {
    const open = draft.value
    if (open === undefined || acting) return
    acting = true
    actError.value = undefined
    try {
      await work(open)
    } catch (reason) {
      actError.value = asDeskError(reason)
    }
    acting = false
    if (draft.value !== undefined && knowsNewer(draft.value)) await refresh()
  }

  /** Answers whether that made another content. */
  async function bringBack(revision: number): Promise<boolean> {
    const open = draft.value
    if (open === undefined) return false
    const back = await drafts.revert({ id: open.id, revision, baseRevision: open.revision })
    if (back.revision !== open.revision) madeHere(back)
    if (draft.value?.id !== open.id) return true
    revisions.add(back, revision)
    show(back, 'reverted')
    return back.revision !== open.revision
  }

  const steps = useDraftSteps(() => draft.value?.id, revisions.items, bringBack)
  const step = (way: 'undo' | 'redo'): Promise<void> =>
    act(async () => {
      if (await autosave.flush()) await steps.take(way)
    })
  /** What an undo would take back, where this window did not save it. */
  async function notMadeHere(id: string): Promise<DraftRevision | undefined> {
    if (revisions.items.value[0]?.revision !== draft.value?.revision) await revisions.read(id)
    const newest = steps.newest.value
    if (steps.targets.value.undo === undefined || made.has(`${id} ${newest}`)) return undefined
    const change = revisions.items.value.find(({ revision }) => revision === newest)
    return change?.by === undefined && (change?.revision ?? 0) <= openedWith ? undefined : change
  }
  async function pressUndo(): Promise<void> {
    const id = draft.value?.id
    if (id === undefined || !(await autosave.flush())) return
    const told = foreign.value
    foreign.value = await notMadeHere(id)
    if (foreign.value !== undefined && foreign.value.revision !== told?.revision) return
    foreign.value = undefined
    await step('undo')
  }
  const free = computed(() => draft.value !== undefined && conflict.value === undefined && !gone.value)

  useSaveGuard({ isSaved, flush: autosave.flush, refused: refuseLeaving, left: autosave.stop })

  return {
    draft: shallowReadonly(draft),
    openError,
    actError,
    state: autosave.state,
    error: autosave.error,
    savedAt: autosave.savedAt,
    conflict: shallowReadonly(conflict),
    /** `bin`: put there elsewhere. `gone`: deleted for good elsewhere. The text stays on screen. */
    removed: computed(() => (gone.value ? 'gone' : draft.value?.removedAt === undefined ? undefined : 'bin')),
    revisions,
    /** Leaving was refused because the save failed. */
    leaveRefused,
    open,
    create,
    touch: autosave.touch,
    flush: autosave.flush,
    resolve,
    revert: (revision: number) =>
      act(async () => {
        if (await autosave.flush()) await bringBack(revision)
      }),
    undo: () => step('undo'),
    /** As a person presses it: a change that was not made in this window is named in `foreign` first, and a second press takes it back. */
    pressUndo,
    foreign,
    redo: () => step('redo'),
    /** Out of the bin; a draft that is gone for good is made anew from the text on screen. */
    restore: () =>
      act(async ({ id }) => {
        if (!gone.value) {
          draft.value = await drafts.restore(id)
          await autosave.flush()
          return
        }
        const content = form.read()
        if (content === undefined) return
        const made = await make(content)
        show(made, 'resolved')
        void revisions.read(made.id)
      }),
    /** Dotted places that were saved without a stored secret. */
    leftOut: shallowReadonly(leftOut),
    labelOf: useDraftLabels(draft),
    keepAsText: () =>
      act(async ({ id }) => {
        const [places, sent] = [leftOut.value, sentWith]
        if (sent === undefined || !(await autosave.flush())) return
        const content = form.read()
        if (content === undefined || draft.value?.id !== id) return
        const whole = places.reduce((kept, place) => withPlaceOf(kept, sent, place), content)
        const saved = await drafts.save({ id, baseRevision: draft.value.revision, ...whole, keepAsText: [...places] })
        madeHere(saved)
        revisions.add(saved)
        show(saved, 'resolved')
      }),
    /** Gives up what is not saved, then leaves where that was refused before. */
    async discard() {
      const again = leaveAgain
      const open = draft.value
      if (conflict.value !== undefined) await resolve('theirs')
      else if (open !== undefined) show(gone.value ? undefined : open, 'resolved')
      leaveRefused.value = false
      again?.()
    },
    canUndo: computed(() => free.value && (steps.targets.value.undo !== undefined || autosave.state.value !== 'saved')),
    canRedo: computed(() => free.value && autosave.state.value === 'saved' && steps.targets.value.redo !== undefined),
  }
}
