import type { HandlersOf, Services } from './handlers.ts'

export function fieldHandlers({ fieldChoices, statusWords }: Services): HandlersOf<'fields' | 'words'> {
  return {
    'fields.list': ({ environment }) => ({ choices: fieldChoices.list(environment) }),
    'fields.choose': (choice) => fieldChoices.choose(choice),
    'fields.forget': ({ environment, operation }) => {
      fieldChoices.forget(environment, operation)
      return {}
    },
    'words.list': ({ environment }) => ({ choices: statusWords.list(environment) }),
    'words.teach': (choice) => statusWords.teach(choice),
    'words.forget': ({ environment, word }) => {
      statusWords.forget(environment, word)
      return {}
    },
  }
}
