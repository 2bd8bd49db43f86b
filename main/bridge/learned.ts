import type { Learned } from '../learned/types.ts'
import type { HandlersOf } from './handlers.ts'

export function learnedHandlers({ learned }: { learned: Learned }): HandlersOf<'learned'> {
  return {
    'learned.list': ({ environment }) => ({ forms: learned.list(environment) }),
    'learned.get': ({ environment, operation }) => learned.get(environment, operation),
    'learned.edit': ({ environment, operation, part, schema }) => learned.edit(environment, operation, part, schema),
    'learned.forget': ({ environment, operation }) => ({ forgotten: learned.forget(environment, operation) }),
    'learned.export': ({ environment }) => learned.export(environment),
  }
}
