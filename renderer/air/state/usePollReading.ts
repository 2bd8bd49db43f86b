// The chosen poll with its tally, its leader and how fast votes come in.
import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { joinWords } from '#kit/composables/locale/numbers.ts'
import { useWatch } from '#kit/composables/useWatch.ts'
import { pollIn } from '#answers/poll/poll.ts'
import { rateOf, withSample, type Sample } from '#answers/poll/rate.ts'
import { mayTakeVotes } from '#answers/poll/steps.ts'
import { tallyOf } from '#answers/poll/tally.ts'
import { useBroadcast } from '../stores/broadcast.ts'

export function usePollReading() {
  const { t, n } = useI18n()
  const broadcast = useBroadcast()
  const chosen = computed(() => broadcast.current?.poll)
  const pace = shallowRef<'tally' | 'figures'>('tally')
  const request = (operation: string) =>
    chosen.value === undefined ? undefined : { operation, body: { embedId: chosen.value.id }, pace: pace.value }
  const watched = useWatch(() => request('POST /api/vote/embed/get'))
  const poll = computed(() => pollIn(watched.data.value))
  watch(poll, (now) => (pace.value = mayTakeVotes(now?.step) ? 'tally' : 'figures'), { immediate: true })
  const own = computed(() => tallyOf(watched.data.value, poll.value?.options))
  // The votes are read only where the poll itself has no tally.
  const votes = useWatch(() =>
    poll.value !== undefined && own.value === undefined ? request('POST /api/vote/cast/getall') : undefined,
  )
  const tally = computed(() => own.value ?? tallyOf(votes.data.value, poll.value?.options))
  const source = computed(() => (own.value === undefined && votes.at.value !== undefined ? votes : watched))
  const bars = computed(() =>
    tally.value === undefined
      ? (poll.value?.options ?? []).map(({ id, text }) => ({ id, label: text }))
      : tally.value.rows.map(({ id, text, count, share }) => ({ id, label: text, value: count, share })),
  )

  const samples = shallowRef<Sample[]>([])
  watch(
    () => chosen.value?.id,
    () => (samples.value = []),
  )
  watch([() => source.value.at.value, () => tally.value?.total], ([at, total]) => {
    if (at !== undefined && total !== undefined)
      samples.value = withSample(samples.value, { at: Date.parse(at), total })
  })

  const step = computed(() => poll.value?.step)
  /** Whoever has the most votes; undefined while a number is missing or nobody voted. */
  const leaders = computed(() => {
    const rows = tally.value?.rows ?? []
    if (rows.length === 0 || rows.some(({ count }) => count === undefined)) return undefined
    const most = Math.max(...rows.map(({ count }) => count ?? 0))
    if (most <= 0) return undefined
    return { most, names: rows.filter(({ count }) => count === most).map(({ text }) => text) }
  })

  return {
    chosen,
    watched,
    /** Where the votes come from. */
    source,
    poll,
    step,
    tally,
    bars,
    /** Votes in a minute. */
    rate: computed(() => rateOf(samples.value)?.perMinute),
    leadText: computed(() => {
      if (leaders.value === undefined) return ''
      const { most, names } = leaders.value
      const decided = step.value === 'winner' || step.value === 'closed'
      const word = names.length > 1 ? 'tie' : decided ? 'winner' : 'leading'
      return t(`live.poll.${word}`, { names: joinWords(names), count: n(most) })
    }),
  }
}
