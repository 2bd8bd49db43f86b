import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { watchKey } from '#contract/watch-key.ts'
import type { Budget, LiveValue, Pace, Watch } from '#contract/live.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { oneAtATime } from '../base/one-at-a-time.ts'
import { useEnvironments } from './environments.ts'

const leaseMs = 10_000
/** Nobody reads figures faster. */
const drawEveryMs = 160
/** Values that are no longer shown, kept for a screen that comes back. */
const keptValues = 64
const rank: Record<Pace, number> = { status: 0, tally: 1, states: 2, figures: 3, list: 4 }

/**
 * Watched values, which the desk reads by itself. This page renews its set of watches every 10 s, so that nothing is
 * read for a closed page.
 */
export const useLive = defineStore('live', () => {
  const environments = useEnvironments()
  const values = shallowReactive(new Map<string, LiveValue>())
  const budget = shallowRef<Budget>()
  const watched = new Map<string, Map<symbol, Watch>>()
  const page = crypto.randomUUID()
  let visible = true
  let syncTimer: ReturnType<typeof setTimeout> | undefined
  let leaseTimer: ReturnType<typeof setInterval> | undefined

  /** Other windows watch other values, and an answer may come after a switch of the environment. */
  const belongs = ({ key, environment }: LiveValue): boolean =>
    watched.has(key) && (environments.selected === undefined || environments.selected.id === environment)

  const arrived = new Map<string, LiveValue>()
  let cancelDraw: (() => void) | undefined
  let drawnAt = Number.NEGATIVE_INFINITY
  function take(value: LiveValue): void {
    if (!belongs(value)) return
    arrived.set(value.key, value)
    cancelDraw ??= inFrame(draw, drawnAt + drawEveryMs - performance.now())
  }
  function draw(): void {
    cancelDraw = undefined
    drawnAt = performance.now()
    for (const [key, value] of arrived) values.set(key, value)
    arrived.clear()
  }
  /** An answer may be older than an event that came meanwhile. */
  function takeAnswer(value: LiveValue): void {
    const known = arrived.get(value.key) ?? values.get(value.key)
    if (!belongs(value) || (known !== undefined && stampOf(known) > stampOf(value))) return
    arrived.delete(value.key)
    values.set(value.key, value)
  }
  function forget(): void {
    for (const key of values.keys()) {
      if (values.size <= keptValues) return
      if (!watched.has(key)) values.delete(key)
    }
  }

  function wanted(): Watch[] {
    return [...watched.values()].flatMap((holders) =>
      [...holders.values()].sort((a, b) => rank[a.pace] - rank[b.pace]).slice(0, 1),
    )
  }

  const cache = createCache(async () => {
    const answer = await call('live.follow', { page, visible, watches: wanted() })
    budget.value = answer.budget
    answer.values.forEach(takeAnswer)
  })

  const sync = oneAtATime(cache.read)

  function scheduleSync(): void {
    clearTimeout(syncTimer)
    syncTimer = setTimeout(() => void sync(), 0)
    if (watched.size > 0) leaseTimer ??= setInterval(() => void sync(), leaseMs)
    else {
      clearInterval(leaseTimer)
      leaseTimer = undefined
    }
  }

  /** Keeps a read fresh until the returned function is called. */
  function addWatch(watch: Watch): () => void {
    const key = watchKey(watch)
    const holder = Symbol(key)
    const holders = watched.get(key) ?? new Map<symbol, Watch>()
    holders.set(holder, watch)
    watched.set(key, holders)
    scheduleSync()
    return () => {
      holders.delete(holder)
      if (holders.size === 0 && watched.get(key) === holders) watched.delete(key)
      forget()
      scheduleSync()
    }
  }

  /** Whether a person can see the page; hidden pages are read slowly, or not at all. */
  function setVisible(now: boolean): void {
    if (visible === now) return
    visible = now
    cancelDraw?.()
    draw()
    scheduleSync()
  }

  /** @throws DeskError where the desk itself failed; a refusal of the platform is in the value. */
  async function refreshOne(key: string): Promise<LiveValue> {
    const value = await call('live.refresh', { key })
    takeAnswer(value)
    return value
  }

  async function configure(change: { perMinute?: number; reserve?: number }): Promise<void> {
    budget.value = await call('live.configure', change)
  }

  /** Reads the count at once instead of waiting for an event. @throws DeskError */
  async function readBudget(): Promise<Budget> {
    budget.value = await call('live.budget')
    return budget.value
  }

  function init(): void {
    on('live.value', take)
    on('live.budget', (now) => (budget.value = now))
    on('environments.changed', ({ environments: list }) => {
      const selected = list.find((one) => one.selected)?.id
      arrived.clear()
      for (const [key, value] of values) if (value.environment !== selected) values.delete(key)
      scheduleSync()
    })
  }

  return {
    values,
    budget: computed(() => budget.value),
    ...cache,
    refresh: sync,
    init,
    addWatch,
    setVisible,
    refreshOne,
    configure,
    readBudget,
  }
})

/** When a value was last read, successfully or not; ISO 8601, empty before that. */
function stampOf({ answer, failedAt = '' }: LiveValue): string {
  const read = answer?.receivedAt ?? ''
  return read > failedAt ? read : failedAt
}

/** Runs with the first frame after this time, or by a timer in a hidden page. The returned function cancels it. */
function inFrame(act: () => void, afterMs: number): () => void {
  let frame = 0
  const timer = setTimeout(
    () => {
      if (document.visibilityState === 'visible') frame = requestAnimationFrame(act)
      else act()
    },
    Math.max(0, afterMs),
  )
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}
