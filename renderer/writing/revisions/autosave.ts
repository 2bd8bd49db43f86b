// Saves in the background. The state is "saved" only while the screen shows exactly what was saved.
import { readonly, ref, shallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'

/** `failed`: another attempt follows by itself unless something blocks it. */
export type SaveState = 'saved' | 'pending' | 'saving' | 'failed'

export interface AutosaveOptions {
  delayMs: number
  save: () => Promise<void>
  /** While true nothing is saved, for a conflict that only a person can end. */
  blocked?: () => boolean
}

const longestRetryMs = 30_000
/** Typing without a pause is handed over at least this often; with the save itself at most a second can be lost. */
const longestWaitMs = 600

export function createAutosave(options: AutosaveOptions) {
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
    running ??= run().finally(() => (running = undefined))
    await running
    return kept === version || (error.value === undefined && flush())
  }

  return {
    state: readonly(state),
    error,
    /** Milliseconds since 1970. */
    savedAt: readonly(savedAt),
    touch: (): void => {
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
    reset: (at?: number): void => {
      clearTimeout(timer)
      kept = version
      failures = 0
      pendingSince = undefined
      error.value = undefined
      savedAt.value = at
      state.value = 'saved'
    },
    /** Ends the timers; a running save is finished. */
    stop: (): void => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
