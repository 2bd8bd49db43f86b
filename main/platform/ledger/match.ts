// Was a lost write applied? Pure. When in doubt the verdict is `unclear`: a wrong `absent` would send twice, a wrong `found` would lose
// the write. An answer that is only guessed at proves nothing but what carries our own reference.
import { readAnswer, type Expectation, type Reading } from '#answers/answer.ts'
import { plain, spelled } from '#answers/json.ts'
import { isIdName, nounOf } from '#answers/names.ts'
import type { Outcome } from '#answers/outcome.ts'
import { changedTimes, madeTimes, type Told } from '#answers/record-times.ts'
import { defined } from '#contract/defined.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { Risk } from '#contract/operation.ts'
import type { EvidenceCode } from '#contract/reasons.ts'
import type { ConfirmWith } from '../catalog/entry.ts'
import type { Identity } from './identity.ts'
import type { NewEvidence } from './intent-store.ts'
import { alike, distinguishes, fieldOf, same, scalarsOf, type Scalar } from './scalars.ts'
import { amountsIn, compareAmount, type AmountVerdict } from './reading/sent-amounts.ts'

export interface Sought {
  match: ConfirmWith['match']
  risk: Risk
  fields: readonly string[] | undefined
  /** Noun of the resource. */
  noun: string
  reference: string
  body: Json | undefined
  identity: readonly Identity[]
  /** When the first attempt began, and when this read began, in milliseconds. */
  sentAt: number
  readAt: number
  /** The desk's clock less the platform's. */
  offsetMs: number
  /** What a record's own status says became of the write. */
  outcomeOf: (record: JsonObject) => Outcome
  /** Identifiers of the record in the answer to the write, where there was one. */
  own: ReadonlyArray<string | number>
  /** Whether another confirmed intent made the record with this id, and whether it asked for the same. */
  claimed: (id: string | number) => 'same' | 'other' | undefined
  /** Default: a list of the noun's records. */
  answers?: Expectation
}

export type Judgement = Pick<NewEvidence, 'facts' | 'note'> & { code: EvidenceCode } & (
    | { verdict: 'found' | 'refused' | 'accepted'; record: Json }
    | { verdict: 'absent' | 'unclear' }
  )

const clockSkewMs = 120_000
/** Further from UTC than any zone. */
const zonesMs = 15 * 3_600_000

/** Judges the answer to a confirming read; undefined stands for 404. `reading`: what was read of it and the pages behind it. */
export function judge(sought: Sought, answer: Json | undefined, reading = readingOf(sought, answer)): Judgement {
  if (reading === undefined) return missing(sought)
  const marked = sought.match === 'gone' ? undefined : reading.rows.find((record) => carries(record, sought.reference))
  if (marked !== undefined) return there('reference_found', marked, sought)
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

/** Our record is there: whether it is done is for its own status to say. */
function there(code: EvidenceCode, record: JsonObject, sought: Sought): Judgement {
  const outcome = sought.outcomeOf(record)
  const facts = 'word' in outcome ? { facts: { word: outcome.word } } : {}
  // The status of a changed record may be as old as the record.
  const isOwn = sought.match !== 'updated'
  switch (outcome.kind) {
    case 'done':
      return found(code, record)
    case 'accepted':
      return { verdict: 'accepted', code: 'record_accepted', record, ...facts }
    case 'refused':
      if (!isOwn) break
      return { verdict: 'refused', code: 'record_refused', record, ...facts, ...defined({ note: outcome.said }) }
    case 'unclear':
      break
  }
  return sought.risk === 'edit' ? found(code, record) : { verdict: 'unclear', code: 'record_unclear', ...facts }
}
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
  if (fields === undefined) return sent
  const names = fields.map(plain)
  return sent.filter(({ path }) => names.some((name) => plain(path) === name || plain(path).startsWith(`${name}.`)))
}

/** An effect on another record, and what moves money, needs a proof of its own: when it was made, and its amount. */
const isStrict = ({ match, risk }: Sought): boolean => match === 'effect' || risk === 'money'

function compare(record: JsonObject, counts: readonly Scalar[], sent: readonly Scalar[], sought: Sought) {
  const amounts = isStrict(sought) ? amountsIn(sought.body) : []
  const isOfAmount = (path: string) => amounts.some((one) => path === one.path || path.startsWith(`${one.path}.`))
  const shown = counts.flatMap((scalar) => {
    const held = isOfAmount(scalar.path) ? undefined : fieldOf(record, scalar.path, sent)
    return held === undefined ? [] : [{ scalar, equal: same(scalar.value, held), near: alike(scalar.value, held) }]
  })
  const verdicts = new Set(amounts.map((amount) => compareAmount(amount, sought.body, record)))
  return {
    comparable: shown.length > 0 || verdicts.has('equal') || verdicts.has('differs'),
    equal: shown.every(({ equal }) => equal) && !verdicts.has('differs'),
    alike: shown.every(({ near }) => near) && !verdicts.has('differs'),
    distinctive: shown.some(({ scalar, equal }) => equal && distinguishes(scalar)),
    weighty: shown.some(({ scalar }) => distinguishes(scalar)),
    amount: amountOf(verdicts, sought),
  }
}

/** For an effect each amount that was sent has to be there; of what else moves money, as many as it shows. */
function amountOf(verdicts: ReadonlySet<AmountVerdict>, { match }: Sought): 'proven' | 'unsure' {
  if (verdicts.size === 0) return 'proven'
  const missing = match === 'effect' ? verdicts.has('unsaid') : !verdicts.has('equal')
  return verdicts.has('unsure') || missing ? 'unsure' : 'proven'
}

/** When it was made or changed, against the sending: `unsure` where that can't be told, `unsaid` where it says no time. */
type Age = 'before' | 'since' | 'unsure' | 'unsaid'

function ageOf(times: readonly Told[], sought: Sought): Age {
  const ages = new Set(times.map((time) => (isStrict(sought) ? strictAge(time, sought) : looseAge(time, sought))))
  const [only] = ages
  return ages.size > 1 ? 'unsure' : (only ?? 'unsaid')
}

const looseAge = ({ to }: Told, { sentAt }: Sought): Age => (to < sentAt - clockSkewMs ? 'before' : 'since')

/**
 * Old or new by both clocks. A time without a zone is of some zone: it is ours where it fits as UTC, and old only where it is so in every zone.
 */
function strictAge({ from, to, zoned }: Told, { sentAt, readAt, offsetMs }: Sought): Age {
  const [here, there] = [sentAt - clockSkewMs, sentAt - offsetMs - clockSkewMs]
  if (to < Math.min(here, there) - (zoned ? 0 : zonesMs)) return 'before'
  if (from < Math.max(here, there)) return 'unsure'
  return zoned || to <= readAt + clockSkewMs ? 'since' : 'unsure'
}

const ours = (sent: readonly Scalar[]): ReadonlySet<string> =>
  new Set(sent.map(({ path }) => plain(path.slice(path.lastIndexOf('.') + 1))))

/** Of several that fit, the one that was done is ours. */
const likeliest: ReadonlyArray<Judgement['verdict']> = ['found', 'accepted', 'unclear', 'refused', 'absent']

function judgeCreated(sought: Sought, reading: Reading): Judgement {
  const sent = scalarsOf(sought.body)
  const counts = counted(sought)
  if (counts.length === 0)
    return reading.rows.length === 0 ? emptyList(sought, reading) : unclear('nothing_to_recognise')
  const strict = isStrict(sought)
  const except = ours(sent)
  const fitting: Judgement[] = []
  const answered = reading.rows.find((record) => idsOf(record, nounIn(sought)).some((id) => sought.own.includes(id)))
  let doubt: EvidenceCode | undefined
  for (const record of reading.rows) {
    const age = ageOf(madeTimes(record, except), sought)
    if (age === 'before') continue
    const result = compare(record, counts, sent, sought)
    if (record === answered && result.equal) return there('accepted_found', record, sought)
    if (result.comparable && result.equal && result.distinctive) {
      const claim = claimOf(record, sought)
      // A record that the same request made belongs to that one. Where another request got its id, the id means something else here.
      if (claim === 'other') doubt ??= 'created_under_other_id'
      if (claim !== undefined) continue
      if (strict && age !== 'since') doubt ??= 'created_undated'
      else if (strict && result.amount === 'unsure') doubt ??= 'created_amount'
      else fitting.push(there(age === 'unsaid' ? 'created_found_undated' : 'created_found', record, sought))
      continue
    }
    if (claimOf(record, sought) !== undefined) continue
    if (!result.comparable || (result.equal && !result.distinctive) || !result.weighty)
      doubt ??= 'created_not_comparable'
    else if (result.alike) doubt ??= 'created_other_spelling'
    else if (age !== 'unsaid' && result.distinctive) doubt ??= 'created_in_part'
  }
  const best = fitting.sort((a, b) => likeliest.indexOf(a.verdict) - likeliest.indexOf(b.verdict))[0]
  // Behind a refused one there may be another of the same kind.
  if (best?.verdict === 'refused' && (doubt !== undefined || !reading.complete))
    return unclear(doubt ?? 'created_not_in_part')
  if (best !== undefined) return best
  return doubt === undefined ? emptyList(sought, reading) : unclear(doubt)
}

function claimOf(record: JsonObject, sought: Sought): 'same' | 'other' | undefined {
  const claims = idsOf(record, nounIn(sought)).map((id) => sought.claimed(id))
  return claims.includes('same') ? 'same' : claims.find((claim) => claim !== undefined)
}

/** Of money nobody is told that it did not take effect, unless the answer itself says that the list is whole. */
function emptyList({ risk }: Sought, { complete, stated }: Reading): Judgement {
  if (!complete) return unclear('created_not_in_part')
  return risk === 'money' && !stated ? unclear('created_end_unsaid') : absent('created_absent')
}

function judgeUpdated(sought: Sought, reading: Reading): Judgement {
  const record = namedRecord(sought, reading)
  if (record === undefined) return unclear('updated_not_shown')
  const sent = scalarsOf(sought.body)
  const naming = new Set(sought.identity.map(({ path }) => path))
  const counts = counted(sought).filter(({ path }) => !naming.has(path))
  const result = compare(record, counts, sent, sought)
  if (!result.comparable) return unclear('updated_not_comparable')
  if (result.equal) {
    if (result.amount === 'unsure') return unclear('updated_not_comparable')
    const age = ageOf(changedTimes(record, ours(sent)), sought)
    return age === 'before' ? unclear('updated_before') : there('updated_found', record, sought)
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
