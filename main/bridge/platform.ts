import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function platformHandlers(services: Services): HandlersOf<'platform'> {
  const { client, environments, operations, redactor, requests } = services
  return {
    'platform.read': (request) => {
      const operation = operations.get(request.operation)
      if (operation !== undefined && operation.kind !== 'read') {
        throw new DeskError('invalid_input', `${operation.key} is not a read.`, {
          facts: { reason: 'not_a_read', operation: operation.key },
          operation: operation.key,
          fields: [{ path: 'operation', message: 'Not a read', reason: 'not_a_read' }],
        })
      }
      return requests.noted(request, environments.selected())
    },
    'platform.preview': (request) => {
      client.check(request)
      const preview = client.preview(request, environments.selected())
      const secretFields = operations.get(request.operation)?.secretFields ?? []
      const suspicious = redactor.find((request.body ?? null) as Json).filter((path) => !secretFields.includes(path))
      return {
        ...preview,
        url: redactor.text(preview.url),
        ...(preview.body !== undefined && { body: redactor.text(preview.body) }),
        suspicious,
      }
    },
  }
}
