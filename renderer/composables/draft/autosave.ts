// Saving in the background, with a word that is true: "saved" only when what is on screen is what was kept.
import { readonly, ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { asDeskError } from '#contract/errors.ts'
import type { DeskError } from '#contract/errors.ts'

/** `pending`: changed and not sent yet; `failed`: the last save failed; another one follows by itself unless something blocks it. */
export type SaveState = 'saved' | 'pending' | 'saving' | 'failed'

export interface Autosave {
  state: Readonly<Ref<SaveState>>
  /** Why the last save failed, until one succeeds. */
  error: Readonly<Ref<DeskError | undefined>>
  /** Milliseconds since 1970 of the last save that succeeded. */
  savedAt: Readonly<Ref<number | undefined>>
  /** Something changed. */
  touch: () => void
  /** Saves what is not saved yet, now. Answers whether everything is saved; never rejects. */
  flush: () => Promise<boolean>
  /** What is on screen now is what was kept at this time. */
  reset: (savedAt?: number) => void
  /** Ends the timers; what is on its way is finished. */
  stop: () => void
}

export interface AutosaveOptions {
  delayMs: number
  /** Keeps the state as it is when it is called; calls never overlap. */
  save: () => Promise<void>
  /** While it says so nothing is saved, and what is not saved stays so: a conflict that only a person can end. */
  blocked?: () => boolean
}

const longestRetryMs = 30_000
/** Who types without a pause is saved all the same. */
const longestWaitMs = 3_000

export function createAutosave(options: AutosaveOptions): Autosave {
  const state = ref<SaveState>('saved')
  const error = shallowRef<DeskError>()
  const savedAt = ref<number>()
  const blocked = (): boolean => options.blocked?.() ?? false
  let version = 0
  let kept = 0
  let failures = 0
  let pendingSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let stopped = false

  function later(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void flush(), ms)
  }

  async function run(): Promise<void> {
    const saving = version
    state.value = 'saving'
    pendingSince = undefined
    try {
      await options.save()
      kept = Math.max(kept, saving)
      failures = 0
      error.value = undefined
      savedAt.value = Date.now()
      state.value = kept === version ? 'saved' : 'pending'
    } catch (reason) {
      error.value = asDeskError(reason)
      state.value = 'failed'
      if (!blocked()) later(Math.min(longestRetryMs, 2_000 * 2 ** failures++))
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (running !== undefined) await running
    if (kept === version) return true
    if (blocked()) return false
    // Another flush may have started one while this one waited.
    running ??= run().finally(() => (running = undefined))
    await running
    return kept === version || (error.value === undefined && flush())
  }

  return {
    state: readonly(state),
    error,
    savedAt: readonly(savedAt),
    touch() {
      version++
      if (blocked()) {
        state.value = 'failed'
        return
      }
      if (state.value !== 'saving') state.value = 'pending'
      pendingSince ??= performance.now()
      later(Math.max(0, Math.min(options.delayMs, pendingSince + longestWaitMs - performance.now())))
    },
    flush,
    reset(at) {
      clearTimeout(timer)
      kept = version
      failures = 0
      pendingSince = undefined
      error.value = undefined
      savedAt.value = at
      state.value = 'saved'
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
