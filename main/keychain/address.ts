// The path and the query of a request end up in logs of every machine on the way: no secret may stand there, of a write or of a read.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'

/**
 * Throws DeskError `invalid_input` (facts `secret_in_address`) naming the place. `redact` masks what it knows.
 * `named`: a name such as `token` speaks for itself; of a read, which may be made of one, only known values count.
 */
export function refuseSecretsInAddress(
  { path, query }: OperationRequest,
  operation: string,
  redact: (value: Json) => Json,
  named = true,
): void {
  for (const [part, values] of Object.entries({ path, query })) {
    for (const [name, value] of Object.entries(values ?? {})) {
      const key = named ? name : 'id'
      const [[shownKey, shown] = []] = Object.entries(redact({ [key]: value }) ?? {})
      if (shownKey === key && shown === value) continue
      const field = `${part}.${name}`
      throw new DeskError('invalid_input', 'A secret may not stand in an address.', {
        operation,
        facts: { reason: 'secret_in_address', field },
        fields: [{ path: field, message: 'Holds a secret', reason: 'holds_secret' }],
      })
    }
  }
}
