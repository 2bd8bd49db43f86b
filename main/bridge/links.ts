// Links from outside: `showdesk://operation/<route key>?request=<JSON of its parts>`. Anybody can write one, so a
// link only fills in a form: it never sends, and anything else in it is refused.
import { defined } from '#contract/defined.ts'
import { z } from 'zod'
import { DeskError } from '#contract/errors.ts'
import type { BridgeEvents } from '#contract/events.ts'
import type { Json } from '#contract/json.ts'
import type { LinkProblem } from '#contract/notice-reasons.ts'
import type { KeptRequest } from '#contract/requests.ts'
import { json } from '#contract/schema.ts'
import { isDeeper } from '../core/json/depth.ts'
import { isSecretName } from '../core/keychain/secret-names.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Clock } from '../core/ports.ts'
import type { Notices } from '../core/profile/notices.ts'

export const linkScheme = 'showdesk'
const longest = 16_384
const deepest = 100

const parts = z.strictObject({
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  body: json().optional(),
})

type DeskLink = BridgeEvents['desk.link']

/** A link that is refused becomes a notice. During a show nothing may change the view. */
export function createLinks(parts: {
  operations: ReadonlyMap<string, Operation>
  notices: Pick<Notices, 'add'>
  clock: Clock
  onAir: () => boolean
  onOpen: (link: DeskLink) => void
}): (text: string) => void {
  return (text) => {
    try {
      if (parts.onAir()) throw refused('during_show')
      parts.onOpen(parseDeskLink(text, parts.operations))
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      const at = new Date(parts.clock.now()).toISOString()
      parts.notices.add({
        id: `link-${at}`,
        level: 'warning',
        code: 'link_refused',
        facts: error.details.facts ?? {},
        at,
      })
    }
  }
}

/** Throws `invalid_input`; its message never repeats the link. */
export function parseDeskLink(text: string, operations: ReadonlyMap<string, Operation>): DeskLink {
  if (text.length > longest) throw refused('too_long')
  const url = URL.parse(text)
  if (url?.protocol !== `${linkScheme}:` || url.host !== 'operation') throw refused('no_operation')
  const key = decoded(url.pathname.slice(1))
  const operation = key === undefined ? undefined : operations.get(key)
  if (operation === undefined || url.hash !== '' || url.username !== '' || url.port !== '')
    throw refused('unknown_operation')
  const asked = [...url.searchParams.keys()]
  if (asked.some((name) => name !== 'request')) throw refused('more_than_open')
  if (asked.length > 1) throw refused('several_requests')
  const given = url.searchParams.get('request')
  return { operation: operation.key, request: given === null ? {} : requestOf(given) }
}

function requestOf(text: string): KeptRequest {
  const given = parsedJson(text)
  if (isDeeper(given, deepest)) throw refused('too_deep')
  const parsed = parts.safeParse(given)
  if (!parsed.success) throw refused('not_readable')
  const { path, query, body } = parsed.data
  if ([path, query, body].some((part) => part !== undefined && holdsSecret(part, 0)))
    throw refused('carries_credential')
  return {
    ...defined({ path, query, body }),
  }
}

/** A secret, or a reference to one: a link must not reach into the keychain. */
function holdsSecret(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth > deepest) throw refused('too_deep')
  if (Array.isArray(value)) return value.some((item) => holdsSecret(item, depth + 1))
  return Object.entries(value).some(
    ([name, item]) =>
      name === '$secret' || (isSecretName(name) && item !== null && item !== '') || holdsSecret(item, depth + 1),
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const refused = (why: LinkProblem): DeskError =>
  new DeskError('invalid_input', `A link from outside was not opened: ${why}.`, {
    facts: { reason: 'link_refused', why },
  })
