import type { HandlersOf, Services } from './handlers.ts'

export function historyHandlers({ history }: Services): HandlersOf<'history'> {
  return {
    'history.list': (filter) => history.list(filter),
    'history.get': ({ id }) => history.get(id),
    'history.mark': (change) => history.mark(change),
    'history.forget': async (what) => ({ forgotten: await history.forget(what) }),
    'history.kept': () => history.kept(),
    'history.settings': () => history.settings(),
    'history.configure': (change) => history.configure(change),
    'history.recent': async ({ environment, limit }) => ({ operations: await history.recent(environment, limit) }),
  }
}

export function favouriteHandlers({ favourites }: Services): HandlersOf<'favourites'> {
  return {
    'favourites.list': () => ({ operations: favourites.list() }),
    'favourites.set': ({ operation, on }) => ({ operations: favourites.set(operation, on) }),
  }
}

export function seenHandlers({ seen }: Services): HandlersOf<'seen'> {
  return {
    'seen.note': (what) => {
      seen.note(what)
      return {}
    },
    'seen.list': (filter) => ({ records: seen.list(filter) }),
    'seen.forget': (what) => ({ forgotten: seen.forget(what) }),
  }
}
