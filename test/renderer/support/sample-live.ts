// Watches, a broadcast, a show and field choices for screens. A watched read is answered by the sample's own `platform.read`.
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Broadcast, Budget, FieldChoice, LiveValue, Show, ShowReport } from '#contract/live.ts'
import { watchKey } from '#contract/watch-key.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { Push } from './sample-backend.ts'
import { sampleChecks } from './sample-check.ts'

type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> | Promise<BridgeOutput<M>> }

const start = '2026-11-21T19:14:05.000Z'

/** `read` answers a watched request, or throws what its value then shows; `environment` is the selected one. */
export function sampleLive(
  push: Push,
  environment: () => EnvironmentId,
  read: (request: BridgeInput<'platform.read'>) => ReadAnswer | Promise<ReadAnswer>,
): Handlers {
  let budget: Omit<Budget, 'environment' | 'quick'> = {
    perMinute: 90,
    reserve: 30,
    used: 12,
    usedByItself: 9,
    slowdown: 1,
    stretch: 1,
    watches: 0,
  }
  const values = new Map<string, LiveValue>()
  const broadcasts = new Map<EnvironmentId, Broadcast>()
  let show: Show | undefined
  let choices: FieldChoice[] = []
  const budgetNow = (): Budget => ({ environment: environment(), quick: show !== undefined, ...budget })
  const report = (): ShowReport => ({
    show: show ?? { id: 'show-1', title: 'Night show', environment: environment(), startedAt: start },
    durationMs: 5_025_000,
    counts: { queued: 0, sending: 0, accepted: 0, confirmed: 1, rejected: 0, unknown: 1, cancelled: 0 },
    entries: [
      {
        id: 'intent-0',
        operation: 'PUT /api/video/event/update',
        name: 'Event - Update',
        state: 'confirmed',
        risk: 'onair',
        createdAt: start,
        settledAt: start,
        requestId: 'req_7000',
        record: 'evt_0',
        deed: { code: 'broadcast_started', facts: { id: 'evt_0', name: 'Night show main' } },
      },
      {
        id: 'intent-2',
        operation: 'POST /api/payment/refund/create',
        name: 'Create Refund',
        state: 'unknown',
        risk: 'money',
        createdAt: start,
        record: 'chg_7',
        deed: { code: 'refund_requested', facts: { id: 'chg_7', amount: '15.00', currency: 'EUR' } },
      },
    ],
    passedOver: [{ id: 'queue', state: 'warn', code: 'queue', facts: { leaving: 2 }, fix: 'activity?queue=1' }],
    followed: {
      state: { stream: { id: 'str_1', name: 'Night show main' }, state: 'stopped', readAt: start },
      air: [{ stream: { id: 'str_1', name: 'Night show main' }, from: start, to: start, seenAt: start }],
      paused: [],
      signalLost: [],
      viewers: { highest: 412, at: start },
      polls: [],
    },
  })

  async function valueOf({ pace, ...request }: BridgeInput<'live.follow'>['watches'][number]): Promise<LiveValue> {
    const key = watchKey(request)
    const known = values.get(key)?.answer
    const base = {
      key,
      environment: environment(),
      pace,
      reading: false,
      ...(known === undefined ? {} : { answer: known }),
    }
    const value = await Promise.resolve()
      .then(() => read(request))
      .then(
        (answer): LiveValue => ({ ...base, answer }),
        (error: unknown): LiveValue => ({ ...base, error: (error as DeskError).toShape(), failedAt: start }),
      )
    values.set(key, value)
    return value
  }

  return {
    'live.follow': async ({ watches }) => {
      budget = { ...budget, watches: watches.length }
      return { values: await Promise.all(watches.map(valueOf)), budget: budgetNow() }
    },
    'live.refresh': ({ key }) => {
      const value = values.get(key)
      if (value === undefined) throw new DeskError('not_found_here', 'Nobody watches this.')
      return value
    },
    'live.budget': budgetNow,
    'live.configure': ({ perMinute = budget.perMinute, reserve = budget.reserve }) => {
      budget = { ...budget, perMinute, reserve }
      return budgetNow()
    },
    'broadcast.get': ({ environment: id }) => broadcasts.get(id) ?? { environment: id },
    'broadcast.choose': ({ environment: id, ...change }) => {
      const kept = Object.entries({ ...broadcasts.get(id), ...change }).filter(
        ([, value]) => value !== null && value !== undefined,
      )
      const next: Broadcast = { ...Object.fromEntries(kept), environment: id }
      broadcasts.set(id, next)
      push('broadcast.changed', next)
      return next
    },
    'command.armed': () => ({ armed: null }),
    'command.disarm': () => ({}),
    'show.get': () => (show === undefined ? {} : { show }),
    'show.check': () => ({ checks: sampleChecks() }),
    'show.enter': ({ title, plannedEndAt }) => {
      show = {
        id: 'show-1',
        title,
        environment: environment(),
        startedAt: new Date().toISOString(),
        ...(plannedEndAt === undefined ? {} : { plannedEndAt }),
      }
      push('show.changed', { show })
      return { show }
    },
    'stage.say': ({ text }) => {
      if (show === undefined) throw new DeskError('invalid_state', 'No show is on.', { facts: { reason: 'no_show' } })
      show = { ...show, said: { text, at: new Date().toISOString() } }
      if (text === '') delete show.said
      push('show.changed', { show })
      return { show }
    },
    'stage.screens': () => ({ screens: [] }),
    'stage.open': () => ({}),
    'show.leave': () => {
      const ended = { ...report(), endedAt: new Date().toISOString() }
      show = undefined
      push('show.changed', {})
      return ended
    },
    'show.list': () => ({
      shows: [{ id: 'show-0', title: 'Night show 47', environment: environment(), startedAt: start, endedAt: start }],
    }),
    'show.report': report,
    'fields.list': ({ environment: id }) => ({ choices: choices.filter((choice) => choice.environment === id) }),
    'fields.choose': ({ environment: id, operation, fields = {}, amounts, list }) => {
      const choice: FieldChoice = {
        environment: id,
        operation,
        fields,
        ...(amounts === undefined ? {} : { amounts }),
        ...(list === undefined ? {} : { list }),
        updatedAt: start,
      }
      choices = [...choices.filter((other) => other.environment !== id || other.operation !== operation), choice]
      push('fields.changed', { environment: id, choices })
      return choice
    },
    'words.list': () => ({ choices: [] }),
    'words.teach': ({ environment: id, word, means }) => ({ environment: id, word, means, updatedAt: start }),
    'words.forget': () => ({}),
    'fields.forget': ({ environment: id, operation }) => {
      choices = choices.filter((other) => other.environment !== id || other.operation !== operation)
      push('fields.changed', { environment: id, choices })
      return {}
    },
  }
}
