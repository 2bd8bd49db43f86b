import type { ExportedFile } from '#contract/draft.ts'
import { brunoOf } from './bruno.ts'
import { anyServer, openApiOf } from './openapi.ts'
import { postmanOf } from './postman.ts'
import type { ExportSource } from './types.ts'

export { anyServer, openApiOf }
export type { ExportSource } from './types.ts'

export type ExportFormat = 'openapi' | 'postman' | 'bruno'

const formats: Readonly<Record<ExportFormat, { name: string; type: string; make: (source: ExportSource) => object }>> =
  {
    openapi: {
      name: 'platform-openapi.json',
      type: 'application/vnd.oai.openapi+json;version=3.1',
      make: (source) => openApiOf({ ...source, servers: [anyServer] }),
    },
    postman: { name: 'platform.postman_collection.json', type: 'application/json', make: postmanOf },
    bruno: { name: 'platform.bruno.json', type: 'application/json', make: brunoOf },
  }

export function exportCatalog(format: ExportFormat, source: ExportSource): ExportedFile {
  const { name, type, make } = formats[format]
  return { name, type, text: `${JSON.stringify(make(source), null, 2)}\n` }
}
