// The names that a person gave to ambiguous fields of answers, per operation and environment.
import type { BridgeParams } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Operation } from '../catalog/entry.ts'
import type { Clock } from '../../core/ports.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'

/** The name of the setting, also in a profile file. */
export const fieldsSetting = (environment: EnvironmentId): string => `fields/${environment}`

type Kept = Omit<FieldChoice, 'environment' | 'operation'>

export interface FieldChoices {
  /** Sorted by operation. */
  list(environment: EnvironmentId): FieldChoice[]
  /** Merges into the earlier choice. Throws `invalid_input` for an operation that is not in the catalog. */
  choose(choice: BridgeParams<'fields.choose'>): FieldChoice
  /** Throws `invalid_input` for an unknown operation. */
  forget(environment: EnvironmentId, operation: string): void
}

export function createFieldChoices(parts: {
  settings: Pick<SettingsStore, 'read' | 'write'>
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  onChange: (change: { environment: EnvironmentId; choices: FieldChoice[] }) => void
}): FieldChoices {
  const { settings, operations, clock, onChange } = parts
  const read = (environment: EnvironmentId) =>
    new Map(Object.entries((settings.read(fieldsSetting(environment)) ?? {}) as Record<string, Kept>))

  const list = (environment: EnvironmentId): FieldChoice[] =>
    [...read(environment)]
      .map(([operation, kept]) => ({ environment, operation, ...kept }))
      .sort((a, b) => (a.operation < b.operation ? -1 : 1))

  function write(environment: EnvironmentId, kept: ReadonlyMap<string, Kept>): void {
    settings.write(fieldsSetting(environment), Object.fromEntries(kept))
    onChange({ environment, choices: list(environment) })
  }

  return {
    list,
    choose({ environment, operation, fields, amounts, list: place, airWords }) {
      if (!operations.has(operation)) throw unknown(operation)
      const all = read(environment)
      const before = all.get(operation)
      const kept: Kept = {
        ...before,
        fields: { ...before?.fields, ...fields },
        ...(amounts !== undefined && { amounts }),
        ...(place !== undefined && { list: place }),
        ...(airWords !== undefined && { airWords: withWords(before?.airWords, airWords) }),
        updatedAt: new Date(clock.now()).toISOString(),
      }
      write(environment, all.set(operation, kept))
      return { environment, operation, ...kept }
    },
    forget(environment, operation) {
      const all = read(environment)
      if (all.delete(operation)) write(environment, all)
      else if (!operations.has(operation)) throw unknown(operation)
    },
  }
}

const mostWords = 100

/** The newest words stay; null takes one back. */
function withWords(
  before: FieldChoice['airWords'],
  said: NonNullable<BridgeParams<'fields.choose'>['airWords']>,
): NonNullable<FieldChoice['airWords']> {
  const words = new Map(Object.entries(before ?? {}))
  for (const [word, meaning] of Object.entries(said)) {
    words.delete(word)
    if (meaning !== null) words.set(word, meaning)
  }
  return Object.fromEntries([...words].slice(-mostWords))
}

function unknown(operation: string): DeskError {
  return new DeskError('invalid_input', `There is no operation ${JSON.stringify(operation.slice(0, 80))}.`, {
    facts: { reason: 'unknown_operation', operation: operation.slice(0, 80) },
    fields: [{ path: 'operation', message: 'Not in the catalog', reason: 'not_in_catalog' }],
  })
}
