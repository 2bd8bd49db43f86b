import { computed, shallowReadonly, shallowRef, type ComputedRef, type Ref } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import { caller } from '../bridge/index.ts'
import { useLedger, type Submission } from '../stores/ledger.ts'
import type { Pressed } from '../base/pressed.ts'

type Run<T> =
  | { status: 'idle' }
  | { status: 'sending'; since: number }
  | { status: 'done'; value: T; at: number }
  | { status: 'error'; error: DeskError; at: number }

export interface Operation<A extends unknown[], T> {
  state: Readonly<Ref<Run<T>>>
  busy: ComputedRef<boolean>
  error: ComputedRef<DeskError | undefined>
  /** Undefined where it failed or another run is under way. */
  run: (...args: A) => Promise<T | undefined>
  reset: () => void
}

/** One thing a button does: never twice at once, its outcome in one union. */
export function useOperation<A extends unknown[], T>(act: (...args: A) => Promise<T>): Operation<A, T> {
  const state = shallowRef<Run<T>>({ status: 'idle' })

  async function run(...args: A): Promise<T | undefined> {
    if (state.value.status === 'sending') return undefined
    state.value = { status: 'sending', since: Date.now() }
    try {
      const value = await act(...args)
      state.value = { status: 'done', value, at: Date.now() }
      return value
    } catch (reason) {
      const error = asDeskError(reason)
      state.value = { status: 'error', error, at: Date.now() }
      return undefined
    }
  }

  return {
    state: shallowReadonly(state),
    busy: computed(() => state.value.status === 'sending'),
    error: computed(() => (state.value.status === 'error' ? state.value.error : undefined)),
    run,
    reset() {
      if (state.value.status !== 'sending') state.value = { status: 'idle' }
    },
  }
}

/** A write through the ledger. After a lost link (`unreachable`) the ledger is read again. */
export function useSubmit() {
  const ledger = useLedger()
  return useOperation((request: Submission, pressed: Pressed) => ledger.submit(request, pressed))
}

/** One read of the platform. @throws DeskError */
export const readOnce = caller('platform.read')

export function useRead() {
  return useOperation(readOnce)
}

export function usePreview() {
  return useOperation(caller('platform.preview'))
}
