// Bruno's single-file form, which all of its versions import.
import type { AuthScheme, OperationInfo } from '#contract/operation.ts'
import { blankBody, knownForm } from './form.ts'
import { brunoGuard } from './guard.ts'
import { foldersOf } from './names.ts'
import type { ExportSource, LearnedOf } from './types.ts'
import { apiKeyHeader, collectionDescription, colonPath, sessionHeaders, variables } from './variables.ts'

const auth: Readonly<Record<AuthScheme, object>> = {
  apiKey: { mode: 'apikey', apikey: { key: apiKeyHeader, value: '{{apiKey}}', placement: 'header' } },
  session: { mode: 'bearer', bearer: { token: '{{sessionToken}}' } },
  none: { mode: 'none' },
}

export function brunoOf({ operations, learned }: ExportSource): object {
  const uid = counter()
  return {
    version: '1',
    uid: uid(),
    name: 'Platform API',
    items: foldersOf(operations).map((product, place) => ({
      uid: uid(),
      type: 'folder',
      name: product.name,
      seq: place + 1,
      items: product.resources.map((folder, at) => ({
        uid: uid(),
        type: 'folder',
        name: folder.name,
        seq: at + 1,
        items: folder.requests.map(({ name, operation }, number) => ({
          uid: uid(),
          type: 'http-request',
          name,
          seq: number + 1,
          // A short link's answer is where it points, not the page behind it.
          settings: { encodeUrl: true, followRedirects: false },
          request: request(operation, learned, uid),
        })),
      })),
    })),
    environments: [
      {
        uid: uid(),
        name: 'Platform',
        variables: variables.map(({ name, secret }) => ({
          uid: uid(),
          name,
          value: '',
          type: 'text',
          enabled: true,
          secret,
        })),
      },
    ],
    brunoConfig: { version: '1', name: 'Platform API', type: 'collection', ignore: [] },
    root: { docs: collectionDescription, request: { script: { req: brunoGuard(operations).join('\n') } } },
  }
}

function request(operation: OperationInfo, learned: LearnedOf | undefined, uid: () => string): object {
  const form = knownForm(operation, learned)
  const body = blankBody(form)
  const headers = [
    { name: 'Accept', value: 'application/json' },
    ...(operation.auth === 'session' ? sessionHeaders : []),
  ]
  return {
    url: `{{baseUrl}}${colonPath(operation.path)}`,
    method: operation.method,
    headers: headers.map((header) => ({ uid: uid(), ...header, enabled: true })),
    params: [
      ...operation.pathParams.map((name) => ({ uid: uid(), name, value: '', type: 'path', enabled: true })),
      ...form.query.map(({ name, origin }) => ({
        uid: uid(),
        name,
        value: '',
        description: origin === 'learned' ? 'Learned.' : 'Suggested.',
        type: 'query',
        enabled: false,
      })),
    ],
    auth: auth[operation.auth],
    body: body === undefined ? { mode: 'none' } : { mode: 'json', json: body },
    script: {},
    vars: {},
    assertions: [],
    tests: '',
    docs: `Kind ${operation.kind}, risk ${operation.risk}.`,
  }
}

/** Bruno wants 21 letters and digits; counting keeps exports identical. */
function counter(): () => string {
  let last = 0
  return () => `showdesk${String((last += 1)).padStart(13, '0')}`
}
