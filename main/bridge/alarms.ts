import type { HandlersOf, Services } from './handlers.ts'

export function alarmHandlers({ alarms }: Pick<Services, 'alarms'>): HandlersOf<'alarms'> {
  return {
    'alarms.list': () => ({ alarms: alarms.list() }),
    'alarms.report': ({ page, findings }) => {
      alarms.report(`program ${page ?? ''}`, findings)
      return { alarms: alarms.list() }
    },
  }
}
