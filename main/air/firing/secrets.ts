// A firing keeps the requests of its steps, so a credential may only stand in them as a reference.
import { DeskError } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { secretPlaces } from '../../platform/catalog/sessions.ts'
import type { PlannedStep } from './types.ts'

/** Throws DeskError `invalid_input` naming the field. */
export function refusePlainSecrets(steps: readonly PlannedStep[], operations: ReadonlyMap<string, Operation>): void {
  for (const { id, action } of steps) {
    if (action.kind !== 'operation') continue
    const operation = operations.get(action.operation)
    const { body } = action.request
    if (operation === undefined || body === undefined) continue
    const place = secretPlaces(operation, body).find((one) => isText(valueAt(body, one.split('.'))))
    if (place === undefined) continue
    throw new DeskError('invalid_input', `${place} of step ${id} holds a credential in plain text.`, {
      facts: { reason: 'secret_in_text' },
      fields: [{ path: place, message: 'Holds a secret', reason: 'holds_secret' }],
    })
  }
}

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== ''

function valueAt(body: Json, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined) return body
  if (Array.isArray(body)) return valueAt(body[Number(name)] ?? null, rest)
  return isObject(body) && Object.hasOwn(body, name) ? valueAt(body[name] ?? null, rest) : undefined
}
