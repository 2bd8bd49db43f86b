import { computed, shallowRef, watch } from 'vue'
import { useWatch } from '#kit/composables/useWatch.ts'
import { pollIn } from '#answers/poll/poll.ts'
import { rateOf, withSample, type Sample } from '#answers/poll/rate.ts'
import { embedIdName, operations } from '../model/requests.ts'
import { mayTakeVotes } from '#answers/poll/steps.ts'
import { tallyOf } from '#answers/poll/tally.ts'

export type WatchedPoll = ReturnType<typeof useWatchedPoll>

export function useWatchedPoll(id: () => string | undefined) {
  const wanted = computed(id)
  const pace = shallowRef<'tally' | 'figures'>('tally')
  const request = (operation: string, more: Record<string, number> = {}) =>
    wanted.value === undefined
      ? undefined
      : { operation, body: { [embedIdName]: wanted.value, ...more }, pace: pace.value }
  const embed = useWatch(() => request(operations.get))
  const poll = computed(() => pollIn(embed.data.value))
  watch(poll, (now) => (pace.value = mayTakeVotes(now?.step) ? 'tally' : 'figures'), { immediate: true })

  const own = computed(() => tallyOf(embed.data.value))
  // Where the embed has no numbers, the list of its votes may have them beside its rows: one row is enough.
  const needsVotes = computed(
    () =>
      embed.data.value !== undefined &&
      (own.value === undefined || own.value.rows.every(({ count }) => count === undefined)),
  )
  const votes = useWatch(() => (needsVotes.value ? request(operations.votes, { limit: 1, offset: 0 }) : undefined))
  const beside = computed(() => (needsVotes.value ? tallyOf(votes.data.value, poll.value?.options) : undefined))
  const tally = computed(() => {
    if (beside.value !== undefined && votes.at.value !== undefined) return { tally: beside.value, at: votes.at.value }
    return own.value === undefined || embed.at.value === undefined
      ? undefined
      : { tally: own.value, at: embed.at.value }
  })

  const samples = shallowRef<{ id: string | undefined; list: Sample[] }>({ id: undefined, list: [] })
  watch(
    [wanted, tally],
    ([now, shown]) => {
      const list = samples.value.id === now ? samples.value.list : []
      const total = shown?.tally.total
      const next =
        shown === undefined || total === undefined ? list : withSample(list, { at: Date.parse(shown.at), total })
      samples.value = { id: now, list: next }
    },
    { immediate: true },
  )

  return {
    /** As the platform said it last. */
    poll,
    at: embed.at,
    tally,
    rate: computed(() => rateOf(samples.value.list)),
    error: computed(() => embed.error.value ?? votes.error.value),
    waiting: computed(() => embed.waiting.value ?? votes.waiting.value),
    staleAfterMs: embed.staleAfterMs,
    slowed: embed.slowed,
    /** The platform says that it has no such poll. */
    gone: computed(() => embed.error.value?.code === 'not_found'),
    async refresh(): Promise<void> {
      await Promise.all([embed.refresh(), needsVotes.value && votes.refresh()])
    },
  }
}
