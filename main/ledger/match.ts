// Was a lost write applied? Pure: an intent's request and what a read answered go in, a verdict and its reason come out.
// When in doubt the verdict is `unclear`: a wrong `absent` would send again what was done, a wrong `found` would lose it.
// Only a clear reading proves anything by what it shows or lacks; a guessed one confirms by our own reference alone.
import { readAnswer } from '#answers/answer.ts'
import type { Expectation, Reading } from '#answers/answer.ts'
import { plain, spelled } from '#answers/json.ts'
import { isIdName, nounOf } from '#answers/names.ts'
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { ConfirmWith } from '../platform/catalog/entry.ts'
import type { Identity } from './identity.ts'
import type { Scalar } from './scalars.ts'
import { alike, distinguishes, fieldOf, same, scalarsOf } from './scalars.ts'
import { createdTime, updatedTime } from './creation-time.ts'

export interface Sought {
  match: ConfirmWith['match']
  fields: readonly string[] | undefined
  /** Noun of the resource, for the names of identifiers. */
  noun: string
  reference: string
  body: Json | undefined
  identity: readonly Identity[]
  /** When the first attempt's socket work began, in milliseconds. */
  sentAt: number
  /** Whether another confirmed intent made the record with this identifier, and whether it asked for the same. */
  claimed: (id: string | number) => 'same' | 'other' | undefined
  /** What the read is expected to answer; without it a list of the noun's records. */
  answers?: Expectation
}

export type Judgement =
  | { verdict: 'found'; note: string; record: Json }
  | { verdict: 'absent' | 'unclear'; note: string }

const clockSkewMs = 120_000

/** Judges the answer to a confirming read; an answer of 404 is passed as undefined. */
export function judge(sought: Sought, answer: Json | undefined): Judgement {
  if (answer === undefined) return missing(sought)
  const reading = readAnswer(answer, { resource: sought.noun, ...sought.answers })
  const marked = sought.match === 'gone' ? undefined : reading.rows.find((record) => carries(record, sought.reference))
  if (marked !== undefined)
    return { verdict: 'found', note: 'A record carries the reference of this write.', record: marked }
  if (reading.certainty === 'not_understood') return unclear('The answer was not understood: it shows no records.')
  if (reading.certainty === 'guessed')
    return unclear(`The answer can only be guessed at (${reading.reason}), and a guess proves nothing.`)
  if (sought.match === 'gone') return judgeGone(sought, reading)
  return sought.match === 'updated' ? judgeUpdated(sought, reading) : judgeCreated(sought, reading)
}

/** Our reference is made of chance: where it stands under a name for one, the record is ours. */
function carries(record: JsonObject, reference: string): boolean {
  const within = [record, spelled(record, 'metadata'), spelled(record, 'meta')].filter(isObject)
  return within.some((object) =>
    Object.entries(object).some(
      ([name, value]) => value === reference && /reference|clientref|externalid|idempotency/.test(plain(name)),
    ),
  )
}

const unclear = (note: string): Judgement => ({ verdict: 'unclear', note })
const absent = (note: string): Judgement => ({ verdict: 'absent', note })

function missing(sought: Sought): Judgement {
  switch (sought.match) {
    case 'gone':
      return { verdict: 'found', note: 'The record is no longer there.', record: null }
    case 'created':
      return absent('No such record is there.')
    case 'updated':
    case 'effect':
      return unclear('The platform has nothing there to compare with.')
  }
}

/** What the records of the answer are called: a refund is looked for among refunds, whatever it is a refund of. */
const nounIn = ({ noun, answers }: Sought): string =>
  answers?.resource === undefined ? noun : nounOf(answers.resource)

function counted(sought: Sought): Scalar[] {
  const sent = scalarsOf(sought.body)
  const { fields } = sought
  return fields === undefined
    ? sent
    : sent.filter(({ path }) => fields.some((field) => path === field || path.startsWith(`${field}.`)))
}

/** How a record compares with what was sent. */
function compare(record: JsonObject, counts: readonly Scalar[], sent: readonly Scalar[]) {
  const there = counts.flatMap((scalar) => {
    const held = fieldOf(record, scalar.path, sent)
    return held === undefined ? [] : [{ scalar, equal: same(scalar.value, held), near: alike(scalar.value, held) }]
  })
  return {
    comparable: there.length > 0,
    equal: there.every(({ equal }) => equal),
    alike: there.every(({ near }) => near),
    distinctive: there.some(({ scalar, equal }) => equal && distinguishes(scalar)),
    weighty: there.some(({ scalar }) => distinguishes(scalar)),
  }
}

function judgeCreated(sought: Sought, reading: Reading): Judgement {
  const sent = scalarsOf(sought.body)
  const counts = counted(sought)
  if (counts.length === 0)
    return reading.rows.length === 0
      ? emptyList(reading)
      : unclear('Nothing was sent by which a record could be known.')
  let doubt: string | undefined
  for (const record of reading.rows) {
    const made = createdTime(record, sent)
    if (made !== undefined && made < sought.sentAt - clockSkewMs) continue
    const result = compare(record, counts, sent)
    if (result.comparable && result.equal && result.distinctive) {
      const claim = claimOf(record, sought)
      // Made by a like request, it is that one's. By another one's answer its identifier means something else than the list does.
      if (claim === 'other')
        doubt ??= 'A record carries what was sent, under an identifier that answered another request.'
      if (claim !== undefined) continue
      const note =
        made === undefined
          ? 'A record carries what was sent; it does not say when it was made.'
          : 'A record made since the sending carries what was sent.'
      return { verdict: 'found', note, record }
    }
    if (claimOf(record, sought) !== undefined) continue
    if (!result.comparable || (result.equal && !result.distinctive) || !result.weighty)
      doubt ??= 'A record is there that shows too little to be compared.'
    else if (result.alike) doubt ??= 'A record carries what was sent in another spelling.'
    else if (made !== undefined && result.distinctive)
      doubt ??= 'A record made since the sending carries a part of what was sent.'
  }
  if (doubt !== undefined) return unclear(doubt)
  return emptyList(reading)
}

function claimOf(record: JsonObject, sought: Sought): 'same' | 'other' | undefined {
  const claims = idsOf(record, nounIn(sought)).map((id) => sought.claimed(id))
  return claims.includes('same') ? 'same' : claims.find((claim) => claim !== undefined)
}

function emptyList(reading: Reading): Judgement {
  return reading.complete
    ? absent('The whole list was read and no record carries what was sent.')
    : unclear('Only a part of the list was read, and no record there carries what was sent.')
}

function judgeUpdated(sought: Sought, reading: Reading): Judgement {
  const record = namedRecord(sought, reading)
  if (record === undefined) return unclear('The record that was to be changed is not in the answer.')
  const sent = scalarsOf(sought.body)
  const naming = new Set(sought.identity.map(({ path }) => path))
  const counts = counted(sought).filter(({ path }) => !naming.has(path))
  const result = compare(record, counts, sent)
  if (!result.comparable) return unclear('The record shows none of the fields that were sent.')
  if (result.equal) {
    const changed = updatedTime(record, sent)
    const before = changed !== undefined && changed < sought.sentAt - clockSkewMs
    return before
      ? unclear('The record carried what was sent before it was sent.')
      : { verdict: 'found', note: 'The record carries what was sent.', record }
  }
  return absent('The record is there and differs from what was sent.')
}

function judgeGone(sought: Sought, reading: Reading): Judgement {
  if (sought.identity.length === 0) return unclear('The request does not name a record that could be looked for.')
  const record = namedRecord(sought, reading)
  if (record !== undefined) {
    return isMarkedDeleted(record)
      ? { verdict: 'found', note: 'The record is marked as deleted.', record }
      : absent('The record is still there.')
  }
  if (reading.kind === 'record') return unclear('The answer shows another record.')
  if (reading.rows.some((other) => relation(other, sought) === 'silent'))
    return unclear('A record is there that does not say which it is.')
  return reading.complete
    ? { verdict: 'found', note: 'The record is no longer in the list.', record: null }
    : unclear('Only a part of the list was read.')
}

function isMarkedDeleted(record: JsonObject): boolean {
  const said = (name: string) => spelled(record, name)
  const status = said('status')
  if (typeof status === 'string' && ['deleted', 'removed'].includes(status.toLowerCase())) return true
  if (said('deleted') === true || said('isDeleted') === true) return true
  return ['deletedAt', 'deletedOn', 'deletedDate'].map(said).some((value) => typeof value === 'string' && value !== '')
}

/** The record of a reading that a request names. */
export function namedRecord(sought: Pick<Sought, 'identity' | 'noun'>, reading: Reading): JsonObject | undefined {
  if (sought.identity.length === 0) return reading.kind === 'record' ? reading.rows[0] : undefined
  const named = reading.rows.filter((record) => relation(record, sought) === 'named')
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  const [only] = reading.rows
  return reading.kind === 'record' &&
    reading.certainty === 'clear' &&
    only !== undefined &&
    relation(only, sought) === 'silent'
    ? only
    : undefined
}

/** Whether a record is the one that the request names; `silent` where it shows none of the naming fields. */
function relation(record: JsonObject, sought: Pick<Sought, 'identity' | 'noun'>): 'named' | 'other' | 'silent' {
  const ids = idsOf(record, sought.noun)
  let matched = false
  for (const { path, value, own } of sought.identity) {
    const held = fieldOf(record, path, [])
    const name = path.slice(path.lastIndexOf('.') + 1)
    const candidates = [
      ...(held === undefined || held === null ? [] : [held]),
      ...(own === true || isIdName(name, sought.noun) ? ids : []),
    ]
    if (candidates.length === 0) continue
    if (!candidates.some((candidate) => same(value, candidate))) return 'other'
    matched = true
  }
  return matched ? 'named' : 'silent'
}

/** The identifiers of a record. */
export function idsOf(record: Json | undefined, noun: string): Array<string | number> {
  if (!isObject(record)) return []
  return Object.entries(record).flatMap(([name, value]) =>
    isIdName(name, noun) && (typeof value === 'string' || typeof value === 'number') ? [value] : [],
  )
}
