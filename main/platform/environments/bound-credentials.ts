// Credentials whose saves are bound to an origin.
import type { CredentialStatus, EnvironmentId } from '#contract/models.ts'
import type { Credential, Credentials } from '../../core/keychain/types.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import type { Origins } from './origins.ts'

export interface BoundCredentials extends Credentials {
  /** `answeredBy` is the origin that a session came from. Throws where the environment's secrets may not go there. */
  save(environment: EnvironmentId, credential: Credential, answeredBy?: string): Promise<CredentialStatus>
}

/** Counts the secrets that the provider profiles of an environment have in the keychain. */
export function createProviderSecrets(
  database: Pick<ProfileDatabase, 'statement'>,
): (environment: EnvironmentId) => number {
  const select = database.statement('SELECT secrets FROM profiles WHERE environment = ?')
  return (environment) =>
    select
      .all(environment)
      .reduce(
        (sum, { secrets }) =>
          sum + Object.values(JSON.parse(String(secrets)) as object).filter((one) => one !== null).length,
        0,
      )
}

/** Whether an environment has anything that is bound to an origin; a keychain that can't be read counts as yes. */
export function createHasSecrets(
  credentials: Pick<Credentials, 'status'>,
  providerSecrets: (environment: EnvironmentId) => number,
) {
  return async (environment: EnvironmentId): Promise<boolean> =>
    providerSecrets(environment) > 0 ||
    Object.values((await credentials.status(environment)).credentials).some(({ state }) => state !== 'absent')
}

export function bindCredentials(parts: {
  credentials: Credentials
  origins: Origins
  hasSecrets: (environment: EnvironmentId) => Promise<boolean>
  providerSecrets: (environment: EnvironmentId) => number
}): BoundCredentials {
  const { credentials, origins, hasSecrets, providerSecrets } = parts

  async function described(status: CredentialStatus): Promise<CredentialStatus> {
    const { environment } = status
    const confirmed = await origins.confirmed(environment).catch(() => undefined)
    return {
      ...status,
      ...(confirmed !== undefined && { confirmed }),
      providerSecrets: providerSecrets(environment),
    }
  }

  return {
    ...credentials,
    status: async (environment) => described(await credentials.status(environment)),
    unlock: async (environment) => described(await credentials.unlock(environment)),
    async save(environment, credential, answeredBy) {
      if (answeredBy !== undefined) await origins.check(environment, answeredBy)
      const hadSecrets = await hasSecrets(environment)
      const status = await credentials.save(environment, credential)
      await origins.saved(environment, hadSecrets)
      return described(status)
    },
    remove: async (environment, kind) => described(await credentials.remove(environment, kind)),
  }
}
