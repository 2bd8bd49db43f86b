// Which part of a session a field is, by its name and place. Names have weights; where two fields with different values
// weigh the same, nothing is suggested.
import { sessionParts, type SessionMapping, type SessionPart } from '#contract/account.ts'
import { isToken, mappingOf, tokenOf, type AnswerField } from './fields.ts'

const threshold = 5

const plain = (name: string | undefined): string => (name ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')

type Weights = ReadonlyMap<string, number>
const weights = (of: Readonly<Record<string, number>>): Weights => new Map(Object.entries(of))

const names: Record<SessionPart, Weights> = {
  token: weights({
    accesstoken: 12,
    sessiontoken: 12,
    authtoken: 12,
    bearertoken: 12,
    jwttoken: 12,
    logintoken: 11,
    usertoken: 10,
    token: 10,
    jwt: 10,
    bearer: 10,
    authorization: 8,
    apitoken: 7,
    idtoken: 5,
    access: 4,
    session: 4,
    secret: 3,
    key: 3,
    credential: 3,
    sid: 2,
  }),
  accountId: weights({ accountid: 12, userid: 10, memberid: 8, account: 6, uid: 6, ownerid: 6, user: 6, sub: 5 }),
  sessionId: weights({ sessionid: 12, sid: 8, sessionkey: 5 }),
}

/** The meaning of an `id` depends on the object that contains it. */
const idOf: Record<SessionPart, Weights> = {
  token: weights({}),
  accountId: weights({ account: 11, user: 10, member: 8, profile: 7, owner: 6 }),
  sessionId: weights({ session: 11, sessions: 6, login: 6 }),
}

const tokenPlaces = weights({
  session: 2,
  auth: 2,
  authentication: 2,
  credentials: 2,
  tokens: 4,
  token: 4,
  login: 1,
  jwt: 8,
})
const isId = (name: string): boolean => name === 'id' || name === 'uuid'

const webToken = /^[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/
const otherKinds = /^(?:https?:|\d{4}-\d\d-\d\d|[^@\s]+@[^@\s]+$)/i

/** 0 where nothing suggests the part. */
function scoreOf(part: SessionPart, { names: way, value }: AnswerField): number {
  const steps = way.map(plain).filter((step) => !/^\d+$/.test(step))
  const name = steps.at(-1) ?? ''
  const within = steps.slice(0, -1)
  if (part !== 'token') {
    if (value.length > 128 || /\s|@/.test(value)) return 0
    return isId(name) ? (idOf[part].get(within.at(-1) ?? '') ?? 0) : (names[part].get(name) ?? 0)
  }
  // A token that renews a session or protects a form is not the session's.
  if (steps.some((step) => /refresh|renew|csrf|xsrf|reset|verif|push|invite/.test(step))) return 0
  if (!isToken(value) || otherKinds.test(value)) return 0
  const shape = webToken.test(tokenOf(value)) ? 4 : value.length >= 20 ? 1 : 0
  const place = Math.max(0, ...within.map((step) => tokenPlaces.get(step) ?? 0))
  const named = names.token.get(name) ?? 0
  return named === 0 && shape < 4 ? 0 : named + place + shape
}

/** Undefined where name and place suggest nothing, or two parts equally. */
export function guessOf(field: AnswerField): SessionPart | undefined {
  const [first, second] = sessionParts
    .map((part) => ({ part, score: scoreOf(part, field) }))
    .sort((a, b) => b.score - a.score)
  return first !== undefined && first.score >= threshold && first.score > (second?.score ?? 0) ? first.part : undefined
}

/** Likely parts of a session first, then the others in their order. */
export function likelyFirst(fields: readonly AnswerField[]): AnswerField[] {
  const weight = (field: AnswerField) =>
    guessOf(field) === undefined ? 0 : Math.max(...sessionParts.map((part) => scoreOf(part, field)))
  return fields.toSorted((a, b) => weight(b) - weight(a))
}

/** Undefined where no field, or more than one, could be the token. */
export function suggestedMapping(fields: readonly AnswerField[]): SessionMapping | undefined {
  const best = (part: SessionPart): string | undefined => {
    const scored = fields
      .filter((field) => guessOf(field) === part)
      .map((field) => ({ field, score: scoreOf(part, field) }))
    const top = Math.max(...scored.map(({ score }) => score))
    const [first, ...others] = scored
      .filter(({ score }) => score === top)
      .map(({ field }) => field)
      .sort((a, b) => a.names.length - b.names.length)
    return first === undefined || others.some(({ value }) => value !== first.value) ? undefined : first.path
  }
  const [token, accountId, sessionId] = sessionParts.map(best)
  if (token === undefined) return undefined
  return mappingOf({ token, accountId, sessionId })
}
