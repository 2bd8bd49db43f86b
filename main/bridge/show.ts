import { DeskError } from '#contract/errors.ts'
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

export function stageHandlers({ show, ports: { stage } }: Services): HandlersOf<'stage'> {
  return {
    'stage.say': ({ text }) => show.say(text),
    'stage.screens': () => ({ screens: stage?.screens() ?? [] }),
    'stage.open': ({ screen }) => {
      if (stage === undefined)
        throw new DeskError('not_supported', 'A browser opens the stage itself.', {
          facts: { reason: 'browser_opens_stage' },
        })
      stage.open(screen)
      return {}
    },
  }
}
