import type { ExportedFile } from '#contract/draft.ts'
import type { Risk } from '#contract/operation.ts'
import { anyServer, openApiOf } from './openapi.ts'
import type { ExportSource } from './types.ts'

export { anyServer, openApiOf }
export type { ExportSource } from './types.ts'

/** What a tool that sends a whole file with one press must not find in it unasked. */
const costly: ReadonlySet<Risk> = new Set(['money', 'destroy'])

/** `moneyAndDeletions` leaves what costs money or deletes in. */
export function exportCatalog(source: ExportSource, { moneyAndDeletions = false } = {}): ExportedFile {
  const operations = source.operations.filter(({ risk }) => moneyAndDeletions || !costly.has(risk))
  return {
    name: 'platform-openapi.json',
    type: 'application/vnd.oai.openapi+json;version=3.1',
    text: `${JSON.stringify(openApiOf({ ...source, operations, servers: [anyServer] }), null, 2)}\n`,
  }
}
