import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Alarm } from '#contract/air/alarms.ts'
import { call, on } from '#kit/bridge/index.ts'
import { createCache } from '#kit/stores/cache.ts'
import { useEnvironments } from '#kit/stores/environments.ts'

/** The same alarm at another time is another one, and so is one that became worse. */
const keyOf = ({ code, level, since }: Alarm): string => `${code} ${level} ${since}`

/** What needs a person at once. */
export const useAlarms = defineStore('alarms', () => {
  const environments = useEnvironments()
  const list = shallowRef<readonly Alarm[]>([])
  /** Alarms that a person has heard enough of; they are still shown. */
  const quiet = ref(new Set<string>())
  const cache = createCache(async () => take((await call('alarms.list')).alarms))

  function take(alarms: readonly Alarm[]): void {
    list.value = alarms
    const there = new Set(alarms.map(keyOf))
    if ([...quiet.value].some((key) => !there.has(key)))
      quiet.value = new Set([...quiet.value].filter((key) => there.has(key)))
  }
  function init(): void {
    on('alarms.changed', ({ environment, alarms }) => {
      const here = environments.selected?.id
      if (here === undefined || here === environment) take(alarms)
    })
    on('desk.restarted', () => take([]))
  }

  return {
    list,
    /** Those that are to be heard. */
    loud: computed(() => list.value.filter((alarm) => alarm.level === 'alarm' && !quiet.value.has(keyOf(alarm)))),
    isQuiet: (alarm: Alarm): boolean => quiet.value.has(keyOf(alarm)),
    hush(alarm: Alarm): void {
      quiet.value = new Set([...quiet.value, keyOf(alarm)])
    },
    ...cache,
    refresh: cache.read,
    init,
  }
})
