// From a press to its outcome. Nothing is ever repeated: what became of a lost command stands in the desk's activity.
import { computed, ref, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { asDeskError } from '#contract/errors.ts'
import { shapeOf } from '#kit/composables/desk-error.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { useErrorText } from '#kit/composables/useErrorText.ts'
import { useCountdown } from '#kit/composables/time/useCountdown.ts'
import { armedMs } from '#kit/composables/useArming.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { useDock, type Run } from './useDock.ts'
import { judge, worstFirst, type Judged, type Sent, type Verdict } from '../verdict.ts'

export interface Shown {
  verdict: Verdict
  text: string
}

export function useDockCommand() {
  const { t } = useI18n()
  const { announce } = useAnnounce()
  const dock = useDock()
  const ledger = useLedger()
  const errorText = useErrorText()
  const current = shallowRef<{ label: string; runs: readonly Run[]; sent: readonly Sent[] }>()
  const until = ref<number>()
  const { leftMs } = useCountdown(until)
  const busy = computed(
    () => current.value?.sent.some(({ outcome, error }) => outcome === undefined && error === undefined) ?? false,
  )

  async function run(label: string, runs: readonly Run[]): Promise<void> {
    if (busy.value || runs.length === 0) return
    const pressedAt = new Date().toISOString()
    // A mark is kept at once: later it would mark another moment.
    const asks = dock.asks && runs.some(({ command }) => command !== 'mark')
    let sent: Sent[] = runs.map(() => ({ asks }))
    current.value = { label, runs, sent }
    until.value = asks ? Date.now() + armedMs : undefined
    const settle = (at: number, ending: Omit<Sent, 'asks'>): void => {
      sent = sent.map((one, place) => (place === at ? { asks, ...ending } : one))
      current.value = { label, runs, sent }
    }
    await Promise.all(
      runs.map((one, at) =>
        dock.run(one, pressedAt).then(
          (outcome) => settle(at, { outcome }),
          (error: unknown) => settle(at, { error: asDeskError(error) }),
        ),
      ),
    )
  }

  const judged = computed<Judged[]>(() => {
    const { runs = [], sent = [] } = current.value ?? {}
    return sent.map((one, at) => {
      const { outcome } = one
      const intent = outcome?.outcome === 'sent' ? (ledger.byId.get(outcome.intent.id) ?? outcome.intent) : undefined
      const run = runs[at]
      const target = dock.targets.find(
        ({ command, record }) => command === run?.command && (run.record === undefined || record === run.record),
      )
      return judge(one, intent, target)
    })
  })
  // A later command of somebody else does not undo a confirmed one.
  const confirmed = shallowRef<object>()
  watch([judged, current], ([all, of]) => {
    if (of !== undefined && all.length > 0 && all.every(({ verdict }) => verdict === 'confirmed'))
      confirmed.value = of.runs
  })
  const shown = computed<Shown | undefined>(() => {
    const of = current.value
    if (of === undefined) return undefined
    const worst =
      confirmed.value === of.runs
        ? ({ verdict: 'confirmed' } satisfies Judged)
        : worstFirst.flatMap((verdict) => judged.value.find((one) => one.verdict === verdict) ?? [])[0]
    if (worst === undefined) return undefined
    const { verdict } = worst
    const error = 'error' in worst ? worst.error : undefined
    const reason = error === undefined ? '' : errorText(shapeOf(error)).what
    // The page's clock ticks once a second, so that it may be behind.
    const left = Math.min(armedMs / 1_000, Math.max(1, Math.ceil(leftMs.value / 1_000)))
    return { verdict, text: t(`dock.outcome.${verdict}`, { label: of.label, reason, left }) }
  })
  watch(
    () => shown.value?.verdict,
    (verdict) => {
      if (verdict !== undefined && verdict !== 'sending') announce(shown.value?.text ?? '')
    },
  )

  return { busy, run, shown }
}
