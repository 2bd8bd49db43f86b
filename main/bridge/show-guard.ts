import { DeskError } from '#contract/errors.ts'
import type { Show } from '#contract/live.ts'
import type { ShowMode } from '../air/show/types.ts'
import type { Handlers } from './handlers.ts'

/** During a show, handlers that would restart the desk or change where it sends to answer `invalid_state`. */
export function showGuard(show: Pick<ShowMode, 'get'>, handlers: Handlers): Handlers {
  function bar<P, C, R>(
    handler: (params: P, caller: C) => R,
    when: (params: P, running: Show) => boolean = () => true,
  ) {
    return (params: P, caller: C): R => {
      const running = show.get().show
      if (running !== undefined && when(params, running)) throw barred(running)
      return handler(params, caller)
    }
  }
  return {
    ...handlers,
    'environments.select': bar(handlers['environments.select'], ({ id }, { environment }) => id !== environment),
    'environments.configure': bar(handlers['environments.configure'], ({ id }, { environment }) => id === environment),
    'backups.restore': bar(handlers['backups.restore']),
    // Reading a large file takes a processor and memory that the show may need.
    'learned.preview': bar(handlers['learned.preview']),
    'learned.teach': bar(handlers['learned.teach']),
    'profile.import': bar(handlers['profile.import']),
    // What a template names is not asked for while the audience is there.
    'pictures.fetch': bar(handlers['pictures.fetch']),
    // A program that opens in front of the desk would cover it.
    'mail.test': bar(handlers['mail.test']),
    'updates.look': bar(handlers['updates.look']),
    'updates.install': bar(handlers['updates.install']),
  }
}

const barred = ({ title }: Show): DeskError =>
  new DeskError('invalid_state', `A show is on: ${title}. Nothing was changed.`, {
    facts: { reason: 'not_during_show', title },
  })
