import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import type { Alarm, programAlarmCodes } from '#contract/air/alarms.ts'
import type { BridgeInput } from '#contract/bridge.ts'
import type { MonitorState } from '#contract/air/monitor.ts'
import { call, on } from '#kit/bridge/index.ts'
import { createCache } from '#kit/stores/cache.ts'
import { useEnvironments } from '#kit/stores/environments.ts'

export type Finding = Alarm & { code: (typeof programAlarmCodes)[number] }

/** What a person decided about the monitor of the chosen environment. */
export const useMonitorState = defineStore('monitor', () => {
  const environments = useEnvironments()
  const page = crypto.randomUUID()
  const known = ref<MonitorState>()
  const cache = createCache(load)
  async function load(): Promise<void> {
    const environment = environments.selected?.id
    if (environment !== undefined) known.value = await call('monitor.get', { environment })
  }

  function init(): void {
    on('monitor.changed', (state) => {
      if (state.environment === environments.selected?.id) known.value = state
    })
    watch(
      () => environments.selected?.id,
      () => void cache.refresh(),
    )
  }

  async function set(change: Omit<BridgeInput<'monitor.set'>, 'environment'>): Promise<void> {
    const environment = environments.selected?.id
    if (environment !== undefined) known.value = await call('monitor.set', { environment, ...change })
  }

  return {
    /** Undefined until it was read for this environment. */
    current: computed(() => (known.value?.environment === environments.selected?.id ? known.value : undefined)),
    ...cache,
    init,
    set,
    /** For the source of that id, else for the best one. */
    open: (input: BridgeInput<'monitor.open'>) => call('monitor.open', input),
    close: async (ticket: string): Promise<void> => void (await call('monitor.close', { ticket })),
    /** All that is found now; it counts for a few seconds. */
    report: async (findings: Finding[]): Promise<void> => void (await call('alarms.report', { page, findings })),
  }
})
