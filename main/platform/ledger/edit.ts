// Replaces the request of a queued intent. That it is still queued is checked again after the keychain has answered, in one step with
// the commit, so that what is on the wire never changes.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Vault } from '../../core/keychain/types.ts'
import { identifierPlaces, secretPlaces } from '../catalog/sessions.ts'
import type { IntentStore, Entry } from './intent-store.ts'
import { keptDeed, type DeedParts } from './deeds.ts'
import { wrongState } from './errors.ts'
import { laneOf } from './identity.ts'
import { amendable } from './queue.ts'
import { keptRequest, writeOperation, type RequestParts } from './request.ts'
import type { IntentSecrets } from './secrets.ts'
import type { Origin } from './types.ts'

export interface EditParts extends RequestParts, DeedParts {
  intents: IntentStore
  vault: Vault
  secrets: IntentSecrets
}

/** Throws DeskError `invalid_state`, `invalid_input`, `keychain_*` or `storage_*`; then nothing has changed. */
export async function editQueued(
  entry: Entry,
  wanted: Omit<OperationRequest, 'operation'>,
  origin: Origin | undefined,
  parts: EditParts,
): Promise<Intent> {
  const { intents, vault, secrets } = parts
  const { id, environment } = amendable(entry).intent
  const operation = writeOperation({ ...wanted, operation: entry.operation.key }, parts)
  const request = keptRequest(wanted)
  if ((origin?.environment ?? environment) !== environment || laneOf(operation, environment, request) !== entry.lane) {
    throw new DeskError('invalid_state', 'The edit would write to another record.', {
      operation: operation.key,
      facts: { reason: 'other_record' },
    })
  }
  const { body } = request
  const hidden =
    body === undefined || body === null
      ? body
      : await vault.externalize(`intent/${id}`, body, secretPlaces(operation, body), identifierPlaces(operation))
  if (hidden !== body) secrets.hold(id)
  try {
    if (intents.get(id) !== entry) throw wrongState(entry.intent.state)
    amendable(entry)
    const next = hidden === undefined ? request : { ...request, body: hidden }
    return intents.change(
      entry,
      'amend',
      {
        request: next,
        draft: undefined,
        deed: keptDeed(origin?.deed, { operation, environment, request: next }, parts),
        ...keptOrigin(origin, operation.compare !== undefined, parts.redact),
      },
      [
        {
          event: 'edited',
          ...(origin?.draft === undefined
            ? { code: 'edited' }
            : { code: 'edited_from_draft', facts: { revision: origin.draft.revision } }),
        },
      ],
    )
  } catch (error) {
    // Nothing else releases the secrets of an edit that came too late.
    if (hidden !== body && intents.get(id) === undefined) secrets.release(id)
    throw error
  }
}

export function keptOrigin(
  origin: Origin | undefined,
  compares: boolean,
  redact: (value: Json) => Json,
): Pick<Intent, 'draft' | 'expects'> {
  return {
    ...(origin?.draft !== undefined && { draft: origin.draft }),
    ...(origin?.expects !== undefined && compares && { expects: { base: redact(origin.expects.base) } }),
  }
}
