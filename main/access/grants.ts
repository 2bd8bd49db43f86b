// Grants are kept with hashes of their secrets; the secret itself is told once.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { grantInput, type Grant, type GrantInput } from '#contract/access.ts'
import { DeskError } from '#contract/errors.ts'
import type { KeptGrant } from './file.ts'

/** How long a use may stay unwritten, so that an overlay does not write every second. */
const seenWrittenMs = 60_000

export interface GrantsParts {
  kept: readonly KeptGrant[]
  /** Throws where they can't be kept; then nothing changed. */
  write: (grants: KeptGrant[]) => void
  now: () => number
  /** Connections of this grant have to close. */
  onRevoke: (id: string) => void
}

export type Grants = ReturnType<typeof createGrants>

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export function createGrants({ kept: before, write: keep, now, onRevoke }: GrantsParts) {
  let kept = [...before]
  const written = new Map<string, number>()
  const write = (next: KeptGrant[]): void => {
    keep(next)
    kept = next
  }
  const instantNow = (): string => new Date(now()).toISOString()
  const newSecret = () => {
    const secret = randomBytes(32).toString('base64url')
    return { secret, hash: hashOf(secret).toString('hex') }
  }
  function known(id: string): KeptGrant {
    const found = kept.find(({ grant }) => grant.id === id)
    if (found === undefined)
      throw new DeskError('not_found_here', 'There is no such grant.', { facts: { reason: 'grant_gone' } })
    return found
  }

  return {
    /** Newest first. */
    list: (): Grant[] => kept.map(({ grant }) => grant).reverse(),

    /** The secret is answered here and nowhere else. */
    create(input: GrantInput): { grant: Grant; secret: string } {
      const { secret, hash } = newSecret()
      const grant: Grant = { ...grantInput.parse(input), id: randomUUID(), createdAt: instantNow(), lastUsedAt: null }
      write([...kept, { grant, hash }])
      return { grant, secret }
    },

    /** Another secret; the one before ends. Throws `not_found_here` for an unknown grant. */
    renew(id: string): { grant: Grant; secret: string } {
      const { grant } = known(id)
      const { secret, hash } = newSecret()
      write(kept.map((one) => (one.grant.id === id ? { grant, hash } : one)))
      onRevoke(id)
      return { grant, secret }
    },

    /** Throws `not_found_here` for an unknown grant. */
    revoke(id: string): void {
      known(id)
      write(kept.filter(({ grant }) => grant.id !== id))
      written.delete(id)
      onRevoke(id)
    },

    /** The grant of a secret; every hash is compared, each in constant time. */
    find(secret: string): Grant | undefined {
      const hash = hashOf(secret)
      const found = kept.filter((one) => timingSafeEqual(Buffer.from(one.hash, 'hex'), hash))
      return found[0]?.grant
    },

    /** Notes a use; written once a minute at most. */
    seen(id: string): void {
      if (!kept.some(({ grant }) => grant.id === id)) return
      const next = kept.map((one) =>
        one.grant.id === id ? { ...one, grant: { ...one.grant, lastUsedAt: instantNow() } } : one,
      )
      kept = next
      if (now() - (written.get(id) ?? Number.NEGATIVE_INFINITY) < seenWrittenMs) return
      written.set(id, now())
      keep(next)
    },
  }
}
