import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { encoderLinks } from '#contract/air/encoder.ts'
import { useEncoder } from '../stores/encoder.ts'
import { formatAge } from '#kit/composables/time/time.ts'
import { useAge } from '#kit/composables/time/useAge.ts'
import { useCountdown } from '#kit/composables/time/useCountdown.ts'
import { useLink } from '#kit/composables/useLink.ts'
import { encoderLooks, encoderStatus } from './status.ts'

/** So many readings may be missed before what is shown is too old. */
const missed = 3

/** The streaming software in use: what it does, in words, and whether that is still so. */
export function useEncoderState() {
  const { t } = useI18n()
  const store = useEncoder()
  const { link } = useLink()
  const state = computed(() => store.state)
  const { ageMs, stale: old } = useAge(
    () => state.value?.readAt,
    () => (state.value === undefined ? undefined : missed * state.value.everyMs),
  )
  const stale = computed(() => state.value?.readAt !== undefined && (link.value !== 'open' || old.value))
  const status = computed(() => encoderStatus(state.value))
  const { ageMs: outageMs } = useAge(() => state.value?.stream?.reconnectingSince)
  const { text: next } = useCountdown(() => state.value?.nextTryAt)

  const word = computed(() => {
    const said = t(`encoder.status.${status.value}`)
    return status.value === 'reconnecting' && state.value?.stream?.reconnectingSince !== undefined
      ? `${said} ${t('encoder.panel.reconnectingFor', { age: formatAge(outageMs.value) })}`
      : said
  })
  /** Why it is not connected, and what to do; undefined where it is. */
  const why = computed(() => {
    const { encoder, elsewhere = '' } = state.value ?? {}
    const reason = encoderLinks.find((one) => one === status.value)
    if (encoder === undefined || reason === undefined || reason === 'connected') return undefined
    const isElsewhere = reason === 'unreachable' && elsewhere !== ''
    const isUnasked = reason === 'refused' && !encoder.hasPassword
    const key = isElsewhere ? 'elsewhere' : isUnasked ? 'refusedNone' : reason
    const said = t(`encoder.why.${key}`, { address: encoder.address, elsewhere })
    return next.value === '' || reason === 'connecting'
      ? said
      : `${said} ${t('encoder.why.next', { left: next.value })}`
  })

  return {
    state,
    /** A software is in use, whether or not it answers. */
    used: computed(() => state.value?.encoder !== undefined),
    status,
    look: computed(() => encoderLooks[status.value]),
    word,
    why,
    /** The password waits in a keychain that a person can open. */
    locked: computed(() => status.value === 'locked' || status.value === 'withheld'),
    stale,
    ageMs,
  }
}
