// The generic screens' side of the sample backend: answers by operation, a history, seen records, favourites and limits, all in memory.
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { products } from '#contract/operation.ts'
import type { Exchange, HistoryEntry, HistorySettings, SeenRecord } from '#contract/requests.ts'
import { operations } from '../../../main/platform/catalog/index.ts'
import type { Push } from './sample-backend.ts'

type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> | Promise<BridgeOutput<M>> }

const start = Date.UTC(2026, 10, 21, 19, 14, 5)
const listed: Json = {
  data: {
    items: Array.from({ length: 40 }, (_, index) => ({
      id: `rec_${index}`,
      name: `Record ${index}`,
      status: index % 3 === 0 ? 'draft' : 'active',
      createdAt: new Date(start - index * 3_600_000).toISOString(),
    })),
    total: 40,
  },
  requestId: 'req_list',
}
const single: Json = {
  data: { id: 'rec_1', status: 'active', name: 'Record 1', tags: ['evening'], owner: { id: 'acc_1', name: 'Crew' } },
  requestId: 'req_one',
}

/** `answers` gives an operation's answer in the place of the sample's own. */
export function sampleRequests(
  push: Push,
  answers: { get(operation: string): Json | undefined } = new Map<string, Json>(),
): Handlers {
  const bodies = new Map<string, string>()
  const history: HistoryEntry[] = [...operations.values()].slice(0, 30).map(({ key, product, kind, risk }, index) => ({
    id: `entry-${String(900 - index).padStart(4, '0')}`,
    kind: kind === 'read' ? 'read' : 'write',
    at: new Date(start - index * 61_000).toISOString(),
    operation: key,
    product,
    environment: 'rehearsal',
    risk,
    outcome: (['answered', 'refused', 'failed', 'unknown'] as const)[index % (kind === 'read' ? 3 : 4)] ?? 'answered',
    status: 200,
    requestId: `req_${index}`,
    durationMs: 12 + index,
    attempts: 1,
    pinned: index === 4,
    kept: index % 5 === 0,
  }))
  let settings: HistorySettings = { reads: 'requests', readDays: 30 }
  let favourites: string[] = ['GET /api/team/general/all']
  let seen: SeenRecord[] = [
    {
      environment: 'rehearsal',
      resource: 'team/general',
      id: 'tea_1',
      title: 'Night crew',
      at: new Date(start).toISOString(),
    },
  ]

  const find = (id: string): HistoryEntry => {
    const entry = history.find((one) => one.id === id)
    if (entry === undefined) throw new DeskError('not_found_here', 'There is no such entry.')
    return entry
  }

  function answer(operation: string): Exchange {
    const data = answers.get(operation) ?? (/all$/i.test(operation) ? listed : single)
    const text = JSON.stringify(data)
    const id = `answer-${bodies.size}`
    bodies.set(id, text)
    return {
      id: `entry-${bodies.size}`,
      operation,
      environment: 'rehearsal',
      at: new Date().toISOString(),
      outcome: 'answered',
      status: 200,
      requestId: 'req_one',
      durationMs: 12,
      attempts: 1,
      headers: [
        ['content-type', 'application/json'],
        ['set-cookie', '***'],
      ],
      body: {
        id,
        kind: 'json',
        type: 'application/json',
        bytes: new TextEncoder().encode(text).length,
        length: text.length,
        problems: [],
      },
    }
  }

  return {
    'requests.read': ({ operation }) => answer(operation),
    'requests.cancel': () => ({}),
    'requests.ofIntent': () => null,
    'answers.part': ({ id, from, length }) => {
      const text = bodies.get(id)
      if (text === undefined) throw new DeskError('not_found_here', 'The answer is no longer kept.')
      return { text: text.slice(from, from + length), done: from + length >= text.length }
    },
    'history.list': ({ query = '', kind, product, operation, outcome, pinned, limit, before }) => {
      const rows = history.filter(
        (entry) =>
          (before === undefined || entry.id < before) &&
          (kind === undefined || entry.kind === kind) &&
          (product === undefined || entry.product === product) &&
          (operation === undefined || entry.operation === operation) &&
          (outcome === undefined || entry.outcome === outcome) &&
          (pinned !== true || entry.pinned) &&
          query
            .toLowerCase()
            .split(/\s+/)
            .every((word) => `${entry.operation} ${entry.requestId ?? ''}`.toLowerCase().includes(word)),
      )
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return { items, ...(rows.length > limit && last !== undefined ? { next: last.id } : {}) }
    },
    'history.get': ({ id }) => ({ ...find(id), request: { query: { limit: 10 } } }),
    'history.mark': ({ id, pinned }) => {
      const entry = find(id)
      entry.pinned = pinned
      push('history.changed', {})
      return entry
    },
    'history.forget': (input) => {
      const before = history.length
      const kept = history.filter(
        (entry) =>
          !('id' in input
            ? entry.id === input.id
            : 'kept' in input && input.kept === 'answers'
              ? false
              : entry.kind === 'read' && !entry.pinned),
      )
      history.splice(0, before, ...kept)
      push('history.changed', {})
      return { forgotten: before - kept.length }
    },
    'history.kept': () => ({
      reads: history.filter(({ kind, pinned }) => kind === 'read' && !pinned).length,
      answers: 0,
    }),
    'history.settings': () => settings,
    'history.configure': ({ reads, readDays }) =>
      (settings = {
        reads: reads ?? settings.reads,
        readDays: readDays ?? settings.readDays,
      }),
    'history.recent': ({ limit }) => ({
      operations: history.slice(0, limit).map(({ operation, at }) => ({ operation, at })),
    }),
    'favourites.list': () => ({ operations: favourites }),
    'favourites.set': ({ operation, on }) => {
      favourites = on
        ? [...favourites.filter((key) => key !== operation), operation]
        : favourites.filter((key) => key !== operation)
      push('favourites.changed', { operations: favourites })
      return { operations: favourites }
    },
    'seen.note': ({ environment, resource, records }) => {
      const noted = records.map((record) => ({
        environment,
        resource,
        at: new Date().toISOString(),
        ...record,
      })) as SeenRecord[]
      seen = [...noted.reverse(), ...seen.filter(({ id }) => !noted.some((one) => one.id === id))]
      return {}
    },
    'seen.list': ({ resource, query = '', limit }) => ({
      records: seen
        .filter(
          (one) =>
            (resource === undefined || one.resource === resource) &&
            `${one.id} ${one.title ?? ''}`.toLowerCase().includes(query.toLowerCase()),
        )
        .slice(0, limit),
    }),
    'seen.forget': ({ resource, id }) => {
      const before = seen.length
      seen = seen.filter((one) => one.resource !== resource || (id !== undefined && one.id !== id))
      return { forgotten: before - seen.length }
    },
    'learned.list': () => ({ forms: [] }),
    'learned.get': () => null,
    'learned.forget': () => ({ forgotten: 0 }),
    'account.state': ({ environment }) => ({ environment, session: 'absent', hasSessionId: false, mappings: {} }),
    'limits.list': () => ({
      environment: 'rehearsal',
      products: products.map((product, index) => ({
        product,
        waiting: product === 'Payments' ? 2 : 0,
        used: index,
        usedByItself: Math.floor(index / 2),
        refusals: product === 'Payments' ? 1 : 0,
        mostPassed: index * 3,
        ...(product === 'Payments'
          ? {
              refused: { at: new Date(Date.now() - 20_000).toISOString(), after: 41, askedMs: 95_000 },
              gate: {
                environment: 'rehearsal' as const,
                product,
                credential: 'apiKey' as const,
                until: new Date(Date.now() + 95_000).toISOString(),
                retryAfterMs: 95_000,
                source: 'retry-after' as const,
              },
            }
          : {}),
      })),
    }),
    'catalog.export': () => ({ name: 'platform-openapi.json', type: 'application/json', text: '{}' }),
  }
}
