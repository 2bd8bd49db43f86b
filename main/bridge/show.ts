import type { ShowMode } from '../show/types.ts'
import type { HandlersOf } from './handlers.ts'

export function showHandlers({ show }: { show: ShowMode }): HandlersOf<'show'> {
  return {
    'show.get': () => show.get(),
    'show.check': async () => ({ checks: await show.check() }),
    'show.enter': (input) => show.enter(input),
    'show.leave': () => show.leave(),
    'show.list': ({ limit }) => ({ shows: show.list(limit) }),
    'show.report': ({ id }) => show.report(id),
  }
}
