// The poll that is open: read by the desk at the pace its step needs, its tally beside it, and the rate between two totals.
import { computed, shallowRef, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { WatchWait } from '#contract/live.ts'
import { useWatch } from '../../../composables/useWatch.ts'
import { pollIn } from '#answers/poll/poll.ts'
import type { Poll } from '#answers/poll/poll.ts'
import { rateOf, withSample } from '#answers/poll/rate.ts'
import type { Rate, Sample } from '#answers/poll/rate.ts'
import { embedIdName, operations } from '../model/requests.ts'
import { takesVotes } from '#answers/poll/steps.ts'
import { tallyOf } from '#answers/poll/tally.ts'
import type { Tally } from '#answers/poll/tally.ts'

export interface WatchedPoll {
  /** As the platform said it last; undefined until its first answer. */
  poll: ComputedRef<Poll | undefined>
  /** When that came; ISO 8601. */
  at: ComputedRef<string | undefined>
  tally: ComputedRef<{ tally: Tally; at: string } | undefined>
  rate: ComputedRef<Rate | undefined>
  error: ComputedRef<DeskErrorShape | undefined>
  waiting: ComputedRef<WatchWait | undefined>
  staleAfterMs: ComputedRef<number>
  slowed: ComputedRef<boolean>
  /** The platform says that it has no such poll. */
  gone: ComputedRef<boolean>
  /** Reads it now; never rejects. */
  refresh(): Promise<void>
}

export function useWatchedPoll(id: MaybeRefOrGetter<string | undefined>): WatchedPoll {
  const wanted = computed(() => toValue(id))
  const quick = shallowRef(true)
  const embed = useWatch(() =>
    wanted.value === undefined
      ? undefined
      : {
          operation: operations.get,
          body: { [embedIdName]: wanted.value },
          pace: quick.value ? ('tally' as const) : ('figures' as const),
        },
  )
  const poll = computed(() => pollIn(embed.data.value))
  // A poll whose state is not known may well be open.
  watch(poll, (now) => (quick.value = now?.step === undefined || takesVotes(now.step)), { immediate: true })

  const own = computed(() => tallyOf(embed.data.value))
  // Where the embed carries no numbers, the list of its votes may: one row of it is asked for, since only what stands beside counts.
  const needsVotes = computed(
    () =>
      embed.data.value !== undefined &&
      (own.value === undefined || own.value.rows.every(({ count }) => count === undefined)),
  )
  const votes = useWatch(() =>
    wanted.value === undefined || !needsVotes.value
      ? undefined
      : {
          operation: operations.votes,
          body: { [embedIdName]: wanted.value, limit: 1, offset: 0 },
          pace: quick.value ? ('tally' as const) : ('figures' as const),
        },
  )
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
    poll,
    at: embed.at,
    tally,
    rate: computed(() => rateOf(samples.value.list)),
    error: computed(() => embed.error.value ?? votes.error.value),
    waiting: computed(() => embed.waiting.value ?? votes.waiting.value),
    staleAfterMs: embed.staleAfterMs,
    slowed: embed.slowed,
    gone: computed(() => embed.error.value?.code === 'not_found'),
    refresh: async () => {
      await Promise.all([embed.refresh(), ...(needsVotes.value ? [votes.refresh()] : [])]).catch(() => undefined)
    },
  }
}
