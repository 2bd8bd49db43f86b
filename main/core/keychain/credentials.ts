// The credentials of each environment, read from the keychain at first use and kept in memory until dropped.
import { defined } from '#contract/defined.ts'
import { createHash } from 'node:crypto'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import {
  credentialKinds,
  environmentIds,
  type CredentialKind,
  type CredentialStatus,
  type EnvironmentId,
} from '#contract/models.ts'
import type { Clock, Keychain, KeychainResult, Log } from '../ports.ts'
import { formatItem, parseItem, secretsOf, textsOf, cleaned, type DatedCredential } from './credential-item.ts'
import { checkSecret, checkSendable, isOutOfReach, keychainError } from './errors.ts'
import type { Credential, Credentials, Redactor } from './types.ts'

type States = CredentialStatus['credentials']

const names: Record<CredentialKind, string> = { apiKey: 'API key', session: 'session' }
const accountOf = (environment: EnvironmentId, kind: CredentialKind) => `${environment}/${kind}`
const titleOf = (environment: EnvironmentId, kind: CredentialKind) => `The ${names[kind]} for ${environment}`
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The keychain's accounts are `<environment>/apiKey` and `<environment>/session`; the redactor learns every value. */
export function createCredentials(parts: {
  keychain: Keychain
  clock: Clock
  log: Log
  redactor: Redactor
}): Credentials {
  const { keychain, clock, log, redactor } = parts
  const cached = new Map<string, DatedCredential>()
  /** Digests of the values the redactor knows, and of each account's last value. */
  const taught = new Set<string>()
  const latest = new Map<string, string>()
  const generations = new Map<string, number>()
  const accounts = new Map<string, string | undefined>()
  const shown = new Map<EnvironmentId, string>()
  const listeners = createListeners<Parameters<Parameters<Credentials['onChange']>[0]>>()
  /** Counts changes and drops: what was read before one is not kept after it. */
  let epoch = 0

  const generation = (environment: EnvironmentId, kind: CredentialKind) =>
    generations.get(accountOf(environment, kind)) ?? 0

  function teach(credential: Credential): void {
    for (const secret of secretsOf(credential)) {
      const digest = digestOf(secret)
      if (!taught.has(digest)) redactor.learn(secret)
      taught.add(digest)
    }
  }

  /** Another value is another generation. */
  function note(account: string, credential: Credential | undefined, change: boolean): void {
    const digest = credential === undefined ? '' : digestOf(JSON.stringify(credential))
    const before = latest.get(account)
    latest.set(account, digest)
    if (credential?.scheme !== 'apiKey') accounts.set(account, credential?.accountId)
    if (change || (before !== undefined && before !== digest))
      generations.set(account, (generations.get(account) ?? 0) + 1)
  }

  async function read(environment: EnvironmentId, kind: CredentialKind): Promise<KeychainResult<DatedCredential>> {
    const account = accountOf(environment, kind)
    const known = cached.get(account)
    if (known !== undefined) return { outcome: 'found', value: known }
    const began = epoch
    const result = await keychain.get(account)
    const current = began === epoch
    if (result.outcome !== 'found') {
      if (result.outcome === 'absent' && current) note(account, undefined, false)
      return result
    }
    const value = parseItem(kind, result.value)
    if (value === undefined) {
      log.write('warn', 'credential not readable', { account })
      return {
        outcome: 'unavailable',
        reason: 'What is stored there was not written by the desk. Save it again in Settings.',
      }
    }
    teach(value.credential)
    if (current) {
      note(account, value.credential, false)
      cached.set(account, value)
    }
    return { outcome: 'found', value }
  }

  async function status(environment: EnvironmentId): Promise<CredentialStatus> {
    const stateOf = async (kind: CredentialKind): Promise<States[CredentialKind]> => {
      const result = await read(environment, kind)
      return result.outcome === 'found' ? { state: 'found', updatedAt: result.value.at } : { state: result.outcome }
    }
    const [apiKey, session] = await Promise.all([stateOf('apiKey'), stateOf('session')])
    const credentials: States = { apiKey, session }
    const print = credentialKinds.map((kind) => `${credentials[kind].state} ${generation(environment, kind)}`).join()
    const before = shown.get(environment)
    shown.set(environment, print)
    if (before !== undefined && before !== print) listeners.emit(environment, credentials)
    const { backend, reason } = keychain
    return { environment, backend, ...defined({ reason }), credentials }
  }

  function changed(
    environment: EnvironmentId,
    kind: CredentialKind,
    value: DatedCredential | undefined,
  ): Promise<CredentialStatus> {
    const account = accountOf(environment, kind)
    epoch += 1
    if (value === undefined) cached.delete(account)
    else cached.set(account, value)
    note(account, value?.credential, true)
    if (!shown.has(environment)) shown.set(environment, '')
    return status(environment)
  }

  return {
    status,
    generation,
    account: (environment) => accounts.get(accountOf(environment, 'session')) || undefined,

    async unlock(environment) {
      await keychain.get(accountOf(environment, 'apiKey'))
      return status(environment)
    },

    async save(environment, given) {
      const credential = cleaned(given)
      const kind = credential.scheme
      for (const [path, text] of Object.entries(textsOf(credential))) {
        checkSecret(text, path)
        checkSendable(text, path)
      }
      teach(credential)
      const value = { credential, at: new Date(clock.now()).toISOString() }
      const result = await keychain.set(accountOf(environment, kind), formatItem(value))
      if (result.outcome === 'found') return changed(environment, kind, value)
      epoch += 1
      cached.delete(accountOf(environment, kind))
      throw keychainError(result.outcome, titleOf(environment, kind), result.reason)
    },

    async remove(environment, kind) {
      const result = await keychain.remove(accountOf(environment, kind))
      if (result.outcome === 'found' || result.outcome === 'absent') return changed(environment, kind, undefined)
      epoch += 1
      cached.delete(accountOf(environment, kind))
      throw keychainError(result.outcome, titleOf(environment, kind), result.reason)
    },

    async load(environment, kind) {
      const result = await read(environment, kind)
      if (result.outcome === 'found') return result.value.credential
      if (result.outcome === 'absent')
        throw new DeskError('no_credentials', `No ${names[kind]} is saved for ${environment}.`, {
          facts: { reason: 'credential_absent', credential: kind, environment },
        })
      throw keychainError(result.outcome, titleOf(environment, kind), result.reason)
    },

    async learnAll() {
      for (const environment of environmentIds) {
        for (const kind of credentialKinds) {
          const { outcome } = await read(environment, kind)
          if (isOutOfReach(outcome)) return false
        }
      }
      return true
    },

    drop(keep = () => false) {
      epoch += 1
      for (const environment of environmentIds) {
        if (!keep(environment)) for (const kind of credentialKinds) cached.delete(accountOf(environment, kind))
      }
    },

    onChange: listeners.add,
  }
}
