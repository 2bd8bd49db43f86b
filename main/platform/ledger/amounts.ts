// Refuses amounts that a person and a machine could read differently.
import { DeskError } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { Operation } from '../catalog/entry.ts'

const mostDigits = 15
/** `amount`, `totalAmount`, `unit_price`, `amountCents`: the word ends the name or comes before its unit. */
const amountName =
  /(?:^|[_-])(?:amount|price|total|subtotal|fee|tip|tax)s?(?:[_-]?(?:in[_-]?)?(?:cents|minor|major|units?))?$/
/** Names of the amount within an amount's own object. */
const insideName = /^(?:value|amount|cents|minor|major|units?)$/
/** Whether a field's name says that it is an amount. */
export const isAmountName = (name: string): boolean => amountName.test(wordsOf(name))

const wordsOf = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** Here an amount of zero makes no sense; elsewhere a price or a goal may be zero. */
const movingResources: ReadonlySet<string> = new Set(['payment/charge', 'payment/refund', 'payment/transaction'])

/** Throws DeskError `invalid_input` with the field where a body that moves money has a wrong amount. */
export function refuseAmounts(operation: Operation, body: Json | undefined): void {
  if (operation.risk !== 'money') return
  const moves = movingResources.has(operation.resource.toLowerCase()) && operation.kind !== 'update'
  walk(body, '', (path, name, value) => {
    if (isAmount(value) && !(moves && /amount/.test(name) && isZero(value))) return
    throw new DeskError('invalid_input', `"${path}" is not an amount.`, {
      operation: operation.key,
      fields: [{ path, message: 'Not an amount', reason: 'amount_not_valid', facts: { most: mostDigits } }],
      facts: { reason: 'amount_not_valid', field: path },
    })
  })
}

function walk(
  value: Json | undefined,
  path: string,
  found: (path: string, name: string, value: Json) => void,
  inAmount = false,
): void {
  if (Array.isArray(value)) {
    return value.forEach((item, at) => {
      const place = `${path}.${at}`
      if (isObject(item) || Array.isArray(item)) walk(item, place, found, inAmount)
      else if (inAmount && item !== null) found(place, 'amount', item)
    })
  }
  if (!isObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`
    const words = wordsOf(name)
    const named = amountName.test(words) || (inAmount && insideName.test(words))
    if (isObject(inner) || Array.isArray(inner)) walk(inner, place, found, named)
    else if (named && inner !== null) found(place, words, inner)
  }
}

function isAmount(value: Json): boolean {
  if (typeof value !== 'number' && typeof value !== 'string') return false
  const text = String(value)
  return /^\d+(?:\.\d+)?$/.test(text) && text.replace('.', '').length <= mostDigits
}

const isZero = (value: Json): boolean => Number(value) === 0
