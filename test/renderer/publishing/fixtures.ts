import type { DeskErrorShape } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Intent, IntentState, ProviderProfile } from '#contract/models.ts'
import { eventOperations } from '../../../renderer/views/publishing/model/fields.ts'

interface IntentSketch {
  id: string
  state: IntentState
  details?: JsonObject
  body?: Json
  /** `data.status` of the answer. */
  status?: string
  error?: DeskErrorShape
  settledAt?: string
  waiting?: Intent['waiting']
}

/** An intent of an event update. */
export function intent({ id, state, details = {}, body, status, error, settledAt, waiting }: IntentSketch): Intent {
  return {
    id,
    reference: `ref-${id}`,
    operation: eventOperations.update,
    state,
    environment: 'rehearsal',
    product: 'Livestream',
    risk: 'onair',
    request: { body: body ?? { options: {}, details } },
    attempts: 1,
    createdAt: '2026-11-21T19:59:00.000Z',
    evidence: [],
    ...(status === undefined
      ? {}
      : { status: 200, answer: { data: { id: 'event-1', status }, requestId: 'req-1' }, requestId: 'req-1' }),
    ...(error === undefined ? {} : { error }),
    ...(settledAt === undefined ? {} : { settledAt }),
    ...(waiting === undefined ? {} : { waiting }),
  }
}

export function profile(id: string, name: string, options: ProviderProfile['options'] = {}): ProviderProfile {
  return {
    id,
    name,
    environment: 'rehearsal',
    options,
    secrets: { apiKey: { $secret: `profile/${id}/apiKey` }, apiSecret: null, authToken: null, streamKey: null },
    updatedAt: '2026-11-21T19:00:00.000Z',
  }
}
