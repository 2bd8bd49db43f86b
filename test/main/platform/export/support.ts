import type { JsonSchema } from '#contract/json.ts'
import type { LearnedForm } from '#contract/learned.ts'
import { describeOperations, type OperationKey } from '../../../../main/platform/catalog/index.ts'
import type { ExportSource } from '../../../../main/platform/export/index.ts'

export const operations = describeOperations()
export const plain: ExportSource = { operations, version: '0.1.0' }

const text = { type: 'string' }
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** A form as the desk learns it. */
export function learnedForm(
  operation: OperationKey,
  parts: Pick<LearnedForm, 'body' | 'query' | 'answer'>,
): LearnedForm {
  return {
    environment: 'development',
    operation,
    ...parts,
    missed: [],
    sent: 3,
    answered: 3,
    edited: [],
    updatedAt: '2026-11-22T20:00:00.000Z',
  }
}

const forms = [
  learnedForm('POST /api/vote/embed/create', {
    body: object({
      name: text,
      seats: { type: ['null', 'integer'] },
      tags: { type: 'array', items: text },
      rows: { type: 'array', items: object({ label: text }) },
      token: { type: 'string', secret: true },
    }),
    answer: object({ data: object({ id: text }), requestId: text }),
  }),
  learnedForm('GET /api/video/stream/get', { query: object({ streamId: text, 'with[details]': { type: 'boolean' } }) }),
  learnedForm('DELETE /api/payment/promotion/delete', { body: object({ promotionId: text }) }),
  learnedForm('PUT /api/events/general/update', {
    body: object({ intruder: text }),
    answer: object({ intruder: text }),
  }),
]
export const learned: ExportSource = {
  ...plain,
  learned: (operation) => forms.find((form) => form.operation === operation) ?? null,
}
