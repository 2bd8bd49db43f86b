import { createTeacher } from '../learned/teach/index.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function learnedHandlers({ learned, operations, transfers }: Services): HandlersOf<'learned'> {
  const teacher = createTeacher({ learned, operations, transfers })
  return {
    'learned.list': ({ environment }) => ({ forms: learned.list(environment) }),
    'learned.get': ({ environment, operation }) => learned.get(environment, operation),
    'learned.edit': ({ environment, operation, part, schema }) => learned.edit(environment, operation, part, schema),
    'learned.forget': ({ environment, operation }) => ({ forgotten: learned.forget(environment, operation) }),
    'learned.preview': ({ transfer, environment }) => teacher.preview(transfer, environment),
    'learned.teach': ({ transfer, environment }) => teacher.teach(transfer, environment),
    'learned.export': ({ environment }) => learned.export(environment),
  }
}
