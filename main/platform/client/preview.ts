import type { Json } from '#contract/json.ts'
import type { RequestPreview } from '#contract/models.ts'
import type { AuthScheme } from '#contract/operation.ts'
import type { Credential } from '../../core/keychain/types.ts'
import { identifierPlaces, secretPlaces } from '../catalog/sessions.ts'
import type { Checked } from './check.ts'
import { commonHeaders, credentialHeaders } from './headers.ts'
import { maskSecrets } from './secrets.ts'

const placeholders: Record<Credential['scheme'], Credential> = {
  apiKey: { scheme: 'apiKey', apiKey: '<API_KEY>' },
  session: { scheme: 'session', token: '<SESSION_TOKEN>', accountId: '<ACCOUNT_ID>', sessionId: '<SESSION_ID>' },
}

export function previewRequest(
  { operation, request, references }: Checked,
  url: URL,
  scheme: AuthScheme,
  userAgent: string,
): RequestPreview {
  const hasBody = request.body !== undefined
  const reference = operation.kind === 'read' ? undefined : '<CLIENT_REFERENCE>'
  const headers = [
    ...commonHeaders({ userAgent, hasBody, reference }),
    ...(scheme === 'none' ? [] : credentialHeaders(placeholders[scheme])),
  ]
  return {
    method: operation.method,
    url: url.href,
    headers: headers.map(([name, value]) => [name, value]),
    ...(hasBody
      ? {
          body: JSON.stringify(
            maskSecrets(
              request.body as Json,
              references,
              secretPlaces(operation, request.body as Json),
              identifierPlaces(operation),
            ),
          ),
        }
      : {}),
    suspicious: [],
  }
}
