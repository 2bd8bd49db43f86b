// Where the session stood in an answer, as a person confirmed it: remembered per environment and operation, in the profile's settings.
import { z } from 'zod'
import type { SessionMapping } from '#contract/account.ts'
import { accountInputs } from '#contract/account.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SettingsStore } from '../desk/settings.ts'

/** Names of fields only; the values are in the keychain. */
export const mappingSetting = (environment: EnvironmentId): string => `session-mapping/${environment}`

const kept = z.record(z.string(), accountInputs['account.map'].shape.mapping)

/** Without the names that were left out. */
export function mappingOf({ token, accountId, sessionId }: { token: string; accountId?: string | undefined; sessionId?: string | undefined }): SessionMapping {
  return { token, ...(accountId === undefined ? {} : { accountId }), ...(sessionId === undefined ? {} : { sessionId }) }
}

export function createMappings(settings: Pick<SettingsStore, 'read' | 'write'>) {
  const list = (environment: EnvironmentId): Record<string, SessionMapping> => {
    const read = kept.safeParse(settings.read(mappingSetting(environment)) ?? {})
    return Object.fromEntries(Object.entries(read.data ?? {}).map(([operation, mapping]) => [operation, mappingOf(mapping)]))
  }
  const write = (environment: EnvironmentId, mappings: Record<string, SessionMapping>) =>
    settings.write(mappingSetting(environment), Object.fromEntries(Object.entries(mappings).map(([operation, mapping]) => [operation, { ...mapping }])))

  return {
    list,
    get: (environment: EnvironmentId, operation: string): SessionMapping | undefined => new Map(Object.entries(list(environment))).get(operation),
    save: (environment: EnvironmentId, operation: string, mapping: SessionMapping) => write(environment, { ...list(environment), [operation]: mapping }),
    forget(environment: EnvironmentId, operation: string): void {
      const { [operation]: gone, ...others } = list(environment)
      if (gone !== undefined) write(environment, others)
    },
  }
}
