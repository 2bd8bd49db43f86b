// Advertising in front of the audience: impressions and interactions are counted on the placement they belong to.
import type { Call, Effects } from '../call.ts'
import { text } from '../call.ts'
import { change, find, insert, lookUp } from '../records.ts'
import type { Stored } from '../store.ts'
import { counted, numberOf } from '../values.ts'

const placements = 'ads/placement'

export const ads: Effects = {
  'POST /api/ads/interaction/create'(call) {
    const placementId = text(call, 'placementId')
    const placement = placementId === undefined ? undefined : lookUp(call, placements, placementId)
    const record = insert(call, 'ads/interaction', { type: 'impression', ...call.body })
    if (placement !== undefined) change(call, placements, placement, { impressions: numberOf(placement.impressions) + 1 })
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
    return { data: change(call, placements, placement, { choices: counted(placement.choices, option), lastChoice: option }) }
  },

  'POST /api/ads/placement/interact/{placementId}'(call) {
    const placement: Stored = find(call, placements)
    const type = text(call, 'type', 'interaction', 'action') ?? 'click'
    return { data: change(call, placements, placement, { interactions: counted(placement.interactions, type) }) }
  },
}

function optionOf(call: Call): string | undefined {
  return text(call, 'optionId', 'option', 'choiceId', 'choice', 'vote', 'value')
}
