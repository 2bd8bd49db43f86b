// An address is kept in the window's history, so nothing secret may be in it.
import { isSecretReference, type OperationInfo } from '#contract/operation.ts'
import type { Json } from '#contract/json.ts'
import type { KeptRequest } from '#contract/requests.ts'
import { isSecretName } from '#contract/secret-names.ts'
import { operationAddress } from '#kit/composables/operation-address.ts'
import type { RequestParts } from '../types.ts'

/** Longer addresses would be cut somewhere on their way. */
const longest = 20_000

export function rawAddress(
  entry: Pick<OperationInfo, 'key' | 'secretFields'>,
  { path, query, body }: RequestParts = {},
): ReturnType<typeof operationAddress> {
  const open = body === undefined ? undefined : withoutSecrets(body, new Set(entry.secretFields), '')
  const request: KeptRequest = {
    ...(isEmpty(path) ? {} : { path: withoutSecrets(path as Json, new Set(), '') as Record<string, string> }),
    ...(isEmpty(query) ? {} : { query: withoutSecrets(query as Json, new Set(), '') as Record<string, Json> }),
    ...(open === undefined || isEmpty(open) ? {} : { body: open }),
  }
  return operationAddress(entry.key, JSON.stringify(request).length > longest ? undefined : request)
}

const isEmpty = (part: Json | RequestParts['path'] | undefined): boolean =>
  part === undefined || (typeof part === 'object' && part !== null && Object.keys(part).length === 0)

function withoutSecrets(value: Json, secret: ReadonlySet<string>, at: string): Json {
  if (Array.isArray(value)) return value.map((inside) => withoutSecrets(inside, secret, at))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inside]): Array<[string, Json]> => {
      const place = at === '' ? name : `${at}.${name}`
      return secret.has(place) || isSecretName(name) || isSecretReference(inside)
        ? []
        : [[name, withoutSecrets(inside, secret, place)]]
    }),
  )
}
