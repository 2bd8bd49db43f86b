import { computed, shallowReadonly, shallowRef } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { asDeskError } from '#contract/errors.ts'
import type { DeskError } from '#contract/errors.ts'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Intent, ReadAnswer } from '#contract/models.ts'
import { call } from '../bridge/index.ts'
import { useLedger } from '../stores/ledger.ts'
import type { Submission } from '../stores/ledger.ts'
import type { Pressed } from './pressed.ts'

type Run<T> =
  | { status: 'idle' }
  | { status: 'sending'; since: number }
  | { status: 'done'; value: T; at: number }
  | { status: 'error'; error: DeskError; at: number }

export interface Operation<A extends unknown[], T> {
  state: Readonly<Ref<Run<T>>>
  busy: ComputedRef<boolean>
  error: ComputedRef<DeskError | undefined>
  /** Resolves with the value, or undefined where it failed or one run is under way already (the in-flight lock). */
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

/** A write through the ledger. A link that drops first gives `unreachable`: the ledger is read again when it is back. */
export function useSubmit(): Operation<[request: Submission, pressed: Pressed], Intent> {
  const ledger = useLedger()
  return useOperation((request: Submission, pressed: Pressed) => ledger.submit(request, pressed))
}

/** One read of the platform. @throws DeskError */
export const readOnce = (request: BridgeInput<'platform.read'>): Promise<ReadAnswer> => call('platform.read', request)

/** A read of the platform that a person asks for. */
export function useRead(): Operation<[request: BridgeInput<'platform.read'>], ReadAnswer> {
  return useOperation(readOnce)
}

/** The request as it would go, secrets as placeholders. */
export function usePreview(): Operation<
  [request: BridgeInput<'platform.preview'>],
  Awaited<ReturnType<typeof call<'platform.preview'>>>
> {
  return useOperation((request: BridgeInput<'platform.preview'>) => call('platform.preview', request))
}
