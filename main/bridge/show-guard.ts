// While a show is on, nothing moves the desk to another platform and nothing opens it anew: the refusal stands around those methods here,
// and nowhere else.
import { DeskError } from '#contract/errors.ts'
import type { Show } from '#contract/live.ts'
import type { ShowMode } from '../show/types.ts'
import type { Handlers } from './handlers.ts'

/** The handlers, with those barred that would change where the running show's desk sends to, or restart it. They answer `invalid_state`. */
export function showGuard(show: Pick<ShowMode, 'get'>, handlers: Handlers): Handlers {
  function bar<P, R>(handler: (params: P) => R, when: (params: P, running: Show) => boolean): (params: P) => R {
    return (params) => {
      const running = show.get().show
      if (running !== undefined && when(params, running)) throw barred(running)
      return handler(params)
    }
  }
  return {
    ...handlers,
    'environments.select': bar(
      handlers['environments.select'],

      ({ id }, { environment }) => id !== environment,
    ),
    'environments.configure': bar(
      handlers['environments.configure'],

      ({ id }, { environment }) => id === environment,
    ),
    'backups.restore': bar(handlers['backups.restore'], () => true),
    // Reading a large file holds the desk up for a moment.
    'learned.preview': bar(handlers['learned.preview'], () => true),
    'learned.teach': bar(handlers['learned.teach'], () => true),
    'profile.import': bar(handlers['profile.import'], () => true),
  }
}

function barred({ title }: Show): DeskError {
  return new DeskError('invalid_state', `A show is on: ${title}. Leave show mode first.`, {
    facts: { reason: 'not_during_show', title },
  })
}
