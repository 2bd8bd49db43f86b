import { onBeforeUnmount, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { intentStates, type IntentState } from '#contract/models.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { useDeedText } from '#kit/composables/deed/useDeedText.ts'
import { useLink } from '#kit/composables/useLink.ts'
import { useAlarmText } from '#air/alarms/useAlarmText.ts'
import { useOnAirSentence } from '#air/on-air/useOnAirSentence.ts'
import type { OnAir } from '#air/show/useOnAir.ts'
import { useAlarms } from '#air/stores/alarms.ts'
import { useConnection } from '#kit/stores/connection.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'

const spoken: ReadonlySet<IntentState> = new Set(intentStates.filter((state) => state !== 'sending'))

export function useNarration(air: OnAir): void {
  const { t } = useI18n()
  const { announce, notice } = useAnnounce()
  const { link } = useLink()
  const connection = useConnection()
  const environments = useEnvironments()
  const ledger = useLedger()
  const deeds = useDeedText()
  const last = new Map<string, IntentState>()
  const alarms = useAlarms()
  const alarmText = useAlarmText()
  let heard = ''

  onBeforeUnmount(
    ledger.onChange((intent) => {
      if (last.get(intent.id) === intent.state) return
      last.set(intent.id, intent.state)
      if (spoken.has(intent.state)) notice(intent.id, deeds.said(intent))
    }),
  )
  watch(
    () => connection.current?.state,
    (state, before) => {
      // That the first answer came is no news.
      if (state && before && !(before === 'unknown' && state === 'reachable'))
        notice('connection', t(`frame.connection.${state}`))
    },
  )
  watch(
    () => environments.selected?.id,
    (id, before) => {
      if (id && before) announce(t('frame.said.environment', { name: t(`common.environment.${id}`) }))
    },
  )
  const { sentence, stale } = useOnAirSentence(air)
  // What was heard stands until something else is read; that a reading is old is no news.
  watch(
    () => (stale.value ? '' : sentence.value),
    (now) => {
      if (now === '' || now === heard) return
      if (heard !== '') notice('air', now)
      heard = now
    },
    { immediate: true },
  )
  watch(
    () => alarms.list,
    (now, before = []) => {
      const known = new Set(before.map(({ code, since }) => `${code} ${since}`))
      for (const alarm of now)
        if (!known.has(`${alarm.code} ${alarm.since}`)) notice(`alarm ${alarm.code}`, alarmText.what(alarm))
      if (now.length === 0 && before.length > 0) notice('alarm', t('onair.over'))
    },
    { immediate: true },
  )
  watch(link, (state, before) => {
    if (state === 'lost') announce(t('frame.link.gone'))
    else if (state === 'open' && before === 'lost') announce(t('frame.link.back'))
  })
}
