import type { Budget } from '#contract/live.ts'
import type { Connection, CredentialState, KeychainBackend, LedgerCounts } from '#contract/models.ts'

/** How every item of the bar looks. */
export const statusClass =
  'tabular flex min-h-8 items-center gap-1.5 border-r border-default px-2.5 whitespace-nowrap -outline-offset-2 hover:bg-hover'

/** What an item says; texts are message keys. */
export interface StatusText {
  id: string
  icon: string
  tone: string
  text: string
  /** What stands in its place where the window is narrow. */
  short: string
  title?: string
  values?: Record<string, string | number>
}

/** One link of the status bar. */
export interface StatusItem extends StatusText {
  to: string
}

/** Whether the chosen environment answers, how fast, and what happens next. `left` is the time until it is asked again; `wide` keeps the place of its longest text. */
export function connectionItem(connection: Connection | undefined, left: string): StatusText & { wide: boolean } {
  const { state = 'unknown', latencyMs, reason, sending, probing } = connection ?? {}
  const base = { id: 'connection', values: { ms: Math.round(latencyMs ?? 0), reason: reason ?? '', left } }
  if (state === 'unreachable') {
    const next =
      sending === 'paused'
        ? 'sendingPaused'
        : probing === 'paused'
          ? 'askingPaused'
          : left === ''
            ? 'askedNow'
            : 'askedAgain'
    const title = reason === undefined ? {} : { title: 'frame.connection.because' }
    return {
      ...base,
      ...title,
      icon: 'i-lucide-wifi-off',
      tone: 'text-warning',
      text: `frame.connection.offline.${next}`,
      short: left,
      wide: true,
    }
  }
  const fast = state === 'reachable' && latencyMs !== undefined
  const text = fast ? 'frame.reachableIn' : `frame.connection.${state}`
  if (sending === 'paused')
    return {
      ...base,
      icon: 'i-lucide-circle-pause',
      tone: 'text-warning',
      text: 'frame.connection.sending.paused',
      title: 'frame.connection.sending.help',
      short: '',
      wide: false,
    }
  if (state === 'unknown')
    return { ...base, icon: 'i-lucide-wifi', tone: 'text-muted', text, title: 'frame.notAsked', short: '', wide: false }
  return {
    ...base,
    icon: 'i-lucide-wifi',
    tone: 'text-success',
    text,
    short: fast ? `${base.values.ms} ms` : '',
    wide: false,
  }
}

/** What the desk sent of what it allows itself; amber while the platform made it slower. It never stops for it. */
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

/** What waits, leaves, and hangs; each links to its intents. */
export function ledgerItems(counts: LedgerCounts): StatusItem[] {
  const items: StatusItem[] = [
    {
      id: 'queued',
      icon: 'i-lucide-clock',
      tone: counts.queued > 0 ? 'text-highlighted' : 'text-muted',
      text: 'frame.waiting',
      short: String(counts.queued),
      values: { n: counts.queued },
      to: '/activity?queue=1',
    },
    {
      id: 'unknown',
      icon: 'i-lucide-circle-help',
      tone: counts.unknown > 0 ? 'text-warning' : 'text-muted',
      text: 'frame.unknown',
      short: String(counts.unknown),
      values: { n: counts.unknown },
      to: '/activity?state=unknown',
    },
  ]
  if (counts.sending > 0)
    items.push({
      id: 'sending',
      icon: 'i-lucide-loader',
      tone: 'text-info',
      text: 'frame.sending',
      short: String(counts.sending),
      values: { n: counts.sending },
      to: '/activity?state=sending',
    })
  return items
}

/** A rehearsal that is not inside the desk is no practice that nobody sees. */
export function outsideItems(host: string | undefined): StatusItem[] {
  return host === undefined
    ? []
    : [
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

/** Where secrets are kept; amber while it is memory only, or while the keychain does not give out what it holds. */
export function keychainItem(backend: KeychainBackend, state: CredentialState | undefined): StatusItem {
  const to = '/settings#credentials'
  if (state !== undefined && state !== 'found' && state !== 'absent')
    return {
      id: 'keychain',
      icon: 'i-lucide-key-round',
      tone: 'text-warning',
      text: 'frame.keychainTrouble',
      short: '',
      title: `settings.credential.state.${state}`,
      to,
    }
  const memory = backend === 'memory'
  return {
    id: 'keychain',
    icon: 'i-lucide-key-round',
    tone: memory ? 'text-warning' : 'text-muted',
    text: memory ? 'frame.keychainMemory' : 'frame.keychainOk',
    short: '',
    title: `frame.keychain.${backend}`,
    to,
  }
}
