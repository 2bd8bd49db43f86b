// What the page reads of the platform, what is chosen, and what a profile that has chosen nothing is offered.
import { computed, onMounted, ref, watch } from 'vue'
import { defined } from '#contract/defined.ts'
import type { Named } from '#contract/live.ts'
import { byPlan, noDestination, publishedOf, startAhead } from '#answers/published.ts'
import { readAds } from '#answers/placements.ts'
import type { DraftHead } from '#contract/draft.ts'
import { usePlatformNow } from '#kit/composables/time/usePlatformNow.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useWatch } from '#kit/composables/useWatch.ts'
import { useBroadcast } from '#air/stores/broadcast.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFields } from '#kit/stores/fields.ts'
import { useLive } from '#kit/stores/live.ts'
import { optionsOf, pollOptionsOf } from '../model/options.ts'
import { proposeEnd, proposeLink, proposePoll, proposeStream } from '../model/proposal.ts'

const operations = {
  streams: 'GET /api/video/stream/all',
  events: 'GET /api/video/details/all',
  polls: 'POST /api/vote/embed/all',
  ads: 'GET /api/ads/placement/all',
  links: 'POST /api/payment/link/all',
} as const
const eventUpdate = 'PUT /api/video/event/update'
const mostDrafts = 5

export type Part = 'stream' | 'poll' | 'link'

const named = (option: Named | undefined): Named | undefined =>
  option === undefined ? undefined : { id: option.id, name: option.name }

export function usePrepare() {
  const broadcast = useBroadcast()
  const drafts = useDrafts()
  const environments = useEnvironments()
  const fields = useFields()
  const live = useLive()
  const now = usePlatformNow()

  const streams = useWatch({ operation: operations.streams, pace: 'list' })
  const events = useWatch({ operation: operations.events, pace: 'list' })
  const polls = useWatch({ operation: operations.polls, body: {}, pace: 'list' })
  const ads = useWatch({ operation: operations.ads, pace: 'list' })
  const links = useWatch({ operation: operations.links, body: {}, pace: 'list' })
  const choiceOf = (operation: string) => fields.byOperation.get(operation)

  const streamOptions = computed(() => optionsOf(streams.data.value, 'video/stream', choiceOf(operations.streams)))
  const pollOptions = computed(() => pollOptionsOf(polls.data.value, choiceOf(operations.polls)))
  const linkOptions = computed(() => optionsOf(links.data.value, 'payment/link', choiceOf(operations.links)))
  const published = computed(() => publishedOf(events.data.value, choiceOf(operations.events)).toSorted(byPlan))
  const streamId = computed(() => broadcast.current?.stream?.id)
  const ofStream = computed(() => published.value.filter((event) => event.streamId === streamId.value))
  /** Events of the chosen stream that have not ended. */
  const destinations = computed(() => ofStream.value.filter(({ state }) => state !== 'stopped'))
  // A minute is exact enough for what is next.
  const minute = computed(() => Math.floor(now.value / 60_000) * 60_000)
  const board = computed(() => readAds(ads.data.value, streamId.value, minute.value, choiceOf(operations.ads)))

  const choose = useOperation(broadcast.choose)
  /** Offered and not chosen by a person. */
  const proposed = ref<ReadonlySet<Part | 'end'>>(new Set())
  async function set(part: Part, option: Named | undefined): Promise<void> {
    proposed.value = new Set([...proposed.value].filter((each) => each !== part))
    await choose.run({ [part]: named(option) ?? null })
  }
  async function setEnd(at: string | undefined): Promise<void> {
    proposed.value = new Set([...proposed.value].filter((each) => each !== 'end'))
    await choose.run({ plannedEndAt: at ?? null })
  }

  const read = computed(() =>
    [streams, events, polls, links].every(({ data, error }) => data.value !== undefined || error.value !== undefined),
  )
  /** Offers what is clear to a profile that has chosen nothing: what a person left out stays left out. */
  async function offer(): Promise<void> {
    const { stream, poll, link, plannedEndAt } = broadcast.current ?? {}
    if ([stream, poll, link, plannedEndAt].some((part) => part !== undefined)) return
    const next = proposeStream(streamOptions.value ?? [], published.value, now.value)
    const offered = {
      stream: named(next),
      poll: named(proposePoll(pollOptions.value ?? [])),
      link: named(proposeLink(linkOptions.value ?? [])),
      end: proposeEnd(
        published.value.filter((event) => event.streamId === next?.id),
        now.value,
      ),
    }
    const parts = (['stream', 'poll', 'link', 'end'] as const).filter((part) => offered[part] !== undefined)
    if (parts.length === 0) return
    const { end, ...rest } = offered
    if ((await choose.run(defined({ ...rest, plannedEndAt: end }))) !== undefined) proposed.value = new Set(parts)
  }
  let offeredIn: string | undefined
  watch(
    () => [environments.selected?.id, broadcast.current !== undefined && read.value] as const,
    ([environment, ready]) => {
      if (!ready || environment === undefined || offeredIn === environment) return
      offeredIn = environment
      void offer()
    },
    { immediate: true },
  )

  const eventDrafts = ref<DraftHead[]>()
  watch(
    () => environments.selected?.id,
    async (environment) => {
      eventDrafts.value = undefined
      if (environment === undefined) return
      const page = await drafts
        .list({ operation: eventUpdate, environment, limit: mostDrafts, removed: false })
        .catch(() => undefined)
      if (environments.selected?.id === environment) eventDrafts.value = page?.items
    },
    { immediate: true },
  )
  const watched = { streams, events, polls, ads, links }
  /** What was made in another view since the lists were read would be missing here for minutes. */
  async function readAgain(): Promise<void> {
    const known = Object.values(watched).filter(({ data }) => data.value !== undefined)
    if (known.length === 0) return
    await live.refresh()
    await Promise.all(known.map(({ refresh }) => refresh()))
  }
  onMounted(() => void Promise.all([fields.ensure(), broadcast.ensure(), readAgain()]))

  return {
    watched,
    streamOptions,
    pollOptions,
    linkOptions,
    destinations,
    eventDrafts,
    board,
    noDestination: computed(() => noDestination(ofStream.value)),
    /** When the next event starts, where that lies ahead. */
    start: computed(() => startAhead(destinations.value, minute.value)),
    proposed,
    choose,
    set,
    setEnd,
  }
}
