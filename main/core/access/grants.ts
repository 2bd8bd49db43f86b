// Grants are kept with the SCRAM keys of their secrets; the secret itself is told once.
import { randomBytes, randomUUID } from 'node:crypto'
import { grantInput, type Grant, type GrantInput } from '#contract/access.ts'
import { DeskError } from '#contract/errors.ts'
import { isPassword, nameOfPassword, passwordOf } from '../../../preload/scram.ts'
import { keptOf, type KeptGrant } from './file.ts'

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
    return { secret, ...keptOf(passwordOf(secret)) }
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
      const { secret, ...keys } = newSecret()
      const { inAddress, ...given } = { inAddress: undefined, ...grantInput.parse(input) }
      const login = inAddress === true || given.scope === 'watch' ? 'address' : 'proof'
      const grant: Grant = { ...given, id: randomUUID(), login, createdAt: instantNow(), lastUsedAt: null }
      write([...kept, { grant, ...keys }])
      return { grant, secret }
    },

    /** Another secret; the one before ends, and what was suspended goes on. Throws `not_found_here` for an unknown grant. */
    renew(id: string): { grant: Grant; secret: string } {
      const grant = { ...known(id).grant }
      delete grant.suspended
      const { secret, ...keys } = newSecret()
      write(kept.map((one) => (one.grant.id === id ? { grant, ...keys } : one)))
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

    /** The grant of a secret that was sent, whether or not it may be. */
    find(secret: string): Grant | undefined {
      const password = passwordOf(secret)
      const user = nameOfPassword(password)
      return kept.find((one) => one.user === user && isPassword(password, one.keys))?.grant
    },

    /** The grant that a login by SCRAM names, which is still to be proved. */
    named: (user: string): KeptGrant | undefined => kept.find((one) => one.user === user),

    /** Those whose secrets browsers sent to whoever had the port. Throws where it can't be kept; they are suspended all the same. */
    suspend(): void {
      const open = kept.filter(({ grant }) => grant.login !== 'proof' && grant.suspended !== true)
      if (open.length === 0) return
      // In memory first: they are refused even where the disk takes nothing.
      kept = kept.map((one) => (open.includes(one) ? { ...one, grant: { ...one.grant, suspended: true } } : one))
      for (const { grant } of open) onRevoke(grant.id)
      keep(kept)
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
