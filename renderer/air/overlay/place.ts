import type { OverlayKind } from '#contract/access-kinds.ts'

const kinds: Readonly<Record<OverlayKind, true>> = {
  poll: true,
  goal: true,
  countdown: true,
  sponsor: true,
  onair: true,
  next: true,
}

const isKind = (name: string): name is OverlayKind => Object.hasOwn(kinds, name)

/** The kind of `/overlay/poll`, or of `?kind=poll`; undefined for anything else. */
export function kindOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): OverlayKind | undefined {
  const name = /^\/overlay\/([a-z]+)\/?$/.exec(pathname)?.[1] ?? new URLSearchParams(search).get('kind') ?? ''
  return isKind(name) ? name : undefined
}

/** The secret of `#g=...`. It stays in the address, so that the software that holds it can load the page again. */
export const secretOf = ({ hash }: Pick<Location, 'hash'>): string | undefined => /^#g=([\w-]{1,256})$/.exec(hash)?.[1]
