import { z } from 'zod'
import { sessionParts, type SessionMapping } from '#contract/account.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import { plainName } from '../../core/keychain/opaque.ts'
import { mappingOf } from './fields.ts'

export const mappingSetting = (environment: EnvironmentId): string => `session-mapping/${environment}`

const kept = z.record(z.string(), bridgeMethods['account.map'].input.shape.mapping)

const isPath = (path: string): boolean => path.split('.').every((name) => plainName.test(name) || /^\d$/.test(name))

/** In a profile file a text under a name such as `token` would be masked. */
export const movedMappings = z.record(
  z.string().max(256),
  z.array(z.strictObject({ part: z.enum(sessionParts), path: z.string().max(512) })).max(sessionParts.length),
)

/** Without what is no field name. */
export function mappingsForFile(value: Json): Json {
  const { data = {} } = kept.safeParse(value)
  return Object.fromEntries(
    Object.entries(data).map(([operation, mapping]) => {
      const parts = sessionParts.flatMap((part) => (mapping[part] === undefined ? [] : [{ part, path: mapping[part] }]))
      return [operation, parts.filter(({ path }) => isPath(path))]
    }),
  )
}

/** Without what is no field name, and without mappings that lack a token. */
export function mappingsFromFile(value: Json): Json {
  const { data = {} } = movedMappings.safeParse(value)
  return Object.fromEntries(
    Object.entries(data)
      .map(([operation, parts]) => [operation, parts.filter(({ path }) => isPath(path))] as const)
      .filter(([, parts]) => parts.some(({ part }) => part === 'token'))
      .map(([operation, parts]) => [operation, Object.fromEntries(parts.map(({ part, path }) => [part, path]))]),
  )
}

export function createMappings(settings: Pick<SettingsStore, 'read' | 'write'>) {
  const list = (environment: EnvironmentId): Record<string, SessionMapping> => {
    const { data = {} } = kept.safeParse(settings.read(mappingSetting(environment)) ?? {})
    return Object.fromEntries(Object.entries(data).map(([operation, mapping]) => [operation, mappingOf(mapping)]))
  }
  const write = (environment: EnvironmentId, mappings: Record<string, SessionMapping>) =>
    settings.write(
      mappingSetting(environment),
      Object.fromEntries(Object.entries(mappings).map(([operation, mapping]) => [operation, { ...mapping }])),
    )

  return {
    list,
    get: (environment: EnvironmentId, operation: string): SessionMapping | undefined =>
      new Map(Object.entries(list(environment))).get(operation),
    save: (environment: EnvironmentId, operation: string, mapping: SessionMapping) =>
      write(environment, { ...list(environment), [operation]: mapping }),
    forget(environment: EnvironmentId, operation: string): void {
      const { [operation]: gone, ...others } = list(environment)
      if (gone !== undefined) write(environment, others)
    },
  }
}
