// Grants are kept with hashes of their secrets; the secret itself is told once.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { grantInput, grantSchema, type Grant, type GrantInput } from '#contract/access.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'

export const grantsSetting = 'access.grants'
/** How long a use may stay unwritten, so that an overlay does not write every second. */
const seenWrittenMs = 60_000

/** `SettingsStore` is one. */
export interface GrantStore {
  read(name: string): unknown
  write(name: string, value: Json): void
}

export interface GrantsParts {
  store: GrantStore
  now?: () => number
  /** Connections of this grant have to close. */
  onRevoke?: (id: string) => void
}

export type Grants = ReturnType<typeof createGrants>

const keptSchema = () => z.strictObject({ grant: grantSchema(), hash: z.string().regex(/^[0-9a-f]{64}$/) })
type Kept = z.output<ReturnType<typeof keptSchema>>

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A grant that is not understood is no grant. */
function readKept(store: GrantStore): Kept[] {
  const schema = keptSchema()
  const before = store.read(grantsSetting)
  return Array.isArray(before) ? before.flatMap((one) => schema.safeParse(one).data ?? []) : []
}

export function createGrants({ store, now = Date.now, onRevoke = () => undefined }: GrantsParts) {
  let kept = readKept(store)
  const written = new Map<string, number>()
  const write = (next: Kept[]): void => {
    store.write(grantsSetting, next)
    kept = next
  }
  const instantNow = (): string => new Date(now()).toISOString()

  return {
    /** Newest first. */
    list: (): Grant[] => kept.map(({ grant }) => grant).reverse(),

    /** The secret is answered here and nowhere else. */
    create(input: GrantInput): { grant: Grant; secret: string } {
      const secret = randomBytes(32).toString('base64url')
      const grant: Grant = { ...grantInput.parse(input), id: randomUUID(), createdAt: instantNow(), lastUsedAt: null }
      write([...kept, { grant, hash: hashOf(secret).toString('hex') }])
      return { grant, secret }
    },

    /** Throws `not_found_here` for an unknown one. */
    revoke(id: string): void {
      if (!kept.some(({ grant }) => grant.id === id)) throw new DeskError('not_found_here', 'There is no such grant.')
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
      const next = kept.map((one) =>
        one.grant.id === id ? { ...one, grant: { ...one.grant, lastUsedAt: instantNow() } } : one,
      )
      if (
        now() - (written.get(id) ?? Number.NEGATIVE_INFINITY) >= seenWrittenMs &&
        kept.some(({ grant }) => grant.id === id)
      ) {
        write(next)
        written.set(id, now())
      } else kept = next
    },
  }
}
