// Another request for a queued intent. Whether it is still queued is checked and committed in one step after the keychain has
// answered: what is on the wire never changes.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Vault } from '../keychain/types.ts'
import { identifierPlaces, secretPlaces } from '../platform/catalog/sessions.ts'
import type { Book, Entry } from './intent-store.ts'
import { laneOf } from './identity.ts'
import { amendable } from './queue.ts'
import type { RequestParts } from './request.ts'
import { keptRequest, writeOperation } from './request.ts'
import type { IntentSecrets } from './secrets.ts'
import type { Origin } from './types.ts'

export interface EditParts extends RequestParts {
  book: Book
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
  const { book, vault, secrets } = parts
  const { id, environment } = amendable(entry).intent
  const operation = writeOperation({ ...wanted, operation: entry.operation.key }, parts)
  const request = keptRequest(wanted)
  if ((origin?.environment ?? environment) !== environment || laneOf(operation, environment, request) !== entry.lane) {
    throw new DeskError(
      'invalid_state',
      'That would be a write to another record. The queued one has not changed. Take it back and send the other anew.',
      { operation: operation.key },
    )
  }
  const { body } = request
  const hidden =
    body === undefined || body === null
      ? body
      : await vault.externalize(`intent/${id}`, body, secretPlaces(operation, body), identifierPlaces(operation))
  if (hidden !== body) secrets.hold(id)
  try {
    if (book.get(id) !== entry)
      throw new DeskError('invalid_state', 'The intent is settled already: it can not be edited any more.')
    amendable(entry)
    return book.change(
      entry,
      'amend',
      {
        request: hidden === undefined ? request : { ...request, body: hidden },
        draft: undefined,
        ...keptOrigin(origin, operation.compare !== undefined, parts.redact),
      },
      [
        {
          event: 'edited',
          note:
            origin?.draft === undefined
              ? 'Edited by the person.'
              : `Edited by the person: carries revision ${origin.draft.revision} of its draft.`,
        },
      ],
    )
  } catch (error) {
    // Secrets that came with an edit of a settled intent have no other end.
    if (hidden !== body && book.get(id) === undefined) secrets.release(id)
    throw error
  }
}

/** What an intent keeps of where it came from. */
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
