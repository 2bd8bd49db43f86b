import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { watchKey } from '#contract/watch-key.ts'
import type { Budget, LiveValue, Pace, Watch } from '#contract/live.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

const leaseMs = 10_000
/** Nobody reads figures faster: the first value is drawn with the next frame, those right behind it together. */
const drawEveryMs = 160
/** Of values that nobody shows any more so many stay, for a screen that comes back. */
const keptValues = 64
const rank: Record<Pace, number> = { status: 0, tally: 1, figures: 2, list: 3 }

/**
 * Watched values: what the desk reads by itself and keeps fresh. Screens hold watches (`useWatch`); this page's set of them is said again
 * every 10 s, so that a page that is gone is not read for.
 */
export const useLive = defineStore('live', () => {
  const environments = useEnvironments()
  const values = shallowReactive(new Map<string, LiveValue>())
  const budget = shallowRef<Budget>()
  const held = new Map<string, Map<symbol, Watch>>()
  const page = crypto.randomUUID()
  let visible = true
  let telling: ReturnType<typeof setTimeout> | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  /** Other windows watch other things, and an answer may come after a switch of the environment. */
  const belongs = ({ key, environment }: LiveValue): boolean =>
    held.has(key) && (environments.selected === undefined || environments.selected.id === environment)

  // Values may come faster than anyone can read: the newest of each goes in, all of them in one frame.
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
  /** An answer to a question may have been made before what was told meanwhile. */
  function keep(value: LiveValue): void {
    const known = arrived.get(value.key) ?? values.get(value.key)
    if (!belongs(value) || (known !== undefined && stampOf(known) > stampOf(value))) return
    arrived.delete(value.key)
    values.set(value.key, value)
  }
  function forget(): void {
    for (const key of values.keys()) {
      if (values.size <= keptValues) return
      if (!held.has(key)) values.delete(key)
    }
  }

  /** The quickest of those that ask for the same. */
  function wanted(): Watch[] {
    return [...held.values()].flatMap((holders) =>
      [...holders.values()].sort((a, b) => rank[a.pace] - rank[b.pace]).slice(0, 1),
    )
  }

  const cache = createCache(async () => {
    const answer = await call('live.follow', { page, visible, watches: wanted() })
    budget.value = answer.budget
    answer.values.forEach(keep)
  })

  // What is under way was asked with the set before.
  let saying: Promise<void> | undefined
  let again = false
  async function say(): Promise<void> {
    again = true
    saying ??= (async () => {
      while (again) {
        again = false
        await cache.read()
      }
      saying = undefined
    })()
    await saying
  }

  function tell(): void {
    clearTimeout(telling)
    telling = setTimeout(() => void say(), 0)
    if (held.size > 0) timer ??= setInterval(() => void say(), leaseMs)
    else {
      clearInterval(timer)
      timer = undefined
    }
  }

  /** Keeps a read fresh until the returned function is called. */
  function hold(watch: Watch): () => void {
    const key = watchKey(watch)
    const holder = Symbol(key)
    const holders = held.get(key) ?? new Map<symbol, Watch>()
    holders.set(holder, watch)
    held.set(key, holders)
    tell()
    return () => {
      holders.delete(holder)
      if (holders.size === 0 && held.get(key) === holders) held.delete(key)
      forget()
      tell()
    }
  }

  /** Whether a person can see the page; what is hidden is read slowly, or not at all. */
  function setVisible(now: boolean): void {
    if (visible === now) return
    visible = now
    cancelDraw?.()
    draw()
    tell()
  }

  /** Reads a watched value now. @throws DeskError where the desk itself could not; what the platform refused stands in the value. */
  async function refreshOne(key: string): Promise<LiveValue> {
    const value = await call('live.refresh', { key })
    keep(value)
    return value
  }

  async function configure(change: { perMinute?: number; reserve?: number }): Promise<void> {
    budget.value = await call('live.configure', change)
  }

  /** What main counts now, without waiting for it to be told. @throws DeskError */
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
      tell()
    })
  }

  return {
    values,
    budget: computed(() => budget.value),
    ...cache,
    refresh: say,
    init,
    hold,
    setVisible,
    refreshOne,
    configure,
    readBudget,
  }
})

/** When a value was last read, well or badly; ISO 8601, empty before that. */
function stampOf({ answer, failedAt = '' }: LiveValue): string {
  const read = answer?.receivedAt ?? ''
  return read > failedAt ? read : failedAt
}

/** Runs with the first frame after so many milliseconds, by a timer alone in a hidden page, which draws none; the answer calls it off. */
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
