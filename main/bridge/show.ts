import type { HandlersOf, Services } from './handlers.ts'

export function showHandlers({ show }: Services): HandlersOf<'show'> {
  return {
    'show.get': () => show.get(),
    'show.check': async ({ stream }) => ({ checks: await show.check(stream) }),
    'show.enter': (input) => show.enter(input),
    'show.leave': () => show.leave(),
    'show.list': ({ limit }) => ({ shows: show.list(limit) }),
    'show.report': ({ id }) => show.report(id),
  }
}
