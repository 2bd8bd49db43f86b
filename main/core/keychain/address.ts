// Paths and queries end up in logs on the way, so no secret may be there.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'

/**
 * Throws DeskError `invalid_input` naming the place. `named`: a name such as `token` counts by itself; for a read only
 * known values do.
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
      throw new DeskError('invalid_input', 'A secret may not be in an address.', {
        operation,
        facts: { reason: 'secret_in_address', field },
        fields: [{ path: field, message: 'Holds a secret', reason: 'holds_secret' }],
      })
    }
  }
}
