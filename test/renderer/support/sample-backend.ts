// Plausible answers to every bridge method the frame uses, for screens under test; state lives in memory.
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { BridgeEvent, BridgeEvents } from '#contract/events.ts'
import {
  environmentIds,
  intentStates,
  type Connection,
  type CredentialStatus,
  type DeskInfo,
  type Environment,
  type EnvironmentId,
  type Intent,
  type LedgerCounts,
  type ReadAnswer,
  type RehearsalState,
} from '#contract/models.ts'
import type { Settings } from '#contract/settings.ts'
import type { Product, Risk } from '#contract/operation.ts'
import { describeOperations } from '../../../main/platform/catalog/index.ts'
import { sampleAccess } from './sample-access.ts'
import { sampleBackups } from './sample-backups.ts'
import { sampleCare } from './sample-care.ts'
import { createSampleDrafts, type SampleDrafts } from './sample-drafts.ts'
import { sampleEncoders, type EncoderSample } from './sample-encoder.ts'
import { sampleLive } from './sample-live.ts'
import { sampleMail } from './sample-mail.ts'
import { sampleOverlays } from './sample-overlays.ts'
import { sampleRequests } from './sample-requests.ts'
import { sampleRundowns, type RundownSample } from './sample-rundowns.ts'

export type Push = <E extends BridgeEvent>(event: E, payload: BridgeEvents[E]) => void
type Handlers = { [M in BridgeMethod]?: (input: BridgeInput<M>) => BridgeOutput<M> | Promise<BridgeOutput<M>> }
type Watched = (request: BridgeInput<'platform.read'>) => Promise<ReadAnswer | undefined>

const start = Date.UTC(2026, 10, 21, 19, 14, 5)

const written: Array<{ operation: string; product: Product; risk: Risk }> = [
  { operation: 'PUT /api/video/event/update', product: 'Livestream', risk: 'onair' },
  { operation: 'POST /api/marketing/template/create', product: 'Marketing', risk: 'edit' },
  { operation: 'POST /api/payment/refund/create', product: 'Payments', risk: 'money' },
  { operation: 'DELETE /api/ads/attribution/delete/{attributionId}', product: 'Ads', risk: 'destroy' },
  { operation: 'PUT /api/events/general/update', product: 'Events', risk: 'edit' },
]

/** Tests of what is accepted say so themselves. */
const states = intentStates.filter((state) => state !== 'accepted')

/** Intent number `index`, the newest first; every risk and nearly every state comes round. */
export function sampleIntent(index: number): Intent {
  const state = states[(index * 5 + 2) % states.length] ?? 'confirmed'
  const { operation, product, risk } = written[index % written.length] ?? {
    operation: 'PUT /api/events/general/update',
    product: 'Events',
    risk: 'edit',
  }
  const at = (plus: number): string => new Date(start - index * 61_000 + plus).toISOString()
  const settled = state === 'confirmed' || state === 'rejected' || state === 'cancelled'
  return {
    id: `intent-${index}`,
    reference: `sd-${(7_919 * (index + 3)).toString(36)}`,
    operation,
    state,
    environment: 'rehearsal',
    product,
    risk,
    request: {
      body: {
        resourceId: `evt_${index}`,
        metadata: { source: 'desk' },
        options: { streamKey: '***', title: 'Night show' },
      },
    },
    attempts: state === 'queued' ? 0 : 1,
    createdAt: at(0),
    ...(state === 'queued' || state === 'cancelled' ? {} : { sentAt: at(12) }),
    ...(settled ? { settledAt: at(54) } : {}),
    ...(state === 'confirmed'
      ? {
          status: 200,
          requestId: `req_${7_000 + index}`,
          durationMs: 42,
          answer: { data: { id: `evt_${index}`, status: 'live' }, requestId: `req_${7_000 + index}` },
        }
      : {}),
    ...(state === 'rejected'
      ? {
          status: 403,
          requestId: `req_${7_000 + index}`,
          durationMs: 38,
          error: {
            code: 'not_authorized' as const,
            message: 'This account may only read.',
            status: 403,
            requestId: `req_${7_000 + index}`,
            retryable: false,
          },
        }
      : {}),
    ...(state === 'unknown'
      ? {
          error: {
            code: 'unknown_outcome' as const,
            message: 'The connection was cut after the request had been sent.',
            retryable: false,
          },
        }
      : {}),
    ...(state === 'queued'
      ? { waiting: { reason: 'gate' as const, until: new Date(Date.now() + 14_000).toISOString() } }
      : {}),
    evidence: [
      ...(state === 'queued' || state === 'cancelled' ? [] : [{ at: at(12), event: 'sent', code: 'sent' as const }]),
      ...(state === 'confirmed'
        ? [
            {
              at: at(54),
              event: 'answered',
              code: 'confirmed' as const,
              status: 200,
              requestId: `req_${7_000 + index}`,
            },
          ]
        : []),
      ...(state === 'unknown'
        ? [
            { at: at(40), event: 'cut', code: 'lost' as const, facts: { code: 'unknown_outcome' } },
            {
              at: at(3_100),
              event: 'read',
              code: 'created_not_comparable' as const,
              status: 200,
              verdict: 'unclear' as const,
            },
          ]
        : []),
    ],
  }
}

/** A backend for screens: `handle` answers a method, `push` goes where the test sends it, `watched` answers watched reads and `answers` requests instead of the sample's own. */
export function createSampleBackend(
  push: Push,
  size = 20_000,
  draftCount = 6,
  watched?: Watched,
  answers?: Parameters<typeof sampleRequests>[1],
  software?: EncoderSample,
  rundowns?: RundownSample,
): { handle: (method: string, params: unknown) => unknown; intents: Intent[]; drafts: SampleDrafts } {
  const drafts = createSampleDrafts(push, draftCount)
  const intents = Array.from({ length: size }, (_, index) => sampleIntent(index))
  const environments: Environment[] = environmentIds.map((id) => ({
    id,
    name: id,
    baseUrl: id === 'rehearsal' ? 'http://127.0.0.1:40123' : id === 'development' ? 'https://dev.platform.test/v1' : '',
    selected: id === 'rehearsal',
    configured: id !== 'production',
    ...(id === 'rehearsal' && { embedded: true }),
  }))
  const credentials = Object.fromEntries(
    environmentIds.map((environment) => [
      environment,
      {
        environment,
        backend: 'memory',
        reason: 'No keychain service runs in this system.',
        credentials: {
          apiKey: { state: environment === 'rehearsal' ? 'found' : 'absent' },
          session: { state: 'absent' },
        },
      },
    ]),
  ) as Record<EnvironmentId, CredentialStatus>
  let settings: Settings = {
    theme: 'dark',
    density: 'compact',
    language: 'en',
    hours: 'h23',
    notify: true,
    alarmSound: true,
    flashing: true,
    armKeys: { reveal: 'shift+f2', runAd: 'shift+f4' },
    tourDone: false,
    authOverrides: {},
  }
  let rehearsal: RehearsalState = {
    running: true,
    faults: [{ kind: 'latency', delayMs: 800 }],
  }
  let notices: DeskInfo['notices'] = [
    {
      id: 'memory-keychain',
      level: 'warning',
      message: 'Secrets are kept in memory for this session only: no keychain service runs in this system.',
      at: new Date(start).toISOString(),
    },
  ]

  const counts = (): LedgerCounts => ({
    queued: intents.slice(0, 30).filter(({ state }) => state === 'queued').length,
    sending: 0,
    accepted: 0,
    unknown: intents.slice(0, 30).filter(({ state }) => state === 'unknown').length,
  })
  const selected = (): Environment =>
    environments.find((environment) => environment.selected) ?? (environments[0] as Environment)
  let paused: Pick<Connection, 'sending' | 'probing'> = { sending: 'on', probing: 'on' }
  const connection = (): Connection => ({
    environment: selected().id,
    state: 'reachable',
    since: new Date(start).toISOString(),
    latencyMs: 42,
    ...paused,
  })
  const find = (id: string): Intent => {
    const found = intents.find((intent) => intent.id === id)
    if (!found) throw new DeskError('not_found_here', 'There is no such intent.')
    return found
  }
  const change = (id: string, values: Partial<Intent>): Intent => {
    const intent = { ...find(id), ...values }
    intents.splice(
      intents.findIndex((other) => other.id === id),
      1,
      intent,
    )
    push('ledger.changed', { intent, counts: counts() })
    return intent
  }

  const read = (): ReadAnswer => ({
    status: 200,
    data: { data: [{ id: 'evt_1', status: 'live' }] },
    requestId: 'req_1',
    receivedAt: new Date(start).toISOString(),
    durationMs: 12,
  })

  const handlers: Handlers = {
    ...drafts.handlers,
    ...sampleRequests(push, answers),
    'desk.info': () => ({
      name: 'Showdesk',
      version: '0.1.0',
      host: 'loopback',
      platform: 'linux',
      node: '24.21.0',
      profile: '/home/crew/.config/showdesk',
      environment: selected().id,
      connection: connection(),
      gates: [
        {
          environment: 'rehearsal',
          product: 'Payments',
          credential: 'apiKey',
          until: new Date(Date.now() + 95_000).toISOString(),
          retryAfterMs: 95_000,
          source: 'retry-after',
        },
      ],
      counts: counts(),
      keychain: { backend: 'memory' },
      notices,
      startedAt: new Date(start).toISOString(),
    }),
    'desk.dismiss': ({ id }) => {
      notices = notices.filter((notice) => notice.id !== id)
      return {}
    },
    'catalog.list': () => ({ operations: describeOperations() }),
    'environments.list': () => ({ environments }),
    'environments.configure': ({ id, baseUrl }) => {
      if (!baseUrl.startsWith('https://'))
        throw new DeskError('invalid_input', 'The base address was not taken.', {
          fields: [{ path: 'baseUrl', message: 'Only https is allowed, except on this machine.' }],
        })
      const environment = environments.find((other) => other.id === id) as Environment
      Object.assign(environment, { baseUrl, configured: true })
      return environment
    },
    'environments.select': ({ id }) => {
      for (const environment of environments) environment.selected = environment.id === id
      push('environments.changed', { environments })
      return selected()
    },
    'credentials.status': ({ environment }) => credentials[environment],
    'credentials.save': ({ environment, credential }) => {
      credentials[environment].credentials[credential] = { state: 'found', updatedAt: new Date(start).toISOString() }
      return credentials[environment]
    },
    'credentials.remove': ({ environment, credential }) => {
      credentials[environment].credentials[credential] = { state: 'absent' }
      return credentials[environment]
    },
    'credentials.confirm': ({ environment, origin }) => {
      credentials[environment].confirmed = origin
      push('credentials.changed', credentials[environment])
      return credentials[environment]
    },
    'platform.read': read,
    'platform.preview': ({ operation, body }) => ({
      method: operation.split(' ')[0] ?? '',
      url: `${selected().baseUrl}${operation.split(' ')[1] ?? ''}`,
      headers: [['X-Service-API-Key', '<API_KEY>']],
      body: JSON.stringify(body ?? {}, null, 2),
      suspicious: [],
    }),
    'ledger.submit': ({ operation, body }) => {
      const intent: Intent = {
        ...sampleIntent(0),
        id: `intent-new-${intents.length}`,
        operation,
        request: { body: body as never },
        createdAt: new Date().toISOString(),
      }
      intents.unshift(intent)
      push('ledger.changed', { intent, counts: counts() })
      return intent
    },
    'ledger.newest': () => ({ id: null }),
    'ledger.list': ({ state, query, product, environment, limit, before }) => {
      const states = state === undefined ? undefined : Array.isArray(state) ? state : [state]
      const from = before === undefined ? 0 : intents.findIndex(({ id }) => id === before) + 1
      const found = intents
        .slice(from)
        .filter(
          (intent) =>
            (states?.includes(intent.state) ?? true) &&
            (!query || intent.operation.includes(query)) &&
            (!product || intent.product === product) &&
            (!environment || intent.environment === environment),
        )
      const items = found.slice(0, limit)
      const last = items.at(-1)
      return { items, ...(found.length > limit && last ? { next: last.id } : {}) }
    },
    'ledger.get': ({ id }) => find(id),
    'ledger.retry': ({ id }) => change(id, { state: 'confirmed', status: 200 }),
    'ledger.cancel': ({ id }) => change(id, { state: 'cancelled' }),
    'ledger.resolve': ({ id, as }) => change(id, { state: as }),
    'ledger.reconcile': ({ id }) =>
      change(id, {
        evidence: [
          ...find(id).evidence,
          {
            at: new Date().toISOString(),
            event: 'read',
            code: 'created_not_comparable' as const,
            verdict: 'unclear',
          },
        ],
      }),
    'connection.configure': ({ sending, probing }) => {
      paused = { sending: sending ?? paused.sending, probing: probing ?? paused.probing }
      push('connection.changed', connection())
      return connection()
    },
    'connection.probe': () => connection(),
    'rehearsal.faults': () => rehearsal,
    'rehearsal.setFault': ({ fault, on = true }) =>
      (rehearsal = {
        ...rehearsal,
        faults: on
          ? [...rehearsal.faults, fault]
          : rehearsal.faults.filter(({ kind, operation }) => kind !== fault.kind || operation !== fault.operation),
      }),
    'rehearsal.reset': () => (rehearsal = { ...rehearsal, faults: [] }),
    'settings.get': () => settings,
    'settings.update': (update) => {
      settings = { ...settings, ...(update as Partial<Settings>) }
      push('settings.changed', settings)
      return settings
    },
    ...sampleAccess(push),
    ...sampleBackups(),
    ...sampleCare(),
    ...sampleLive(
      push,
      () => selected().id,
      async (request) => (await watched?.(request)) ?? read(),
    ),
    'profiles.list': () => ({ profiles: [] }),
    'pictures.fetch': ({ urls }) => ({
      pictures: urls.map((url) => ({ url, data: 'data:image/gif;base64,R0lGODlh' })),
    }),
    ...sampleMail(push),
    ...sampleEncoders(push, () => selected().id, software),
    ...sampleRundowns(push, () => selected().id, rundowns),
    ...sampleOverlays(() => selected().id),
    'monitor.get': ({ environment }) => ({ environment, onStage: false, open: false }),
    'updates.get': () => ({ offered: true, look: 'unasked', step: 'idle' }),
    'platforms.get': () => ({ outputs: [], playback: [], events: [] }),
  }

  return {
    intents,
    drafts,
    handle(method, params) {
      const handler = handlers[method as BridgeMethod] as ((input: unknown) => unknown) | undefined
      if (!handler) throw new DeskError('unknown_method', `There is no method ${method}.`)
      return handler(params ?? {})
    },
  }
}
