// What the address of a dock says. Streaming software keeps the address, so nothing is taken out of it.
import { defined } from '#contract/defined.ts'
import { dockPanels, type DockPanel } from '#contract/docks.ts'

export interface DockAddress {
  panel?: DockPanel
  secret?: string
  /** Otherwise the one that the system prefers. */
  theme?: 'dark' | 'light'
}

/** The panel stands in the path (`/dock/poll`), or in `?panel=` where the file itself is opened; the secret in `#g=`. */
export function readAddress({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): DockAddress {
  const query = new URLSearchParams(search)
  const named = /\/dock\/([a-z]+)\/?$/.exec(pathname)?.[1] ?? query.get('panel')
  const secret = new URLSearchParams(hash.slice(1)).get('g') ?? ''
  return defined({
    panel: dockPanels.find((panel) => panel === named),
    secret: /^[A-Za-z0-9_-]{1,512}$/.test(secret) ? secret : undefined,
    theme: (['dark', 'light'] as const).find((theme) => theme === query.get('theme')),
  })
}
