// Decides for the platform client where a request goes and with which credential.
import { DeskError } from '#contract/errors.ts'
import { withoutAsking } from '../../core/keychain/asking.ts'
import type { Credential, Credentials, Redactor, Vault } from '../../core/keychain/types.ts'
import { identifierNames } from '../catalog/identifiers.ts'
import type { ClientSurroundings } from '../client/types.ts'
import type { Environments } from './environments.ts'
import { embedded, type Origins } from './origins.ts'
import { schemeOf, type SettingsStore } from '../../core/profile/settings.ts'

/** The embedded rehearsal platform knows these; they open nothing else. */
const practice: Record<'apiKey' | 'session', Credential> = {
  apiKey: { scheme: 'apiKey', apiKey: 'rehearsal-key' },
  session: { scheme: 'session', token: 'rehearsal-session', accountId: 'acc_rehearsal', sessionId: 'ses_rehearsal' },
}

export function createClientCredentials(parts: {
  environments: Environments
  origins: Pick<Origins, 'check' | 'placeOf'>
  settings: SettingsStore
  credentials: Credentials
  vault: Vault
  redactor: Redactor
}): ClientSurroundings {
  const { environments, origins, settings, credentials, vault, redactor } = parts
  return {
    baseUrl: (environment) => environments.baseUrl(environment),
    scheme: (product, byCatalog) => schemeOf(settings.get(), product, byCatalog),
    async credential(environment, scheme, origin) {
      const saved = async (): Promise<Credential> => {
        const credential = await credentials.load(environment, scheme)
        await origins.check(environment, origin)
        return credential
      }
      if (origins.placeOf(environment, origin) !== embedded) return saved()
      try {
        return await withoutAsking(saved)
      } catch (error) {
        if (error instanceof DeskError) return practice[scheme]
        throw error
      }
    },
    credentialGeneration: (environment, scheme) => credentials.generation(environment, scheme),
    async secret(reference, path, environment, origin) {
      await origins.check(environment, origin)
      return vault.resolve(reference, path)
    },
    redact: (value, operation) => redactor.json(value, operation && identifierNames(operation)),
  }
}
