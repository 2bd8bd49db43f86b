import { useI18n } from 'vue-i18n'
import type { Alarm } from '#contract/air/alarms.ts'

/** An alarm as a complete sentence, and the next step. */
export function useAlarmText() {
  const { t } = useI18n()
  return {
    what: ({ code }: Pick<Alarm, 'code'>): string => t(`onair.alarm.${code}`),
    next: ({ code }: Pick<Alarm, 'code'>): string => t(`onair.next.${code}`),
    /** Several as one sentence. */
    all: ([first, ...rest]: readonly Alarm[]): string => {
      if (first === undefined) return ''
      const said = t(`onair.alarm.${first.code}`)
      return rest.length === 0 ? said : t('onair.several', rest.length, { named: { first: said, n: rest.length } })
    },
  }
}
