import type { FieldChoices } from '../desk/field-choices.ts'
import type { HandlersOf } from './handlers.ts'

export function fieldHandlers({ fieldChoices }: { fieldChoices: FieldChoices }): HandlersOf<'fields'> {
  return {
    'fields.list': ({ environment }) => ({ choices: fieldChoices.list(environment) }),
    'fields.choose': (choice) => fieldChoices.choose(choice),
    'fields.forget': ({ environment, operation }) => {
      fieldChoices.forget(environment, operation)
      return {}
    },
  }
}
