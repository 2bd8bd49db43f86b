// The rundown that the view has open. It is saved by itself; what another window saved meanwhile is merged, and where both
// changed the same, the person decides.
import { computed, onScopeDispose, ref, shallowReadonly, shallowRef, watch } from 'vue'
import type { RundownContent, Rundown, RundownRevision } from '#contract/air/rundown.ts'
import { asDeskError, DeskError } from '#contract/errors.ts'
import { isLinkLoss } from '#kit/composables/desk-error.ts'
import { createAutosave } from '#writing/draft/autosave.ts'
import { sameJson } from '#writing/draft/draft-content.ts'
import { useSaveGuard } from '#writing/draft/useSaveGuard.ts'
import { useRundowns } from '#air/stores/rundowns.ts'
import { contentOf } from '../model/cues.ts'
import { merge, type Clash } from '../model/merge.ts'

const autosaveDelayMs = 300
const mostSteps = 200

interface Conflict {
  base: RundownContent
  mine: RundownContent
  theirs: Rundown
  clashes: readonly Clash[]
}

/** A change that was made in this window. */
interface Step {
  before: RundownContent
  after: RundownContent
}

export type RundownEditor = ReturnType<typeof useRundownEditor>

export function useRundownEditor() {
  const store = useRundowns()
  /** As it is on disk. */
  const saved = shallowRef<Rundown>()
  /** As it is on screen. */
  const content = shallowRef<RundownContent>()
  const conflict = shallowRef<Conflict>()
  const openError = shallowRef<DeskError>()
  const actError = shallowRef<DeskError>()
  const gone = ref(false)
  const leaveRefused = ref(false)
  /** Changes of another window that were taken in beside those made here. */
  const merged = ref(0)
  /** Changes made here since it was opened, newest last: an undo takes these back first, and what others changed stays. */
  const own = shallowRef<readonly Step[]>([])
  /** What an undo took back, newest last: a change made here, or a revision. */
  const undone = shallowRef<ReadonlyArray<Step | number>>([])
  const busy = ref(false)
  /** Sent, and not answered: any of them may be what is on disk. */
  let unanswered: RundownContent[] = []
  /** What has to be a revision of its own before what is on screen now, oldest first. */
  let steps: RundownContent[] = []
  let opening = 0
  let leaveAgain: (() => void) | undefined

  const autosave = createAutosave({
    delayMs: autosaveDelayMs,
    save: () => save(),
    blocked: () => conflict.value !== undefined || gone.value,
  })
  const isSaved = (): boolean => autosave.state.value === 'saved'

  function show(next: Rundown | undefined): void {
    saved.value = next
    content.value = next && contentOf(next)
    conflict.value = undefined
    actError.value = undefined
    gone.value = false
    unanswered = []
    steps = []
    autosave.reset(next === undefined ? undefined : Date.parse(next.updatedAt))
  }
  function markGone(): void {
    gone.value = true
    autosave.touch()
  }

  async function save(): Promise<void> {
    for (let step = steps[0]; step !== undefined; step = steps[0]) {
      await send(step)
      if (steps[0] === step) steps.shift()
    }
    if (content.value !== undefined) await send(content.value)
  }

  async function send(mine: RundownContent, tries = 3): Promise<void> {
    const open = saved.value
    if (open === undefined || sameJson(contentOf(open), mine)) return
    try {
      const next = await store.save({ id: open.id, baseRevision: open.revision, ...mine })
      unanswered = []
      if (saved.value?.id !== open.id) return
      saved.value = next
      own.value = [...own.value, { before: contentOf(open), after: contentOf(next) }].slice(-mostSteps)
      // Secrets came back as references; what was typed since stays.
      if (content.value !== undefined) content.value = adopted(mine, content.value, contentOf(next))
    } catch (reason) {
      const error = asDeskError(reason)
      if (error.code === 'not_found_here') markGone()
      if (isLinkLoss(error.toShape())) unanswered.push(mine)
      if (error.code !== 'conflict' || tries === 0) throw error
      await bringTogether(open)
      if (content.value !== undefined) await send(content.value, tries - 1)
    }
  }

  const adopted = (sent: RundownContent, now: RundownContent, kept: RundownContent): RundownContent =>
    sameJson(sent, kept) ? now : now === sent ? kept : merge(sent, now, kept).content

  /** After a refused save. @throws DeskError where only a person can say what holds. */
  async function bringTogether(open: Rundown): Promise<void> {
    const theirs = await store.get(open.id)
    const mine = content.value
    if (mine === undefined || saved.value?.id !== open.id) return
    // What was saved without an answer is no change of another window.
    const base = unanswered.find((sent) => sameJson(sent, contentOf(theirs))) ?? contentOf(open)
    unanswered = []
    steps = []
    const result = merge(base, mine, contentOf(theirs))
    if (result.clashes.length > 0) {
      conflict.value = { base, mine, theirs, clashes: result.clashes }
      throw new DeskError('conflict', 'Both changed the same.', { facts: { reason: 'rundown_changed' } })
    }
    saved.value = theirs
    content.value = result.content
    if (!sameJson(base, contentOf(theirs))) merged.value += 1
  }

  async function resolve(prefer: 'mine' | 'theirs'): Promise<void> {
    const unresolved = conflict.value
    if (unresolved === undefined) return
    const { base, theirs } = unresolved
    content.value = merge(base, content.value ?? unresolved.mine, contentOf(theirs), prefer).content
    saved.value = theirs
    conflict.value = undefined
    autosave.touch()
    await autosave.flush()
  }

  /** Takes over what another window saved, where nothing is unsaved here. */
  async function refresh(): Promise<void> {
    const open = saved.value
    if (open === undefined) return
    try {
      const read = await store.get(open.id)
      const same = saved.value?.id === open.id && isSaved() && !busy.value
      if (same && (read.revision !== open.revision || read.removedAt !== open.removedAt)) show(read)
    } catch (reason) {
      if (asDeskError(reason).code === 'not_found_here' && saved.value?.id === open.id) markGone()
    }
  }
  onScopeDispose(
    store.onChange(({ rundown, removed }) => {
      const open = saved.value
      if (open === undefined) return
      if (removed === open.id) markGone()
      if (rundown?.id !== open.id || !isSaved()) return
      if (rundown.revision > open.revision || rundown.removedAt !== open.removedAt) void refresh()
    }),
  )
  onScopeDispose(store.onGap(() => void (isSaved() ? refresh() : autosave.flush())))

  function refuseLeaving(again: () => void): void {
    leaveRefused.value = true
    leaveAgain = again
  }
  watch(autosave.state, (state) => {
    if (state !== 'saved') return
    leaveRefused.value = false
    leaveAgain = undefined
  })

  /** Saves what is open, then reads another one; undefined closes. False where the first could not be saved. */
  async function open(id: string | undefined): Promise<boolean> {
    const mine = ++opening
    if (saved.value?.id === id && openError.value === undefined) return true
    let failure: DeskError | undefined
    const read =
      id === undefined
        ? undefined
        : await store.get(id).catch((reason: unknown) => void (failure = asDeskError(reason)))
    const kept = await autosave.flush()
    if (mine !== opening) return false
    if (!kept) {
      refuseLeaving(() => void open(id))
      return false
    }
    openError.value = failure
    undone.value = []
    own.value = []
    merged.value = 0
    show(read ?? undefined)
    return failure === undefined
  }

  /** Changes what is on screen. `atOnce` makes it a revision of its own, which an undo takes back alone. */
  function change(edit: (now: RundownContent) => RundownContent, atOnce = false): void {
    const now = content.value
    if (now === undefined) return
    const next = edit(now)
    if (sameJson(now, next)) return
    // What was typed just before is no part of it.
    if (atOnce && !isSaved() && steps.at(-1) !== now) steps.push(now)
    content.value = next
    undone.value = []
    autosave.touch()
    if (atOnce) void autosave.flush()
  }

  /** One at a time, on what is saved; a failure is in `actError`. */
  async function act(work: (open: Rundown) => Promise<Rundown>): Promise<boolean> {
    if (busy.value || !(await autosave.flush())) return false
    const open = saved.value
    if (open === undefined) return false
    busy.value = true
    actError.value = undefined
    try {
      const next = await work(open)
      if (saved.value?.id === open.id) show(next)
      return true
    } catch (reason) {
      actError.value = asDeskError(reason)
      return false
    } finally {
      busy.value = false
    }
  }
  /** Takes the way from one content to another in the newest revision; what others changed since stays theirs. */
  async function go(open: Rundown, from: RundownContent, to: RundownContent, tries = 3): Promise<Rundown> {
    const { content: next } = merge(from, to, contentOf(open), 'theirs')
    if (sameJson(next, contentOf(open))) return open
    return store.save({ id: open.id, baseRevision: open.revision, ...next }).catch(async (reason: unknown) => {
      if (asDeskError(reason).code !== 'conflict' || tries === 0) throw reason
      return go(await store.get(open.id), from, to, tries - 1)
    })
  }
  /** The newest change of this window, else the newest revision, whoever made it. */
  const undo = (): Promise<boolean> =>
    act(async (open) => {
      const step = own.value.at(-1)
      const next =
        step === undefined
          ? await store.undo({ id: open.id, baseRevision: open.revision })
          : await go(open, step.after, step.before)
      if (step !== undefined) own.value = own.value.slice(0, -1)
      undone.value = [...undone.value, step ?? open.revision]
      return next
    })
  const redo = (): Promise<boolean> =>
    act(async (open) => {
      const { id, revision } = open
      const back = undone.value.at(-1)
      if (back === undefined) return store.get(id)
      const next =
        typeof back === 'number'
          ? await store.revert({ id, revision: back, baseRevision: revision })
          : await go(open, back.before, back.after)
      undone.value = undone.value.slice(0, -1)
      if (typeof back !== 'number') own.value = [...own.value, back]
      return next
    })
  /** The newest revision, where an undo would take back what was not changed in this window. */
  async function foreignChange(): Promise<RundownRevision | undefined> {
    const open = saved.value
    if (open === undefined || own.value.length > 0 || !(await autosave.flush()) || own.value.length > 0)
      return undefined
    return (await store.history({ id: open.id, limit: 1 })).items[0]
  }
  const revert = (to: number): Promise<boolean> =>
    act(async ({ id, revision }) => {
      undone.value = []
      own.value = []
      return store.revert({ id, revision: to, baseRevision: revision })
    })

  useSaveGuard({ isSaved, flush: autosave.flush, refused: refuseLeaving, left: autosave.stop })

  return {
    saved: shallowReadonly(saved),
    content: shallowReadonly(content),
    conflict: shallowReadonly(conflict),
    openError,
    actError,
    gone,
    leaveRefused,
    merged,
    busy,
    state: autosave.state,
    savedAt: autosave.savedAt,
    error: autosave.error,
    flush: autosave.flush,
    open,
    change,
    resolve,
    undo,
    redo,
    revert,
    foreignChange,
    canUndo: computed(() => (saved.value?.revision ?? 0) > 1 || !isSaved()),
    canRedo: computed(() => undone.value.length > 0),
    /** Gives up what could not be saved, and goes on to where the person wanted to go. */
    discard(): void {
      const again = leaveAgain
      show(saved.value)
      leaveRefused.value = false
      again?.()
    },
    /** Reads it again, after something was done to it elsewhere in the view. */
    refresh,
  }
}
