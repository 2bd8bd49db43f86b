import { DeskError } from '#contract/errors.ts'
import { environmentIds, type Environment, type EnvironmentId } from '#contract/models.ts'
import { withoutUnseen } from '../../core/keychain/errors.ts'
import { parseBaseUrl } from '../client/base-url.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

export const environmentNames: Record<EnvironmentId, string> = {
  production: 'Production',
  development: 'Development',
  rehearsal: 'Rehearsal',
}

export interface Environments {
  list(): Environment[]
  get(id: EnvironmentId): Environment
  selected(): EnvironmentId
  /** The address that a person set, or an empty text. */
  configured(id: EnvironmentId): string
  /** An empty address removes the configured one. Throws `invalid_input` for field `baseUrl`. */
  configure(id: EnvironmentId, baseUrl: string): void
  /** Throws `invalid_state` without an address. */
  select(id: EnvironmentId): void
  /** Throws `invalid_state` without an address. */
  baseUrl(id: EnvironmentId): string
}

/** `embedded` answers the address of the rehearsal platform inside the desk while it runs. */
export function createEnvironments(options: {
  settings: SettingsStore
  embedded: () => string | undefined
  onChange: () => void
}): Environments {
  const { settings, embedded, onChange } = options
  const addresses: Partial<Record<EnvironmentId, string>> = {
    ...(settings.read('environments') as Partial<Record<EnvironmentId, string>> | undefined),
  }
  let chosen = (settings.read('environment') as EnvironmentId | undefined) ?? 'rehearsal'

  function address(id: EnvironmentId): string {
    return addresses[id] ?? (id === 'rehearsal' ? (embedded() ?? '') : '')
  }
  function describe(id: EnvironmentId): Environment {
    return {
      id,
      name: environmentNames[id],
      baseUrl: address(id),
      selected: id === chosen,
      configured: id === 'rehearsal' || addresses[id] !== undefined,
      ...(id === 'rehearsal' && addresses[id] === undefined && { embedded: true }),
    }
  }
  const list = () => environmentIds.map(describe)

  return {
    list,
    get: describe,
    selected: () => chosen,
    configured: (id) => addresses[id] ?? '',
    configure(id, baseUrl) {
      const text = withoutUnseen(baseUrl).trim()
      if (text === '' && id === chosen && id !== 'rehearsal') {
        throw new DeskError('invalid_input', `${environmentNames[id]} is in use and needs its address.`, {
          facts: { reason: 'environment_in_use', environment: id },
          fields: [{ path: 'baseUrl', message: 'Missing', reason: 'missing' }],
        })
      }
      const next = { ...addresses }
      if (text === '') delete next[id]
      else {
        parseBaseUrl(text)
        next[id] = text
      }
      settings.write('environments', next)
      for (const key of environmentIds) {
        const value = next[key]
        if (value === undefined) delete addresses[key]
        else addresses[key] = value
      }
      onChange()
    },
    select(id) {
      if (!describe(id).configured) throw unconfigured(id)
      settings.write('environment', id)
      chosen = id
      onChange()
    },
    baseUrl(id) {
      const url = address(id)
      if (url === '') throw unconfigured(id)
      return url
    },
  }
}

export function unconfigured(environment: EnvironmentId): DeskError {
  return environment === 'rehearsal'
    ? new DeskError('unreachable', 'The rehearsal platform is not running.', {
        facts: { reason: 'rehearsal_not_running' },
      })
    : new DeskError('invalid_state', `${environmentNames[environment]} has no base address yet.`, {
        facts: { reason: 'no_address', environment },
      })
}
