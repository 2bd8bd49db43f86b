// Overlays over a scheduler that answers what a test tells it, with time that a test moves.
import { onTestFinished } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { Broadcast, FieldChoice, LiveValue, Watch } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { OverlayFrame } from '#contract/overlay.ts'
import { watchKey } from '#contract/watch-key.ts'
import { createEvents } from '../../../../main/core/events.ts'
import { createOverlays } from '../../../../main/air/overlays/index.ts'
import type { RundownPosition } from '#contract/air/rundown.ts'
import { manualClock } from '../../platform/client/support.ts'

export const stream = { id: 'str_1', name: 'Night show main' }
export const poll = { id: 'emb_2', name: 'Next guest' }
export const link = { id: 'lnk_1', name: 'Winter special' }

export function createBench() {
  const clock = manualClock()
  const events = createEvents()
  const state = {
    environment: 'rehearsal' as EnvironmentId,
    baseUrl: 'http://127.0.0.1:1',
    quick: false,
    clockOffsetMs: 0,
    broadcast: { stream, poll, link } as Omit<Broadcast, 'environment'>,
    choices: [] as FieldChoice[],
    position: null as RundownPosition | null,
  }
  const answers = new Map<string, LiveValue>()
  const leases: Array<{ page: string; watches: readonly Watch[] }> = []
  const told: OverlayFrame[] = []
  const warnings: string[] = []
  events.subscribe((event, payload) => {
    if (event === 'overlay.value') told.push(payload as OverlayFrame)
  })
  const valueOf = (watch: Watch): LiveValue =>
    answers.get(watchKey(watch)) ?? {
      key: watchKey(watch),
      environment: state.environment,
      pace: watch.pace,
      reading: true,
    }
  const overlays = createOverlays({
    events,
    position: () => state.position,
    environments: {
      selected: () => state.environment,
      get: (id) => ({ id, name: id, baseUrl: state.baseUrl, selected: true, configured: true }),
    },
    watching: {
      follow(set) {
        leases.push({ page: set.page, watches: set.watches })
        return { values: set.watches.map(valueOf), budget: budget() }
      },
      budget,
    },
    broadcast: (environment) => ({ ...state.broadcast, environment }),
    choiceOf: (environment, operation) =>
      state.choices.find((choice) => choice.environment === environment && choice.operation === operation),
    reachability: { connection: () => ({ clockOffsetMs: state.clockOffsetMs }) },
    clock,
    log: { write: (_level, message) => void warnings.push(message) },
  })
  function budget() {
    const { environment, quick } = state
    return {
      environment,
      perMinute: 90,
      reserve: 30,
      used: 0,
      usedByItself: 0,
      slowdown: 1,
      stretch: 1,
      watches: 0,
      quick,
    }
  }
  onTestFinished(() => overlays.stop())

  return {
    clock,
    events,
    state,
    overlays,
    told,
    warnings,
    /** What was followed last. */
    watched: () => (leases.at(-1)?.watches ?? []).map(({ operation }) => operation),
    leases,
    /** A read that ended, as the scheduler tells it. */
    answer: (operation: string, data: Json, request: Omit<Watch, 'operation' | 'pace'> = {}): void => {
      const key = watchKey({ operation, ...request })
      const value: LiveValue = {
        key,
        environment: state.environment,
        pace: 'tally',
        answer: { status: 200, data, receivedAt: new Date(clock.now()).toISOString(), durationMs: 5 },
        reading: false,
      }
      answers.set(key, value)
      events.emit('live.value', value)
    },
    fail: (operation: string, request: Omit<Watch, 'operation' | 'pace'> = {}): void => {
      const key = watchKey({ operation, ...request })
      const value: LiveValue = {
        key,
        environment: state.environment,
        pace: 'tally',
        error: { code: 'unreachable', message: 'It failed for the sake of a test.', retryable: true },
        failedAt: new Date(clock.now()).toISOString(),
        reading: false,
      }
      answers.set(key, value)
      events.emit('live.value', value)
    },
    select: (environment: EnvironmentId, baseUrl = state.baseUrl): void => {
      Object.assign(state, { environment, baseUrl })
      answers.clear()
      events.emit('environments.changed', { environments: [] })
    },
  }
}
