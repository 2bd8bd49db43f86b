import { given, text, type Call, type Effects } from '../call.ts'
import { list } from '../lists.ts'
import { change, find, insert, lookUp } from '../records.ts'
import { impossible } from '../refusal.ts'
import type { Stored } from '../store.ts'
import { counted, numberOf, textOf, integerOf } from '../values.ts'

const placements = 'ads/placement'

export const ads: Effects = {
  // The clock moves a placement from scheduled to running to ended, as on a real platform.
  'POST /api/ads/placement/create'(call) {
    const startsAt = instantOf(call, 'startsAt') ?? call.now
    const seconds = integerOf(given(call, 'durationSeconds', 'duration'))
    const endsAt = instantOf(call, 'endsAt') ?? (seconds === undefined ? undefined : startsAt + seconds * 1_000)
    if (endsAt !== undefined && endsAt <= startsAt) throw impossible('endsAt', 'must be after the start')
    const times = {
      startsAt: new Date(startsAt).toISOString(),
      endsAt: endsAt === undefined ? null : new Date(endsAt).toISOString(),
    }
    const uncounted = { impressions: 0, interactions: {}, votes: {}, totalVotes: 0, choices: {} }
    return { data: moved(insert(call, placements, { ...uncounted, ...call.body, ...times }), call.now) }
  },

  'GET /api/ads/placement/all': (call) =>
    list(
      call,
      call.store.all(placements).map((placement) => moved(placement, call.now)),
      false,
    ),

  'POST /api/ads/interaction/create'(call) {
    const placementId = text(call, 'placementId')
    const placement = placementId === undefined ? undefined : lookUp(call, placements, placementId)
    const record = insert(call, 'ads/interaction', { type: 'impression', ...call.body })
    if (placement !== undefined)
      change(call, placements, placement, { impressions: numberOf(placement.impressions) + 1 })
    return { data: record }
  },

  'POST /api/ads/placement/vote/{placementId}'(call) {
    const placement = find(call, placements)
    const votes = counted(placement.votes, optionOf(call) ?? 'vote')
    return { data: change(call, placements, placement, { votes, totalVotes: numberOf(placement.totalVotes) + 1 }) }
  },

  'POST /api/ads/placement/choice/{placementId}'(call) {
    const placement = find(call, placements)
    const option = optionOf(call) ?? 'choice'
    return {
      data: change(call, placements, placement, { choices: counted(placement.choices, option), lastChoice: option }),
    }
  },

  'POST /api/ads/placement/interact/{placementId}'(call) {
    const placement: Stored = find(call, placements)
    const type = text(call, 'type', 'interaction', 'action') ?? 'click'
    return { data: change(call, placements, placement, { interactions: counted(placement.interactions, type) }) }
  },
}

/** The placement at a moment; one without times keeps its status. */
function moved(placement: Stored, now: number): Stored {
  const startsAt = Date.parse(textOf(placement.startsAt) ?? '')
  if (Number.isNaN(startsAt) || placement.status === 'paused') return placement
  const endsAt = Date.parse(textOf(placement.endsAt) ?? '')
  return { ...placement, status: endsAt <= now ? 'ended' : startsAt <= now ? 'running' : 'scheduled' }
}

function instantOf(call: Call, name: string): number | undefined {
  const sent = text(call, name)
  if (sent === undefined) return undefined
  const at = Date.parse(sent)
  if (Number.isNaN(at)) throw impossible(name, 'must be an ISO 8601 instant')
  return at
}

function optionOf(call: Call): string | undefined {
  return text(call, 'optionId', 'option', 'choiceId', 'choice', 'vote', 'value')
}
