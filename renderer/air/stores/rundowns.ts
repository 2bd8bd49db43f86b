import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CommandTarget } from '#contract/commands.ts'
import { defined } from '#contract/defined.ts'
import type { BridgeEvents } from '#contract/events.ts'
import { createListeners } from '#contract/listeners.ts'
import type { DryRun, RundownHead } from '#contract/air/rundown.ts'
import { call, caller, on, onOpen } from '#kit/bridge/index.ts'
import { oneAtATime } from '#kit/base/one-at-a-time.ts'
import { createCache } from '#kit/stores/cache.ts'

const pageSize = 200
/** Nobody scrolls through more; the newest come first. */
const mostListed = 2_000

/** The rundowns of the profile: their list, and what is done to one. The open one is kept by its view. */
export const useRundowns = defineStore('rundowns', () => {
  const kept = shallowRef<readonly RundownHead[]>([])
  const bin = shallowRef<readonly RundownHead[]>([])
  const runs = ref(new Map<string, DryRun>())
  const gaps = createListeners<[restarted: boolean]>()
  const cache = createCache(async () => {
    const [there, removed] = await Promise.all([readAll(false), readAll(true)])
    kept.value = there
    bin.value = removed
  })
  const again = oneAtATime(cache.refresh)

  async function readAll(removed: boolean): Promise<RundownHead[]> {
    const heads: RundownHead[] = []
    let before: string | undefined
    do {
      const page = await call('rundown.list', { removed, limit: pageSize, ...defined({ before }) })
      heads.push(...page.items)
      before = page.next
    } while (before !== undefined && heads.length < mostListed)
    return heads
  }

  function put(head: RundownHead): void {
    const others = (heads: readonly RundownHead[]): RundownHead[] => heads.filter(({ id }) => id !== head.id)
    kept.value = head.removedAt === undefined ? [head, ...others(kept.value)] : others(kept.value)
    bin.value = head.removedAt === undefined ? others(bin.value) : [head, ...others(bin.value)]
  }
  on('rundown.changed', ({ rundown, removed }) => {
    if (rundown !== undefined) put(rundown)
    if (removed !== undefined) {
      kept.value = kept.value.filter(({ id }) => id !== removed)
      bin.value = bin.value.filter(({ id }) => id !== removed)
    }
  })
  const hear = (run: DryRun): void => void (runs.value = new Map(runs.value).set(run.rundown, run))
  on('rundown.dryRun', hear)
  onOpen(() => {
    void again()
    gaps.emit(false)
  })
  on('desk.restarted', () => {
    runs.value = new Map()
    void again()
    gaps.emit(true)
  })

  /** The dry run of a rundown as main knows it. @throws DeskError */
  async function readRun(id: string): Promise<void> {
    const { run } = await call('rundown.dryRunLast', { id })
    const newer = runs.value.get(id)
    if (run !== null && !(newer?.id === run.id && newer.done > run.done)) hear(run)
  }
  async function beginRun(id: string): Promise<void> {
    const run = await call('rundown.dryRun', { id })
    if (runs.value.get(id)?.id !== run.id) hear(run)
  }

  return {
    shows: computed(() => kept.value.filter(({ template }) => !template)),
    templates: computed(() => kept.value.filter(({ template }) => template)),
    bin,
    runs,
    ...cache,
    onChange: (listener: (change: BridgeEvents['rundown.changed']) => void) => on('rundown.changed', listener),
    /** Events may have been missed: the link opened again, or another profile database is open (`restarted`). */
    onGap: (listener: (restarted: boolean) => void) => gaps.add(listener),
    get: (id: string, revision?: number) => call('rundown.get', { id, ...defined({ revision }) }),
    save: caller('rundown.save'),
    revisions: caller('rundown.history'),
    revert: caller('rundown.revert'),
    /** Into the bin, or for good. */
    remove: (id: string, forever = false) => call('rundown.remove', { id, forever }),
    restore: (id: string) => call('rundown.restore', { id }),
    copy: caller('rundown.copy'),
    readRun,
    beginRun,
    cancelRun: async (id: string): Promise<void> => {
      const { run } = await call('rundown.dryRunCancel', { id })
      if (run !== null) hear(run)
    },
    preview: caller('rundown.importPreview'),
    importText: caller('rundown.import'),
    exportFile: caller('rundown.export'),
    /** Destinations that a step can start or stop, as far as the desk knows them. @throws DeskError */
    async destinations(): Promise<CommandTarget[]> {
      const { targets } = await call('command.list')
      const found = new Map(
        targets.flatMap((one) => (one.command === 'start' || one.command === 'stop' ? [[one.record, one]] : [])),
      )
      return [...found.values()]
    },
  }
})
