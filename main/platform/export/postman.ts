import type { AuthScheme, OperationInfo } from '#contract/operation.ts'
import { blankBody, knownForm } from './form.ts'
import { postmanGuard } from './guard.ts'
import { foldersOf } from './names.ts'
import type { ExportSource, LearnedOf } from './types.ts'
import { apiKeyHeader, collectionDescription, colonPath, sessionHeaders, variables } from './variables.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const field = (key: string, value: string) => ({ key, value, type: 'string' })
const auth: Readonly<Record<AuthScheme, object>> = {
  apiKey: { type: 'apikey', apikey: [field('key', apiKeyHeader), field('value', '{{apiKey}}'), field('in', 'header')] },
  session: { type: 'bearer', bearer: [field('token', '{{sessionToken}}')] },
  none: { type: 'noauth' },
}

/** Postman Collection v2.1 without values. */
export function postmanOf({ operations, version, learned }: ExportSource): object {
  return {
    info: { name: 'Platform API', description: collectionDescription, version, schema },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: postmanGuard(operations) } }],
    item: foldersOf(operations).map((product) => ({
      name: product.name,
      item: product.resources.map((folder) => ({
        name: folder.name,
        item: folder.requests.map(({ name, operation }) => ({
          name,
          // A short link's answer is where it points, not the page behind it.
          protocolProfileBehavior: { followRedirects: false },
          request: request(operation, learned),
          response: [],
        })),
      })),
    })),
    variable: variables.map(({ name, words }) => ({ key: name, value: '', type: 'string', description: words })),
  }
}

function request(operation: OperationInfo, learned: LearnedOf | undefined): object {
  const form = knownForm(operation, learned)
  const body = blankBody(form)
  const path = colonPath(operation.path)
  return {
    method: operation.method,
    description: `Kind ${operation.kind}, risk ${operation.risk}.`,
    auth: auth[operation.auth],
    header: [
      { key: 'Accept', value: 'application/json' },
      ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ...(operation.auth === 'session' ? sessionHeaders.map(({ name, value }) => ({ key: name, value })) : []),
    ],
    url: {
      raw: `{{baseUrl}}${path}`,
      host: ['{{baseUrl}}'],
      path: path.slice(1).split('/'),
      ...(operation.pathParams.length > 0 && { variable: operation.pathParams.map((key) => ({ key, value: '' })) }),
      ...(form.query.length > 0 && {
        query: form.query.map(({ name, origin }) => ({
          key: name,
          value: '',
          disabled: true,
          description: origin === 'learned' ? 'Learned.' : 'Suggested.',
        })),
      }),
    },
    ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
  }
}
