// Where the secrets of an environment may go: to the one origin (scheme, host, port) that they were saved for, until a person confirms another
// by name. The origin is kept in the keychain beside the credentials, out of reach of a profile file and of a row in the database.
import { z } from 'zod'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { keychainError } from '../keychain/errors.ts'
import { parseBaseUrl } from '../platform/client/base-url.ts'
import type { Clock, Keychain } from '../ports.ts'
import { unconfigured } from './environments.ts'
import type { Environments } from './environments.ts'
import type { SettingsStore } from './settings.ts'

/** The platform inside the desk, whatever its port. */
export const embedded = 'embedded'

/** Addresses at the first start with this rule: what was saved before it belongs to them. No profile file carries this setting. */
const firstSetting = 'origins/first'
const item = z.object({ v: z.string(), at: z.string() })
const accountOf = (environment: EnvironmentId) => `${environment}/origin`

export interface Origins {
  /** What stands for an origin: `embedded` where it is that of the platform inside the desk, else itself. */
  placeOf(environment: EnvironmentId, origin: string): string
  /** Where requests of an environment go now; empty without an address. */
  current(environment: EnvironmentId): string
  /** What secrets of an environment are bound to: null where it was not confirmed yet, undefined where nothing was ever saved. Throws DeskError `keychain_*`. */
  confirmed(environment: EnvironmentId): Promise<string | null | undefined>
  /**
   * Throws DeskError `no_credentials` with the reason `origin_not_confirmed` where secrets of the environment may not go to an origin.
   * The first place that a secret goes to, where none was saved before, is confirmed by it.
   */
  check(environment: EnvironmentId, origin: string): Promise<void>
  /** Something was saved for the present address; `hadSecrets` tells whether anything was before. What is bound already stays so. */
  saved(environment: EnvironmentId, hadSecrets: boolean): Promise<void>
  /** Binds to the present address. Throws DeskError `conflict` where that is another than the person named, `invalid_state` without one. */
  confirm(environment: EnvironmentId, origin: string): Promise<void>
  /** Throws DeskError `invalid_input` where the environment is bound elsewhere than to an address that a start asks for. */
  refuseMove(environment: EnvironmentId, baseUrl: string): Promise<void>
  /** What is known is asked of the keychain again, as soon as that answers. It is no secret, so it is not forgotten. */
  drop(): void
  onConfirm(listener: (environment: EnvironmentId) => void): () => void
}

export interface OriginParts {
  keychain: Keychain
  environments: Pick<Environments, 'get' | 'configured'>
  settings: Pick<SettingsStore, 'read' | 'write'>
  clock: Clock
  /** Whether an environment has a credential, or a provider profile with secrets. */
  hasSecrets: (environment: EnvironmentId) => Promise<boolean>
}

export function createOrigins({ keychain, environments, settings, clock, hasSecrets }: OriginParts): Origins {
  const known = new Map<EnvironmentId, string>()
  const stale = new Set<EnvironmentId>()
  const listeners = createListeners<[EnvironmentId]>()
  let epoch = 0

  const isEmbedded = (environment: EnvironmentId) =>
    environment === 'rehearsal' && environments.configured('rehearsal') === ''
  const current = (environment: EnvironmentId): string =>
    isEmbedded(environment) ? embedded : originOf(environments.configured(environment))
  const placeOf = (environment: EnvironmentId, origin: string): string =>
    isEmbedded(environment) && origin === originOf(environments.get(environment).baseUrl) ? embedded : origin

  const first = (): Partial<Record<EnvironmentId, string>> =>
    (settings.read(firstSetting) as Partial<Record<EnvironmentId, string>> | undefined) ?? {}
  if (settings.read(firstSetting) === undefined) {
    const addresses = (['production', 'development', 'rehearsal'] as const).map((environment): [string, string] => [
      environment,
      current(environment),
    ])
    settings.write(firstSetting, Object.fromEntries(addresses.filter(([, place]) => place !== '')))
  }

  /** What the keychain says, empty where it was not confirmed yet; undefined where it says nothing. A keychain that can't be asked leaves what was known. */
  async function read(environment: EnvironmentId): Promise<string | undefined> {
    const before = known.get(environment)
    if (before !== undefined && !stale.has(environment)) return before
    const began = epoch
    const result = await keychain.get(accountOf(environment))
    if (result.outcome !== 'found' && result.outcome !== 'absent') {
      if (before !== undefined) return before
      throw keychainError(result.outcome, titleOf(environment), result.reason)
    }
    const value = result.outcome === 'found' ? parsed(result.value) : undefined
    if (began === epoch) {
      stale.delete(environment)
      if (value === undefined) known.delete(environment)
      else known.set(environment, value)
    }
    return value
  }

  async function bind(environment: EnvironmentId, place: string): Promise<void> {
    const result = await keychain.set(
      accountOf(environment),
      JSON.stringify({ v: place, at: new Date(clock.now()).toISOString() }),
    )
    if (result.outcome !== 'found') throw keychainError(result.outcome, titleOf(environment), result.reason)
    epoch += 1
    known.set(environment, place)
    stale.delete(environment)
    const { [environment]: mine, ...others } = first()
    if (mine !== undefined) settings.write(firstSetting, others)
  }

  /** What was saved before this rule is bound to the address of its first start. */
  async function boundTo(environment: EnvironmentId, hadSecrets?: boolean): Promise<string | undefined> {
    const place = await read(environment)
    if (place !== undefined) return place
    const before = first()[environment]
    if (before === undefined || !(hadSecrets ?? (await hasSecrets(environment)))) return undefined
    await bind(environment, before)
    return before
  }

  const refusal = (environment: EnvironmentId, place: string, bound: string | undefined): DeskError => {
    const { name } = environments.get(environment)
    const confirmed = bound === undefined || bound === '' ? null : bound
    return new DeskError('no_credentials', `The credentials of ${name} are not confirmed for ${place}.`, {
      facts: { reason: 'origin_not_confirmed', environment, origin: place, confirmed },
    })
  }

  return {
    placeOf,
    current,
    async confirmed(environment) {
      const bound = await boundTo(environment)
      return bound === '' ? null : (bound ?? ((await hasSecrets(environment)) ? null : undefined))
    },
    async check(environment, origin) {
      const place = placeOf(environment, origin)
      const bound = await boundTo(environment)
      if (bound === undefined && !(await hasSecrets(environment))) return bind(environment, place)
      if (bound !== place) throw refusal(environment, place, bound)
    },
    async saved(environment, hadSecrets) {
      if ((await boundTo(environment, hadSecrets)) === undefined) await bind(environment, hadSecrets ? '' : current(environment))
    },
    async confirm(environment, origin) {
      const place = current(environment)
      if (place === '') throw unconfigured(environment)
      if (origin !== place)
        throw new DeskError('conflict', `${environments.get(environment).name} points at ${place} now.`, {
          facts: { reason: 'address_changed', environment, origin: place },
        })
      await bind(environment, place)
      listeners.emit(environment)
    },
    async refuseMove(environment, baseUrl) {
      const place = baseUrl.trim() === '' ? (environment === 'rehearsal' ? embedded : '') : parseBaseUrl(baseUrl).origin
      // A keychain that can't be asked now is asked by the first request that carries a secret.
      const bound = await boundTo(environment).catch(() => undefined)
      if (bound === undefined || bound === '' || bound === place || place === '') return
      throw new DeskError(
        'invalid_input',
        `The credentials of ${environments.get(environment).name} were saved for ${bound}; for ${place} they need --confirm-origin.`,
        {
          facts: { reason: 'origin_not_confirmed', environment, origin: place, confirmed: bound },
          fields: [{ path: 'base-url', message: 'Not confirmed', reason: 'not_confirmed' }],
        },
      )
    },
    drop() {
      epoch += 1
      for (const environment of known.keys()) stale.add(environment)
    },
    onConfirm: listeners.add,
  }
}

const titleOf = (environment: EnvironmentId) => `The confirmed address of ${environment}`

/** Empty where the text is no address. */
const originOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : '')

/** What was not written by the desk confirms nothing. */
function parsed(text: string): string {
  try {
    return item.safeParse(JSON.parse(text)).data?.v ?? ''
  } catch {
    return ''
  }
}
