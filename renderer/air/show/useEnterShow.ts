import { computed, ref, watch } from 'vue'
import { defined } from '#contract/defined.ts'
import { useBroadcast } from '../stores/broadcast.ts'
import { useShow } from '#kit/stores/show.ts'
import { isoMinute } from '#kit/composables/time/time.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import type { PreShowCheckState } from './usePreShowCheck.ts'

/** Undefined for an empty or half typed field. */
export function instantOf(local: string): string | undefined {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const longestTitle = 200

/** Entering show mode: its title and planned end, and whether the person goes on despite a problem. */
export function useEnterShow(checks: PreShowCheckState['checks']) {
  const broadcast = useBroadcast()
  const show = useShow()

  const failing = computed(() => (checks.value ?? []).filter(({ state }) => state === 'fail').length)
  const accepted = ref(false)
  watch(failing, () => (accepted.value = false))

  /** The title that the check found, so that a show has the same name wherever it is entered. */
  const proposed = (): string => {
    const found = checks.value?.find(({ id }) => id === 'title')?.facts?.['title']
    return typeof found === 'string' ? found.slice(0, longestTitle) : (broadcast.current?.stream?.name ?? '')
  }
  const typed = ref<string>()
  const title = computed({
    get: () => typed.value ?? (checks.value === undefined ? '' : proposed()),
    set: (text) => (typed.value = text),
  })
  const typedEnd = ref<string>()
  const kept = (): string => {
    const at = broadcast.current?.plannedEndAt
    return at !== undefined && Date.parse(at) > Date.now() ? isoMinute(new Date(at)) : ''
  }
  const end = computed({ get: () => typedEnd.value ?? kept(), set: (local) => (typedEnd.value = local) })

  /** Kept once it is typed, so that the check sees it. */
  async function keepEnd(): Promise<void> {
    const plannedEndAt = instantOf(end.value)
    if (plannedEndAt !== undefined || end.value === '')
      await broadcast.choose({ plannedEndAt: plannedEndAt ?? null }).catch(() => undefined)
  }

  const operation = useOperation(async () => {
    const plannedEndAt = instantOf(end.value)
    const leftOut = await show.enter({ title: title.value.trim(), ...defined({ plannedEndAt }) })
    if (plannedEndAt !== undefined) await broadcast.choose({ plannedEndAt }).catch(() => undefined)
    return leftOut
  })
  const ready = computed(
    () => title.value.trim() !== '' && checks.value !== undefined && (failing.value === 0 || accepted.value),
  )
  /** The show is on, but the note about what was left out is still to be read. */
  const entered = computed(() => operation.state.value.status === 'done')
  const leftOut = computed(() => (operation.state.value.status === 'done' ? operation.state.value.value : []))

  /** Whether the show is on and nothing is left to be read. */
  async function enter(): Promise<boolean> {
    if (entered.value) return true
    return ready.value && (await operation.run())?.length === 0
  }
  return {
    failing,
    accepted,
    title,
    end,
    keepEnd,
    ready,
    entered,
    leftOut,
    busy: operation.busy,
    error: operation.error,
    enter,
  }
}
