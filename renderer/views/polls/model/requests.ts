import type { JsonObject } from '#contract/json.ts'
import type { OperationKey, RequestParts } from '#records/resources/types.ts'
import { stepOf, type StepId } from '#answers/poll/steps.ts'

export const operations = {
  all: 'POST /api/vote/embed/all',
  create: 'POST /api/vote/embed/create',
  remove: 'POST /api/vote/embed/delete',
  get: 'POST /api/vote/embed/get',
  update: 'PUT /api/vote/embed/update',
  cast: 'POST /api/vote/cast/create',
  vote: 'POST /api/vote/cast/get',
  votes: 'POST /api/vote/cast/getall',
} as const satisfies Record<string, OperationKey>

export const embedIdName = 'embedId'
export const voteIdName = 'voteId'

export const ofPoll = (id: string): RequestParts => ({ body: { [embedIdName]: id } })

export function stepBody(id: string, step: StepId): JsonObject {
  return { [embedIdName]: id, ...stepOf(step).fields }
}

/** A vote whose voter is the desk; it counts like any other. */
export function testVoteBody(id: string, optionId: string, mark: string): JsonObject {
  return { [embedIdName]: id, optionId, voterId: `showdesk-test-${mark}`, test: true }
}
