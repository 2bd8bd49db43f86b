// A draft's content as JSON with its fields in one order, so that equal contents are equal texts.
import type { BridgeParams } from '#contract/bridge.ts'
import type { DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Operation } from '../../platform/catalog/entry.ts'

export function contentOf(
  input: Omit<BridgeParams<'drafts.save'>, 'id' | 'baseRevision' | 'keepAsText'>,
): DraftContent {
  return {
    operation: input.operation,
    title: input.title,
    path: input.path,
    query: input.query,
    body: (input.body ?? null) as Json,
    notes: input.notes,
    tags: input.tags,
    ...(input.environment !== undefined && { environment: input.environment }),
    extra: input.extra as JsonObject,
    base: (input.base ?? null) as Json,
  }
}

/** Throws `invalid_input` for what is not JSON. */
export function textOf(content: DraftContent): string {
  try {
    return JSON.stringify(content)
  } catch {
    throw new DeskError('invalid_input', 'This draft holds a value that is not JSON.', {
      facts: { reason: 'draft_not_json' },
      fields: [{ path: 'body', message: 'Not JSON', reason: 'not_json' }],
    })
  }
}

export const contentFrom = (text: string): DraftContent => JSON.parse(text) as DraftContent

/** Throws `invalid_input`. */
export function writingOperation(operations: ReadonlyMap<string, Operation>, key: string): Operation {
  const operation = operations.get(key)
  if (operation !== undefined && operation.kind !== 'read') return operation
  const reason = operation === undefined ? 'unknown_operation' : 'only_reads'
  throw new DeskError('invalid_input', `${key} is not an operation that writes.`, {
    facts: { reason, operation: key },
    fields: [{ path: 'operation', message: 'Choose an operation that writes', reason: 'choose_write' }],
  })
}
