import { createTeacher } from '../platform/learned/teach/index.ts'
import type { HandlersOf, Services } from './handlers.ts'
import type { Tasks } from './tasks.ts'

export function learnedHandlers(
  { learned, operations, transfers, readTaught }: Services,
  tasks: Tasks,
): HandlersOf<'learned'> {
  const teacher = createTeacher({ learned, operations, transfers, read: readTaught })
  return {
    'learned.list': ({ environment }) => ({ forms: learned.list(environment) }),
    'learned.get': ({ environment, operation }) => learned.get(environment, operation),
    'learned.edit': ({ environment, operation, part, schema }) => learned.edit(environment, operation, part, schema),
    'learned.forget': ({ environment, operation }) => ({ forgotten: learned.forget(environment, operation) }),
    'learned.preview': ({ transfer, environment, task }) =>
      tasks.run(task, (reading) => teacher.preview(transfer, environment, reading)),
    'learned.teach': ({ transfer, environment, task }) =>
      tasks.run(task, (reading) => teacher.teach(transfer, environment, reading)),
    'learned.export': ({ environment }) => learned.export(environment),
  }
}
