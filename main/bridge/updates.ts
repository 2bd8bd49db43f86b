import type { HandlersOf, Services } from './handlers.ts'

export function updateHandlers({ updates }: Services): HandlersOf<'updates'> {
  return {
    'updates.get': () => updates.get(),
    'updates.choose': ({ look }) => updates.choose(look),
    'updates.look': () => updates.look(),
    'updates.install': () => {
      updates.install()
      return {}
    },
  }
}
