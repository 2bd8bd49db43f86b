import { nameOf } from '../core/types.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function firingHandlers({ firings }: Pick<Services, 'firings'>): HandlersOf<'firing'> {
  return {
    'firing.plan': ({ kind }) => firings.plan(kind),
    'firing.choices': ({ environment }) => firings.choices(environment),
    'firing.choose': (change) => firings.choose(change),
    'firing.fire': (input, caller) => firings.begin(input, nameOf(caller)),
    'firing.get': ({ id }) => firings.get(id),
    'firing.current': () => ({ firing: firings.current() }),
    'firing.resume': ({ id, ...pressed }) => firings.resume(id, pressed),
    'firing.proceed': ({ id, step }) => firings.proceed(id, step),
    'firing.stop': ({ id }) => firings.stop(id),
    'firing.left': () => ({ left: firings.left() }),
    'firing.dismissLeft': ({ id }) => ({ left: firings.dismissLeft(id) }),
  }
}

export function alarmHandlers({ alarms }: Pick<Services, 'alarms'>): HandlersOf<'alarms'> {
  return {
    'alarms.list': () => ({ alarms: alarms.list() }),
    'alarms.report': ({ page, findings }) => {
      alarms.report(`program ${page ?? ''}`, findings)
      return { alarms: alarms.list() }
    },
  }
}
