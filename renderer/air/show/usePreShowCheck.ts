import { computed, onMounted, shallowRef, watch } from 'vue'
import type { ShowCheck } from '#contract/live.ts'
import { useBroadcast } from '../stores/broadcast.ts'
import { useConnection } from '#kit/stores/connection.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLimits } from '#kit/stores/limits.ts'
import { useShow } from '#kit/stores/show.ts'
import { useOperation } from '#kit/composables/useOperation.ts'

/**
 * The check before a show, of the chosen stream or of the one that is named. It is made when the screen opens, again
 * when one of its answers may have changed, and on demand.
 */
export function usePreShowCheck(stream: () => string | undefined = () => undefined) {
  const show = useShow()
  const broadcast = useBroadcast()
  const connection = useConnection()
  const environments = useEnvironments()
  const limits = useLimits()
  const made = shallowRef<{ of: string; at: Date; checks: ShowCheck[] }>()
  const operation = useOperation(show.check)

  /** Another stream or environment: what was found before says nothing about it. */
  const of = computed(() => JSON.stringify([environments.selected?.id, stream() ?? broadcast.current?.stream?.id]))
  const waiting = { again: false }
  const asksAgain = (): boolean => waiting.again
  async function check(): Promise<void> {
    // What changed during a check was perhaps missed by it.
    if (operation.busy.value) return void (waiting.again = true)
    do {
      waiting.again = false
      const asked = of.value
      const checks = await operation.run(stream())
      if (checks !== undefined) made.value = { of: asked, at: new Date(), checks }
    } while (asksAgain())
  }

  onMounted(
    () =>
      void Promise.all([connection.ensure(), limits.ensure(), broadcast.ensure()]).finally(() => {
        void check()
      }),
  )
  watch(
    () =>
      JSON.stringify([
        of.value,
        broadcast.current?.poll?.id,
        broadcast.current?.link?.id,
        broadcast.current?.plannedEndAt,
        connection.current?.state,
        limits.closed.map(({ product }) => product).sort(),
      ]),
    () => void check(),
  )

  const current = computed(() => (made.value?.of === of.value ? made.value : undefined))
  return {
    /** Undefined until the first check of this stream is done. */
    checks: computed(() => current.value?.checks),
    at: computed(() => current.value?.at),
    busy: operation.busy,
    error: operation.error,
    check,
  }
}

export type PreShowCheckState = ReturnType<typeof usePreShowCheck>
