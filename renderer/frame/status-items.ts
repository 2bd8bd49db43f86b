import type { Budget } from '#contract/live.ts'
import type { Connection, CredentialState, KeychainBackend, LedgerCounts } from '#contract/models.ts'

export const statusClass =
  'tabular flex min-h-8 min-w-8 items-center gap-1.5 px-2.5 whitespace-nowrap -outline-offset-2 hover:bg-hover'

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
  /** Nobody has to act on it: the bar shows its icon at most. */
  quiet?: boolean
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
    tone: 'text-muted',
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
  if (state === 'unknown') return { ...base, text: 'frame.connection.unknown', title: 'frame.notAsked' }
  return {
    ...base,
    text: 'frame.connection.reachable',
    ...(latencyMs === undefined ? {} : { title: 'frame.reachableIn' }),
  }
}

/** From here on a person notices it. */
export const slower = 1.5

/** Requests sent of those allowed each minute; speaks while the desk reads more slowly, because the platform asked for it or its share is short. */
export function budgetItem({ used, perMinute, slowdown, stretch }: Budget): StatusText {
  const slow = slowdown > 1 || stretch >= slower
  const scarce = slow || used >= perMinute
  return {
    id: 'budget',
    icon: 'i-lucide-gauge',
    tone: slowdown > 1 || used >= perMinute ? 'text-warning' : 'text-muted',
    quiet: !scarce,
    text: slow ? 'frame.budget.slower' : 'frame.budget.used',
    short: `${used}/${perMinute}`,
    title: 'frame.budget.title',
    values: { used, perMinute },
  }
}

/** Counts of intents that a person may have to decide on, each with a link to them. */
export function ledgerItems({ queued, accepted, unknown }: LedgerCounts): StatusItem[] {
  const count = (id: string, n: number, rest: Pick<StatusItem, 'icon' | 'tone' | 'text' | 'to'>): StatusItem => ({
    id,
    short: String(n),
    values: { n },
    quiet: n === 0,
    ...rest,
  })
  return [
    count('queued', queued, {
      icon: 'i-lucide-clock',
      tone: queued > 0 ? 'text-highlighted' : 'text-muted',
      text: 'frame.waiting',
      to: '/activity?queue=1',
    }),
    count('accepted', accepted, {
      icon: 'i-lucide-hourglass',
      tone: 'text-warning',
      text: 'frame.accepted',
      to: '/activity?state=accepted',
    }),
    count('unknown', unknown, {
      icon: 'i-lucide-circle-help',
      tone: unknown > 0 ? 'text-warning' : 'text-muted',
      text: 'frame.unknown',
      to: '/activity?state=unknown',
    }),
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

/** A product that the platform asked to wait. */
export function gateItem(product: string, credential: string, left: string): StatusItem {
  return {
    id: `gate-${product}-${credential}`,
    icon: 'i-lucide-hourglass',
    tone: 'text-warning',
    text: 'frame.gate',
    short: left,
    values: { product, left },
    to: '/limits',
  }
}

/** Where secrets are kept; amber for a keychain that does not answer, or memory only, which practice can't lose anything by. */
export function keychainItem(
  backend: KeychainBackend,
  state: CredentialState | undefined,
  practice: boolean,
): StatusItem {
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
    text: backend === 'memory' ? 'frame.keychainMemory' : 'frame.keychainOk',
    ...(backend === 'memory' && !practice ? {} : { tone: 'text-muted', quiet: true }),
    title: `frame.keychain.${backend}`,
  }
}
