// What one page may ask for: the playlist that it opened, and what the playlists named since then.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { stopwatch, type Clock } from '../../core/ports.ts'
import type { Kind } from './playlist.ts'

/** At least so many names are kept; the oldest are forgotten first. Two hours of a window of one-second segments fit. */
const mostNames = 20_000

export interface Item {
  address: string
  kind: Kind
}

export interface Session {
  ticket: string
  isTicket(given: string): boolean
  /** Of the first playlist. */
  origin: string
  name(address: string, kind: Kind): string
  /** Undefined where no playlist names it. */
  item(name: string): Item | undefined
  /** Milliseconds since it was last used. */
  idleMs(): number
  use(): void
  /** Aborted at its end. */
  ended: AbortController
  /** Requests under way. */
  open: number
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The first playlist has the name `0`. */
export function createSession(first: string, clock: Clock): Session {
  const ticket = randomBytes(32).toString('base64url')
  const expected = digest(ticket)
  const names = new Map<string, string>()
  const items = new Map<string, Item>()
  let next = 0
  let used = stopwatch(clock)

  function name(address: string, kind: Kind): string {
    const key = `${kind} ${address}`
    const known = names.get(key) ?? String(next++)
    // Named again it is the newest: live playlists name the same segment several times.
    names.delete(key)
    names.set(key, known)
    items.set(known, { address, kind })
    if (names.size > 2 * mostNames) forgetOldest()
    return known
  }
  /** Many at a time: the first entry of a Map is found the slower the more were taken out before it. */
  function forgetOldest(): void {
    let more = names.size - mostNames
    for (const [key, known] of names) {
      if (more-- <= 0) return
      names.delete(key)
      items.delete(known)
    }
  }
  name(first, 'playlist')

  return {
    ticket,
    isTicket: (given) => timingSafeEqual(digest(given), expected),
    origin: URL.parse(first)?.origin ?? '',
    name,
    item(wanted) {
      const found = items.get(wanted)
      // What is asked for again and again, such as the playlist itself, is never the oldest.
      if (found !== undefined) name(found.address, found.kind)
      return found
    },
    idleMs: () => used(),
    use: () => void (used = stopwatch(clock)),
    ended: new AbortController(),
    open: 0,
  }
}
