import type { OperationInfo } from '#contract/operation.ts'
import { components } from './openapi-components.ts'
import { openApiOperation } from './openapi-operation.ts'
import { productDescriptions } from './products.ts'
import type { ExportSource } from './types.ts'

export interface OpenApiServer {
  url: string
  description: string
  variables?: Record<string, { default: string }>
}

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: readonly OpenApiServer[]
  tags: Array<{ name: string; description: string }>
  paths: Record<string, Record<string, unknown>>
  components: typeof components
}

/**
 * The desk knows no real host, so the address is a variable. It has no description of its own, which a widespread
 * validator refuses.
 */
export const anyServer: OpenApiServer = {
  url: '{baseUrl}',
  description:
    "The platform's production or development environment. `baseUrl` is its base address, without a slash at its end.",
  variables: { baseUrl: { default: 'https://platform.example.org' } },
}

const description = [
  "The platform's operations as Showdesk knows them; `info.version` is the desk's.",
  'Five bodies and their answers are specified. What is marked `x-showdesk-learned` the desk inferred from requests and answers: names and types that it saw, no promise.',
  'What is marked `x-showdesk-suggested` the desk offers in its forms, with made-up examples; nothing of it is demanded.',
  'What is marked `x-showdesk-unspecified` the platform leaves open, and so are the query parameters of reads and the credential of all but the five operations. The credentials here are those that the desk uses: its defaults, or what was chosen for a product in its settings.',
  '`x-showdesk-kind` says what an operation does to its resource, `x-showdesk-risk` how much a slip would cost.',
].join('\n\n')

/** OpenAPI 3.1 without values; the same input gives the same document. */
export function openApiOf({
  operations,
  version,
  learned,
  servers,
}: ExportSource & { servers: readonly OpenApiServer[] }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: openApiOperation(operation, learned),
    }
  }
  const used = new Set<string>(operations.map(({ product }: OperationInfo) => product))
  return {
    openapi: '3.1.1',
    info: {
      title: 'Platform API',
      version,
      description,
      license: { name: 'Not specified', identifier: 'NOASSERTION' },
    },
    servers,
    tags: Object.entries(productDescriptions)
      .filter(([name]) => used.has(name))
      .map(([name, words]) => ({ name, description: words })),
    paths,
    components,
  }
}
