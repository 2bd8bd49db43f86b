import type { Grant } from '#contract/access.ts'
import type { OverlayKind } from '#contract/access-kinds.ts'
import { lookNames, type Look } from '#air/overlay/look.ts'

/** In the order of the page. */
export const kinds: readonly OverlayKind[] = ['poll', 'goal', 'countdown', 'sponsor', 'onair', 'next']

export const kindIcons: Readonly<Record<OverlayKind, string>> = {
  poll: 'i-lucide-vote',
  goal: 'i-lucide-target',
  countdown: 'i-lucide-timer',
  sponsor: 'i-lucide-megaphone',
  onair: 'i-lucide-radio',
  next: 'i-lucide-list-video',
}

/** Width and height of the browser source, in pixels at the standard text size. */
export const sizes: Readonly<Record<OverlayKind, readonly [width: number, height: number]>> = {
  poll: [720, 480],
  goal: [720, 180],
  countdown: [560, 180],
  sponsor: [640, 200],
  onair: [400, 100],
  next: [720, 200],
}

/** The address of a browser source. The secret is in the fragment alone, which no server and no log ever gets. */
export function overlayAddress(origin: string, kind: OverlayKind, look: Look, secret: string): string {
  const query = new URLSearchParams()
  for (const name of lookNames) {
    const value = look[name]
    if (value !== undefined) query.set(name, value)
  }
  const asked = query.toString()
  return `${origin}/overlay/${kind}${asked === '' ? '' : `?${asked}`}#g=${secret}`
}

/** The kind that a grant's overlay shows. */
export const usedKind = ({ values }: Pick<Grant, 'values'>): OverlayKind | undefined => values?.[0]
