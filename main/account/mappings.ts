// Where the session stood in an answer, as a person confirmed it: remembered per environment and operation, in the profile's settings.
import { z } from 'zod'
import type { SessionMapping } from '#contract/account.ts'
import { sessionParts } from '#contract/account.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SettingsStore } from '../desk/settings.ts'
import { plainName } from '../keychain/opaque.ts'

/** Names of fields only; the values are in the keychain. */
export const mappingSetting = (environment: EnvironmentId): string => `session-mapping/${environment}`

const kept = z.record(z.string(), bridgeMethods['account.map'].input.shape.mapping)

const isPath = (path: string): boolean => path.split('.').every((name) => plainName.test(name) || /^\d$/.test(name))

/** As they travel in a profile file: there a text under a name such as `token` would be masked. */
export const movedMappings = z.record(
  z.string().max(256),
  z.array(z.strictObject({ part: z.enum(sessionParts), path: z.string().max(512) })).max(sessionParts.length),
)

/** What is no name of a field stays behind. */
export function mappingsForFile(value: Json): Json {
  const { data = {} } = kept.safeParse(value)
  return Object.fromEntries(
    Object.entries(data).map(([operation, mapping]) => {
      const parts = sessionParts.flatMap((part) => (mapping[part] === undefined ? [] : [{ part, path: mapping[part] }]))
      return [operation, parts.filter(({ path }) => isPath(path))]
    }),
  )
}

/** What is no name of a field is not taken; a mapping without its token is none. */
export function mappingsFromFile(value: Json): Json {
  const { data = {} } = movedMappings.safeParse(value)
  return Object.fromEntries(
    Object.entries(data)
      .map(([operation, parts]) => [operation, parts.filter(({ path }) => isPath(path))] as const)
      .filter(([, parts]) => parts.some(({ part }) => part === 'token'))
      .map(([operation, parts]) => [operation, Object.fromEntries(parts.map(({ part, path }) => [part, path]))]),
  )
}

/** Without the names that were left out. */
export function mappingOf({
  token,
  accountId,
  sessionId,
}: {
  token: string
  accountId?: string | undefined
  sessionId?: string | undefined
}): SessionMapping {
  return { token, ...(accountId === undefined ? {} : { accountId }), ...(sessionId === undefined ? {} : { sessionId }) }
}

export function createMappings(settings: Pick<SettingsStore, 'read' | 'write'>) {
  const list = (environment: EnvironmentId): Record<string, SessionMapping> => {
    const read = kept.safeParse(settings.read(mappingSetting(environment)) ?? {})
    return Object.fromEntries(
      Object.entries(read.data ?? {}).map(([operation, mapping]) => [operation, mappingOf(mapping)]),
    )
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
