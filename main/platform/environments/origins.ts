// The origin (scheme, host, port) that the secrets of an environment were saved for, until a person confirms another.
// It is kept in the keychain, out of reach of profile files and database rows.
import { z } from 'zod'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { keychainError } from '../../core/keychain/errors.ts'
import { parseBaseUrl } from '../client/base-url.ts'
import type { Clock, Keychain } from '../../core/ports.ts'
import { unconfigured, type Environments } from './environments.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

/** The platform inside the desk, whatever its port. */
export const embedded = 'embedded'

/** The addresses when this rule came: secrets saved before belong to them. Profile files leave this setting out. */
const firstSetting = 'origins/first'
const item = z.object({ v: z.string(), at: z.string() })
const accountOf = (environment: EnvironmentId) => `${environment}/origin`

export interface Origins {
  /** `embedded` for the platform inside the desk, otherwise the origin itself. */
  placeOf(environment: EnvironmentId, origin: string): string
  /** Where requests go now; empty without an address. */
  current(environment: EnvironmentId): string
  /**
   * Null where the origin was not confirmed yet, undefined where nothing was ever saved. Throws DeskError
   * `keychain_*`.
   */
  confirmed(environment: EnvironmentId): Promise<string | null | undefined>
  /**
   * Throws `no_credentials` (`origin_not_confirmed`) where secrets may not go to an origin. The first
   * origin that a secret goes to is confirmed by that.
   */
  check(environment: EnvironmentId, origin: string): Promise<void>
  /** After a save; `hadSecrets` says whether the environment had secrets before. */
  saved(environment: EnvironmentId, hadSecrets: boolean): Promise<void>
  /**
   * Binds to the present address. Throws `conflict` where it is not `origin`, `invalid_state` without one.
   */
  confirm(environment: EnvironmentId, origin: string): Promise<void>
  /** Throws `invalid_input` where a start asks for another address than the confirmed one. */
  refuseMove(environment: EnvironmentId, baseUrl: string): Promise<void>
  /** Reads the keychain again next time. An origin is no secret, so the known one stays until then. */
  drop(): void
  onConfirm(listener: (environment: EnvironmentId) => void): () => void
}

interface OriginParts {
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

  /** Empty where it was not confirmed yet, undefined where the keychain has nothing. */
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

  /** Secrets that are older than this rule are bound to the address of its first start. */
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
      if ((await boundTo(environment, hadSecrets)) === undefined)
        await bind(environment, hadSecrets ? '' : current(environment))
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
      // If the keychain can't be read now, the first request with a secret is checked instead.
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

const originOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : '')

/** Anything that the desk did not write confirms nothing. */
function parsed(text: string): string {
  try {
    return item.safeParse(JSON.parse(text)).data?.v ?? ''
  } catch {
    return ''
  }
}
