// Saving in the background, with a word that is true: "saved" only when what is on screen is what was kept.
import { readonly, ref } from 'vue'
import type { Ref } from 'vue'
import { DeskError } from '#contract/errors.ts'

/** `pending`: changed and not sent yet; `failed`: the last save failed, and another one follows by itself. */
export type SaveState = 'saved' | 'pending' | 'saving' | 'failed'

export interface Autosave {
  state: Readonly<Ref<SaveState>>
  error: Readonly<Ref<DeskError | undefined>>
  /** Milliseconds since 1970 of the last save that succeeded. */
  savedAt: Readonly<Ref<number | undefined>>
  /** Something changed. */
  touch(): void
  /** Saves what is not saved yet, now. Answers whether everything is saved; never rejects. */
  flush(): Promise<boolean>
  /** Ends the timers; what is on its way is finished. */
  stop(): void
}

const longestRetryMs = 30_000

/** `save` keeps the state as it is when it is called; saves never overlap. */
export function createAutosave(options: { delayMs: number; save: () => Promise<void> }): Autosave {
  const state = ref<SaveState>('saved')
  const error = ref<DeskError>()
  const savedAt = ref<number>()
  let version = 0
  let kept = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined

  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function run(): Promise<void> {
    const saving = version
    state.value = 'saving'
    try {
      await options.save()
      kept = saving
      failures = 0
      error.value = undefined
      savedAt.value = Date.now()
      state.value = kept === version ? 'saved' : 'pending'
    } catch (reason) {
      error.value = reason instanceof DeskError ? reason : new DeskError('internal', String(reason))
      state.value = 'failed'
      later(Math.min(longestRetryMs, 2_000 * 2 ** failures++))
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (running !== undefined) await running
    if (kept === version) return true
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
      if (state.value !== 'saving') state.value = 'pending'
      later(options.delayMs)
    },
    flush,
    stop: () => clearTimeout(timer),
  }
}
