// Go, from its press to its outcome. What became of a lost one is seen in the rundown itself.
import { computed, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import { isLinkLoss } from '#kit/composables/desk-error.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { armedMs } from '#kit/composables/useArming.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { useErrorText } from '#kit/composables/useErrorText.ts'
import { useCountdown } from '#kit/composables/time/useCountdown.ts'
import { useRundown } from '../../stores/rundown.ts'
import { useDock } from './useDock.ts'
import type { Verdict } from '../verdict.ts'
import type { Shown } from './useDockCommand.ts'

export function useDockGo() {
  const { t } = useI18n()
  const { announce } = useAnnounce()
  const dock = useDock()
  const rundown = useRundown()
  const errorText = useErrorText()
  const last = shallowRef<{ label: string; verdict: Verdict; error?: DeskError }>()
  const until = ref<number>()
  const { leftMs } = useCountdown(until)

  async function go(label: string, pressed: Pressed): Promise<void> {
    if (busy.value) return
    last.value = { label, verdict: dock.asks ? 'asking' : 'sending' }
    until.value = dock.asks ? Date.now() + armedMs : undefined
    last.value = await rundown.go(pressed).then(
      (fired): { label: string; verdict: Verdict } => ({ label, verdict: fired ? 'confirmed' : 'lapsed' }),
      (reason: unknown) => {
        const error = asDeskError(reason)
        return { label, verdict: isLinkLoss(error.toShape()) ? ('lost' as const) : ('rejected' as const), error }
      },
    )
  }
  const busy = computed(() => last.value?.verdict === 'asking' || last.value?.verdict === 'sending')
  const shown = computed<Shown | undefined>(() => {
    if (last.value === undefined) return undefined
    const { label, verdict, error } = last.value
    if (verdict === 'confirmed') return { verdict, text: t('dock.go.fired', { label }) }
    const reason = error === undefined ? '' : errorText(error.toShape()).what
    const left = Math.min(armedMs / 1_000, Math.max(1, Math.ceil(leftMs.value / 1_000)))
    return { verdict, text: t(`dock.outcome.${verdict}`, { label, reason, left }) }
  })
  watch(
    () => shown.value?.verdict,
    (verdict) => {
      if (verdict !== undefined && verdict !== 'sending') announce(shown.value?.text ?? '')
    },
  )
  return {
    busy,
    shown,
    go,
    /** Whether this dock has a button for it at all. */
    mayGo: computed(() => dock.grant === null || dock.grant?.commands?.includes('go') === true),
  }
}
