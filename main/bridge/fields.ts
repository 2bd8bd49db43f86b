import type { HandlersOf, Services } from './handlers.ts'

export function fieldHandlers({ fieldChoices }: Services): HandlersOf<'fields'> {
  return {
    'fields.list': ({ environment }) => ({ choices: fieldChoices.list(environment) }),
    'fields.choose': (choice) => fieldChoices.choose(choice),
    'fields.forget': ({ environment, operation }) => {
      fieldChoices.forget(environment, operation)
      return {}
    },
  }
}
