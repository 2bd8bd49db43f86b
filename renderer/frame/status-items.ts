import type { Budget } from '#contract/live.ts'
import type { Connection, CredentialState, KeychainBackend, LedgerCounts } from '#contract/models.ts'

export const statusClass =
  'tabular flex min-h-8 items-center gap-1.5 border-r border-default px-2.5 whitespace-nowrap -outline-offset-2 hover:bg-hover'

/** Texts are message keys. */
export interface StatusText {
  id: string
  icon: string
  tone: string
  text: string
  /** Shown instead in a narrow window. */
  short: string
  title?: string
  values?: Record<string, string | number>
  /** Keeps the place of its longest text. */
  wide?: boolean
}

export interface StatusItem extends StatusText {
  to: string
}

/** The state of the connection. `left` is the time until the next probe. */
export function connectionItem(connection: Connection | undefined, left: string): StatusText {
  const { state = 'unknown', latencyMs, reason, sending, probing } = connection ?? {}
  const ms = Math.round(latencyMs ?? 0)
  const base = {
    id: 'connection',
    icon: 'i-lucide-wifi',
    tone: 'text-success',
    short: '',
    values: { ms, reason: reason ?? '', left },
  }
  if (state === 'unreachable') {
    const next =
      sending === 'paused'
        ? 'sendingPaused'
        : probing === 'paused'
          ? 'askingPaused'
          : left === ''
            ? 'askedNow'
            : 'askedAgain'
    return {
      ...base,
      ...(reason === undefined ? {} : { title: 'frame.connection.because' }),
      icon: 'i-lucide-wifi-off',
      tone: 'text-warning',
      text: `frame.connection.offline.${next}`,
      short: left,
      wide: true,
    }
  }
  if (sending === 'paused')
    return {
      ...base,
      icon: 'i-lucide-circle-pause',
      tone: 'text-warning',
      text: 'frame.connection.sending.paused',
      title: 'frame.connection.sending.help',
    }
  if (state === 'unknown')
    return { ...base, tone: 'text-muted', text: 'frame.connection.unknown', title: 'frame.notAsked' }
  return latencyMs === undefined
    ? { ...base, text: 'frame.connection.reachable' }
    : { ...base, text: 'frame.reachableIn', short: `${ms} ms` }
}

/** Requests sent of those allowed each minute; amber while the platform slowed the desk down. */
export function budgetItem({ used, perMinute, slowdown }: Budget): StatusText {
  const slow = slowdown > 1
  return {
    id: 'budget',
    icon: 'i-lucide-gauge',
    tone: slow || used >= perMinute ? 'text-warning' : 'text-muted',
    text: slow ? 'frame.budget.slower' : 'frame.budget.used',
    short: `${used}/${perMinute}`,
    title: 'frame.budget.title',
    values: { used, perMinute, slowdown: Math.round(slowdown * 10) / 10 },
  }
}

/** Counts of intents, each with a link to them. */
export function ledgerItems({ queued, unknown, sending }: LedgerCounts): StatusItem[] {
  const count = (id: string, n: number, rest: Pick<StatusItem, 'icon' | 'tone' | 'text' | 'to'>): StatusItem => ({
    id,
    short: String(n),
    values: { n },
    ...rest,
  })
  return [
    count('queued', queued, {
      icon: 'i-lucide-clock',
      tone: queued > 0 ? 'text-highlighted' : 'text-muted',
      text: 'frame.waiting',
      to: '/activity?queue=1',
    }),
    count('unknown', unknown, {
      icon: 'i-lucide-circle-help',
      tone: unknown > 0 ? 'text-warning' : 'text-muted',
      text: 'frame.unknown',
      to: '/activity?state=unknown',
    }),
    ...(sending === 0
      ? []
      : [
          count('sending', sending, {
            icon: 'i-lucide-loader',
            tone: 'text-info',
            text: 'frame.sending',
            to: '/activity?state=sending',
          }),
        ]),
  ]
}

export function outsideItems(host: string | undefined): StatusItem[] {
  if (host === undefined) return []
  return [
    {
      id: 'outside',
      icon: 'i-lucide-eye',
      tone: 'text-warning',
      text: 'common.outside',
      short: host,
      values: { host },
      to: '/settings#environments',
    },
  ]
}

/** Where secrets are kept; amber for memory only, or a keychain that does not answer. */
export function keychainItem(backend: KeychainBackend, state: CredentialState | undefined): StatusItem {
  const base = {
    id: 'keychain',
    icon: 'i-lucide-key-round',
    tone: 'text-warning',
    short: '',
    to: '/settings#credentials',
  }
  if (state !== undefined && state !== 'found' && state !== 'absent')
    return { ...base, text: 'frame.keychainTrouble', title: `settings.credential.state.${state}` }
  return {
    ...base,
    ...(backend === 'memory' ? { text: 'frame.keychainMemory' } : { tone: 'text-muted', text: 'frame.keychainOk' }),
    title: `frame.keychain.${backend}`,
  }
}
