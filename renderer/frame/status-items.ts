import type { Connection, CredentialState, KeychainBackend, LedgerCounts } from '#contract/models.ts'

/** One button of the status bar; texts are message keys. */
export interface StatusItem {
  id: string
  icon: string
  tone: string
  text: string
  /** What stands in its place where the window is narrow. */
  short: string
  title?: string
  values?: Record<string, string | number>
  to: string
}

/** Whether the chosen environment answers, and how fast. */
export function connectionItem(connection: Connection | undefined): StatusItem {
  const to = '/settings#environments'
  if (connection?.state === 'reachable')
    return {
      id: 'connection',
      icon: 'i-lucide-wifi',
      tone: 'text-success',
      text: connection.latencyMs === undefined ? 'frame.connection.reachable' : 'frame.reachableIn',
      short: connection.latencyMs === undefined ? '' : `${Math.round(connection.latencyMs)} ms`,
      values: { ms: Math.round(connection.latencyMs ?? 0) },
      to,
    }
  if (connection?.state === 'unreachable')
    return {
      id: 'connection',
      icon: 'i-lucide-wifi-off',
      tone: 'text-warning',
      text: 'frame.connection.unreachable',
      short: '',
      title: connection.reason === undefined ? 'frame.connection.unreachable' : 'frame.because',
      values: { reason: connection.reason ?? '' },
      to,
    }
  return { id: 'connection', icon: 'i-lucide-wifi', tone: 'text-muted', text: 'frame.connection.unknown', short: '', title: 'frame.notAsked', to }
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
      to: '/activity?state=queued',
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
    items.push({ id: 'sending', icon: 'i-lucide-loader', tone: 'text-info', text: 'frame.sending', short: String(counts.sending), values: { n: counts.sending }, to: '/activity?state=sending' })
  return items
}

/** Where secrets are kept; amber while it is memory only, or while the keychain does not give out what it holds. */
export function keychainItem(backend: KeychainBackend, state: CredentialState | undefined): StatusItem {
  const to = '/settings#credentials'
  if (state !== undefined && state !== 'found' && state !== 'absent')
    return { id: 'keychain', icon: 'i-lucide-key-round', tone: 'text-warning', text: 'frame.keychainTrouble', short: '', title: `settings.credential.state.${state}`, to }
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
