import type { JsonObject } from '#contract/json.ts'
import type { LearnedForm } from '#contract/learned.ts'

/** One operation's form as it is saved to a file, in the shape of the export of all of them. */
export function exportedForm({
  environment,
  operation,
  body,
  query,
  answer,
  missed,
  sent,
  answered,
  edited,
  updatedAt,
}: LearnedForm): JsonObject {
  const form = {
    ...(body && { body }),
    ...(query && { query }),
    ...(answer && { answer }),
    missed,
    sent,
    answered,
    edited,
    updatedAt,
  }
  return {
    kind: 'showdesk-learned-forms',
    version: 1,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    environment,
    operations: { [operation]: form as JsonObject },
  }
}
