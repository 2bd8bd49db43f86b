// Saved sets of provider options; their four secrets are in the keychain.
import { randomUUID } from 'node:crypto'
import type { BridgeParams } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import { profileSecretFields, type EnvironmentId, type ProviderProfile } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'
import type { AtRest } from '../keychain/at-rest.ts'
import type { Vault } from '../keychain/types.ts'
import type { Clock } from '../ports.ts'
import type { ProfileDatabase, SqlValue } from '../storage/types.ts'

export interface ProviderProfiles {
  list(): ProviderProfile[]
  /** Throws `not_found_here`, `invalid_input`, `keychain_*`; then nothing was saved. */
  save(input: BridgeParams<'profiles.save'>): Promise<ProviderProfile>
  remove(id: string): Promise<void>
}

export function createProfiles(options: {
  database: ProfileDatabase
  vault: Vault
  atRest: Pick<AtRest, 'leaveOut'>
  clock: Clock
}): ProviderProfiles {
  const { database, vault, atRest, clock } = options
  const all = database.statement('SELECT * FROM profiles ORDER BY name COLLATE NOCASE, id')
  const one = database.statement('SELECT * FROM profiles WHERE id = ?')
  const drop = database.statement('DELETE FROM profiles WHERE id = ?')
  const upsert = database.statement(
    `INSERT INTO profiles (id, environment, name, options, secrets, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET environment = excluded.environment, name = excluded.name, options = excluded.options,
       secrets = excluded.secrets, updated_at = excluded.updated_at`,
  )

  function find(id: string): ProviderProfile {
    const row = one.get(id)
    if (row === undefined)
      throw new DeskError('not_found_here', 'This provider profile is no longer there.', {
        facts: { reason: 'profile_gone' },
      })
    return fromRow(row)
  }

  return {
    list: () => all.all().map(fromRow),

    async save(input) {
      const before = input.id === undefined ? undefined : find(input.id)
      const id = before?.id ?? randomUUID()
      const misplaced = profileSecretFields.filter((field) => field in input.options)
      if (misplaced.length > 0) {
        throw new DeskError('invalid_input', 'A credential belongs under secrets, where the keychain keeps it.', {
          facts: { reason: 'credential_misplaced' },
          fields: misplaced.map((field) => ({
            path: `options.${field}`,
            message: 'Pass this under secrets',
            reason: 'belongs_to_secrets' as const,
          })),
        })
      }
      const secrets = { ...(before?.secrets ?? { apiKey: null, apiSecret: null, authToken: null, streamKey: null }) }
      const replaced: string[] = []
      for (const field of profileSecretFields) {
        const given = input.secrets?.[field]
        if (given === undefined || isSecretReference(given)) continue
        const old = secrets[field]
        if (old !== null) replaced.push(old.$secret)
        const value = given?.trim() ?? ''
        secrets[field] = value === '' ? null : await vault.put(`profile/${id}`, field, value)
      }
      // Last, because a stream key is easily pasted into the address too.
      const { value: clean, leftOut } = atRest.leaveOut({ name: input.name, options: input.options })
      const profile: ProviderProfile = {
        id,
        name: clean.name,
        environment: input.environment,
        options: clean.options,
        secrets,
        updatedAt: new Date(clock.now()).toISOString(),
      }
      upsert.run(
        id,
        profile.environment,
        profile.name,
        JSON.stringify(profile.options),
        JSON.stringify(secrets),
        profile.updatedAt,
      )
      for (const reference of replaced) await vault.remove(reference)
      return leftOut.length === 0 ? profile : { ...profile, leftOut }
    },

    async remove(id) {
      find(id)
      drop.run(id)
      await vault.removeOwner(`profile/${id}`)
    },
  }
}

function fromRow(row: Record<string, SqlValue>): ProviderProfile {
  return {
    id: String(row.id),
    name: String(row.name),
    environment: String(row.environment) as EnvironmentId,
    options: JSON.parse(String(row.options)) as ProviderProfile['options'],
    secrets: JSON.parse(String(row.secrets)) as ProviderProfile['secrets'],
    updatedAt: String(row.updated_at),
  }
}
