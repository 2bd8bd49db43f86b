// Was a lost write applied? Pure. When in doubt the verdict is `unclear`: a wrong `absent` would send twice, a wrong `found` would lose
// the write. An answer that is only guessed at proves nothing but what carries our own reference.
import { readAnswer, type Expectation, type Reading } from '#answers/answer.ts'
import { plain, spelled } from '#answers/json.ts'
import { isIdName, nounOf } from '#answers/names.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { EvidenceCode } from '#contract/reasons.ts'
import type { ConfirmWith } from '../platform/catalog/entry.ts'
import type { Identity } from './identity.ts'
import type { NewEvidence } from './intent-store.ts'
import { alike, distinguishes, fieldOf, same, scalarsOf, type Scalar } from './scalars.ts'
import { createdTime, updatedTime } from './creation-time.ts'

export interface Sought {
  match: ConfirmWith['match']
  fields: readonly string[] | undefined
  /** Noun of the resource. */
  noun: string
  reference: string
  body: Json | undefined
  identity: readonly Identity[]
  /** When the first attempt began, in milliseconds. */
  sentAt: number
  /** Whether another confirmed intent made the record with this id, and whether it asked for the same. */
  claimed: (id: string | number) => 'same' | 'other' | undefined
  /** Default: a list of the noun's records. */
  answers?: Expectation
}

export type Judgement = Pick<NewEvidence, 'facts' | 'note'> & { code: EvidenceCode } & (
    | { verdict: 'found'; record: Json }
    | { verdict: 'absent' | 'unclear' }
  )

const clockSkewMs = 120_000

/** Judges the answer to a confirming read; undefined stands for 404. `reading`: what was read of it and the pages behind it. */
export function judge(sought: Sought, answer: Json | undefined, reading = readingOf(sought, answer)): Judgement {
  if (reading === undefined) return missing(sought)
  const marked = sought.match === 'gone' ? undefined : reading.rows.find((record) => carries(record, sought.reference))
  if (marked !== undefined) return found('reference_found', marked)
  if (reading.certainty === 'not_understood') return unclear('answer_not_understood')
  if (reading.certainty === 'guessed')
    return { verdict: 'unclear', code: 'answer_guessed', facts: { because: reading.reason } }
  if (sought.match === 'gone') return judgeGone(sought, reading)
  return sought.match === 'updated' ? judgeUpdated(sought, reading) : judgeCreated(sought, reading)
}

const readingOf = (sought: Sought, answer: Json | undefined): Reading | undefined =>
  answer === undefined ? undefined : readAnswer(answer, { resource: sought.noun, ...sought.answers })

/** Our reference is random: a record that has it under a name for references is ours. */
function carries(record: JsonObject, reference: string): boolean {
  const within = [record, spelled(record, 'metadata'), spelled(record, 'meta')].filter(isObject)
  return within.some((object) =>
    Object.entries(object).some(
      ([name, value]) => value === reference && /reference|clientref|externalid|idempotency/.test(plain(name)),
    ),
  )
}

const unclear = (code: EvidenceCode): Judgement => ({ verdict: 'unclear', code })
const found = (code: EvidenceCode, record: Json): Judgement => ({ verdict: 'found', code, record })
const absent = (code: EvidenceCode): Judgement => ({ verdict: 'absent', code })

function missing(sought: Sought): Judgement {
  switch (sought.match) {
    case 'gone':
      return found('deleted_found', null)
    case 'created':
      return absent('created_absent')
    case 'updated':
    case 'effect':
      return unclear('nothing_to_compare')
  }
}

/** The noun of the answer's records: a refund is among refunds, whatever it is a refund of. */
const nounIn = ({ noun, answers }: Sought): string =>
  answers?.resource === undefined ? noun : nounOf(answers.resource)

function counted(sought: Sought): Scalar[] {
  const sent = scalarsOf(sought.body)
  const { fields } = sought
  return fields === undefined
    ? sent
    : sent.filter(({ path }) => fields.some((field) => path === field || path.startsWith(`${field}.`)))
}

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
  if (counts.length === 0) return reading.rows.length === 0 ? emptyList(reading) : unclear('nothing_to_recognise')
  let doubt: EvidenceCode | undefined
  for (const record of reading.rows) {
    const made = createdTime(record, sent)
    if (made !== undefined && made < sought.sentAt - clockSkewMs) continue
    const result = compare(record, counts, sent)
    if (result.comparable && result.equal && result.distinctive) {
      const claim = claimOf(record, sought)
      // A record that the same request made belongs to that one. Where another request got its id, the id means something else here.
      if (claim === 'other') doubt ??= 'created_under_other_id'
      if (claim !== undefined) continue
      return found(made === undefined ? 'created_found_undated' : 'created_found', record)
    }
    if (claimOf(record, sought) !== undefined) continue
    if (!result.comparable || (result.equal && !result.distinctive) || !result.weighty)
      doubt ??= 'created_not_comparable'
    else if (result.alike) doubt ??= 'created_other_spelling'
    else if (made !== undefined && result.distinctive) doubt ??= 'created_in_part'
  }
  return doubt === undefined ? emptyList(reading) : unclear(doubt)
}

function claimOf(record: JsonObject, sought: Sought): 'same' | 'other' | undefined {
  const claims = idsOf(record, nounIn(sought)).map((id) => sought.claimed(id))
  return claims.includes('same') ? 'same' : claims.find((claim) => claim !== undefined)
}

const emptyList = ({ complete }: Reading): Judgement =>
  complete ? absent('created_absent') : unclear('created_not_in_part')

function judgeUpdated(sought: Sought, reading: Reading): Judgement {
  const record = namedRecord(sought, reading)
  if (record === undefined) return unclear('updated_not_shown')
  const sent = scalarsOf(sought.body)
  const naming = new Set(sought.identity.map(({ path }) => path))
  const counts = counted(sought).filter(({ path }) => !naming.has(path))
  const result = compare(record, counts, sent)
  if (!result.comparable) return unclear('updated_not_comparable')
  if (result.equal) {
    const changed = updatedTime(record, sent)
    const before = changed !== undefined && changed < sought.sentAt - clockSkewMs
    return before ? unclear('updated_before') : found('updated_found', record)
  }
  return absent('updated_differs')
}

function judgeGone(sought: Sought, reading: Reading): Judgement {
  if (sought.identity.length === 0) return unclear('deleted_not_named')
  const record = namedRecord(sought, reading)
  if (record !== undefined) {
    return isMarkedDeleted(record) ? found('deleted_marked', record) : absent('deleted_still_there')
  }
  if (reading.kind === 'record') return unclear('deleted_other_shown')
  if (reading.rows.some((other) => relation(other, sought) === 'silent')) return unclear('deleted_unnamed_shown')
  return reading.complete ? found('deleted_not_in_list', null) : unclear('list_incomplete')
}

function isMarkedDeleted(record: JsonObject): boolean {
  const said = (name: string) => spelled(record, name)
  const status = said('status')
  if (typeof status === 'string' && ['deleted', 'removed'].includes(status.toLowerCase())) return true
  if (said('deleted') === true || said('isDeleted') === true) return true
  return ['deletedAt', 'deletedOn', 'deletedDate'].map(said).some((value) => typeof value === 'string' && value !== '')
}

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

/** Whether the request names this record; `silent` where it has none of the naming fields. */
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

export function idsOf(record: Json | undefined, noun: string): Array<string | number> {
  if (!isObject(record)) return []
  return Object.entries(record).flatMap(([name, value]) =>
    isIdName(name, noun) && (typeof value === 'string' || typeof value === 'number') ? [value] : [],
  )
}
