// What an answer says became of what was asked. A 2xx alone says nothing: flags, error members, codes, status words and the
// statuses of parts do. Pure; believes nothing that was not said.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { FieldProblem } from '#contract/errors.ts'
import { readErrorBody } from './error-body.ts'
import { spelled } from './json.ts'
import { identifies, levelsOf } from './levels.ts'
import type { Asked } from './meaning.ts'
import { nounOf } from './names.ts'
import { readSigns, type Level, type Signs } from './signs.ts'
import { foldWord, senseOfWord, wordsOf } from './words.ts'

export { askedOf, type Asked } from './meaning.ts'

/** `word`: the platform's status word; for `unclear`, one that nobody specified, to be taught. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'refused'; said?: string; fields?: FieldProblem[]; word?: string }
  | { kind: 'accepted'; word?: string }
  | { kind: 'unclear'; word?: string }

const done: Outcome = { kind: 'done' }
const unclear: Outcome = { kind: 'unclear' }

/** For an answer with an HTTP status of 2xx; any JSON is read, nothing is thrown. */
export function outcomeOf({ status, body }: { status: number; body: Json }, asked: Asked): Outcome {
  if (asked.kind === 'read') return readOutcome(status, body, asked)
  if (status === 204 || status === 205 || isEmpty(body)) return ofEmpty(status, asked)
  if (typeof body === 'boolean') return body ? doneOr202(status) : refusedBy(body)
  if (typeof body === 'string') return byWord(body, true, asked, body)
  if (typeof body === 'number') return unclear
  const levels = levelsOf(body, asked, status === 207)
  const parts = levels.filter(({ part }) => part)
  const failed = parts.filter((level) => saysFailure(level, asked))
  if (failed.length > 0) return failed.length < parts.length ? contradicted(body, asked) : refusedBy(body)
  return ofLevels(levels, status, body, asked)
}

/** Whether an answer says that the read itself failed: then nothing in it is a reading. */
export function isFailedReading(
  body: Json,
  { resource = '', lists = false }: { resource?: string; lists?: boolean },
): boolean {
  const asked: Asked = { kind: 'read', risk: 'read', ends: [], aims: [], lists, mails: false, resource }
  return readOutcome(200, body, asked).kind === 'refused'
}

/** Of a record that a read found after a write was lost: what its own status says of the write. */
export function recordOutcome(record: JsonObject, asked: Asked): Outcome {
  // A change that aims at no state leaves the record's own as it was.
  if (asked.kind === 'update' && asked.aims.length === 0 && asked.risk !== 'money') return done
  const word = statusWordOf(record, asked)
  return word === undefined || isBefore(word, asked) ? done : byWord(word, true, asked, record)
}

function ofLevels(levels: readonly Level[], status: number, body: Json, asked: Asked): Outcome {
  const signs = levels.map((level) => readSigns(level, asked))
  const isFound = levels.some(({ object, side }) => !side && identifies(object, nounOf(asked.resource)))
  const judged = levels.flatMap(({ object, depth }) => {
    const word = statusWordOf(object, asked)
    if (word === undefined) return []
    const outcome = byWord(word, isFound, asked, body)
    // For an edit the record's own status proves nothing where it is known from before, or where it shows what was sent.
    const isShown = outcome.kind === 'unclear' && senseOfWord(word) !== 'partial' && shows(object, asked)
    const isItsOwn = isBefore(word, asked) || isShown
    return [{ depth, word, outcome: isItsOwn ? (isFound ? done : unclear) : outcome }]
  })
  const deepest = Math.max(...judged.map(({ depth }) => depth))
  const own = judged.filter(({ depth }) => depth === deepest)
  const isOwnDone = own.some(({ outcome }) => outcome.kind === 'done')
  const isFlagged = signs.some((sign) => sign.done)
  if (signs.some(({ refused }) => refused))
    return isFlagged || (isFound && isOwnDone) ? contradicted(body, asked) : refusedFor(body, asked, signs)
  const refused = judged.find(({ outcome }) => outcome.kind === 'refused')
  if (refused !== undefined) return isOwnDone && refused.depth < deepest ? contradicted(body, asked) : refused.outcome
  if (signs.some(({ doubted }) => doubted) && !isOwnDone) return isFlagged ? contradicted(body, asked) : refusedBy(body)
  const word = own.at(-1)?.word.slice(0, 100)
  const accepted: Outcome = { kind: 'accepted', ...(word === undefined ? {} : { word }) }
  if (status === 202 || (signs.some(({ waiting }) => waiting) && isEffect(asked))) return accepted
  const open =
    judged.find(({ outcome }) => outcome.kind === 'accepted') ?? own.find(({ outcome }) => outcome.kind === 'unclear')
  if (open !== undefined) return open.outcome
  return own.length > 0 || isFound || isFlagged ? done : unclear
}

/** Whether the record of an edit carries what was sent beyond identifiers; where nothing else was sent, the identifier itself. */
function shows(record: JsonObject, { kind, aims, sent }: Asked): boolean {
  if (kind !== 'update' || aims.length > 0 || !isObject(sent)) return false
  const changes = Object.entries(sent).filter(([name]) => !/id$/i.test(name))
  const fields = changes.filter(([, value]) => value !== null && typeof value !== 'object')
  if (changes.length === 0) return Object.values(sent).some((id) => Object.values(record).includes(id))
  return fields.length > 0 && fields.every(([name, value]) => spelled(record, name) === value)
}

/** For a read only flags, members that name an error, and HTTP count: a good reading of a failed charge is a good reading. */
function readOutcome(status: number, body: Json, asked: Asked): Outcome {
  if (body === false) return refusedBy(body)
  if (typeof body !== 'object' || body === null) return status === 202 ? { kind: 'accepted' } : done
  const levels = levelsOf(body, asked, status === 207)
  if (levels.some((level) => saysFailure(level, asked)) || isFailedList(body, asked)) return refusedBy(body)
  return status === 202 && isEmpty(body) ? { kind: 'accepted' } : done
}

/** The specification's envelope around a list: `{ data: { id, status: 'failed', items: [] } }`; a record that was asked for is its own. */
function isFailedList(body: Json, asked: Asked): boolean {
  const inner = isObject(body) && isObject(body['data']) ? body['data'] : undefined
  if (!asked.lists || inner === undefined) return false
  const word = statusWordOf(inner, asked)
  return (
    word !== undefined &&
    senseOfWord(word) === 'refused' &&
    !Object.values(inner).some((value) => Array.isArray(value) && value.length > 0) &&
    !(isObject(asked.sent) && Object.values(asked.sent).includes(inner['id'] ?? null))
  )
}

function saysFailure(level: Level, asked: Asked): boolean {
  const { refused } = readSigns(level, asked)
  if (refused || asked.kind === 'read') return refused
  const word = statusWordOf(level.object, asked)
  return word !== undefined && byWord(word, true, asked, level.object).kind === 'refused'
}

function ofEmpty(status: number, { risk }: Asked): Outcome {
  if (status === 202) return { kind: 'accepted' }
  if (risk === 'onair') return { kind: 'accepted' }
  return risk === 'edit' || risk === 'read' ? done : unclear
}

/** What a status word means for what was asked. */
function byWord(word: string, isFound: boolean, asked: Asked, body: Json): Outcome {
  const taught = asked.taught?.[foldWord(word)]
  const shown = word.slice(0, 100)
  const refused = (): Outcome => refusedBy(body, shown)
  if (taught !== undefined) {
    if (taught === 'refused') return refused()
    return taught === 'done' ? done : { kind: 'accepted', word: shown }
  }
  const { kind, risk } = asked
  const makes = kind === 'create' || kind === 'update' || kind === 'write'
  const open: Outcome = { kind: 'unclear', word: shown }
  switch (senseOfWord(word, asked.ends)) {
    case 'done':
      return done
    case 'refused':
      return refused()
    case 'partial':
      return risk === 'edit' ? refused() : open
    case 'undone':
      return kind === 'create' || kind === 'act' ? refused() : open
    case 'processing':
      return isEffect(asked) || !isFound ? { kind: 'accepted', word: shown } : done
    case 'recorded':
      if (makes) return done
      if (kind === 'delete') return open
      return risk === 'money' ? { kind: 'accepted', word: shown } : done
    case 'waiting':
      if (asked.aims.length > 0 || kind === 'delete' || !isFound) return open
      return makes || risk !== 'money' ? done : open
    case 'resting':
      return kind === 'create' && isFound && asked.aims.length === 0 ? done : open
    case 'unknown':
      return open
  }
}

const isEffect = ({ risk, mails }: Asked): boolean => (risk !== 'edit' && risk !== 'read') || mails

const isBefore = (word: string, { before }: Asked): boolean =>
  before !== undefined && foldWord(word) === foldWord(before)

/** A refusal beside something that looks done: where it costs more than a correction, nobody knows. */
const contradicted = (body: Json, { risk }: Asked): Outcome => (risk === 'edit' ? refusedBy(body) : unclear)

/** The platform itself failed or ran out of time: that proves no refusal where an effect is at stake. */
function refusedFor(body: Json, asked: Asked, signs: readonly Signs[]): Outcome {
  const outcome = refusedBy(body)
  const said = outcome.kind === 'refused' ? outcome.said : undefined
  const broke = signs.some(({ broke: byItself }) => byItself) || /time(?:d)?[\s_-]*out/i.test(said ?? '')
  return broke && isEffect(asked) ? unclear : outcome
}

function refusedBy(body: Json, word?: string): Outcome {
  const { message, fields } = readErrorBody(body)
  return {
    kind: 'refused',
    ...(message === undefined ? {} : { said: message }),
    ...(fields.length > 0 && { fields }),
    ...(word === undefined ? {} : { word }),
  }
}

const doneOr202 = (status: number): Outcome => (status === 202 ? { kind: 'accepted' } : done)

/** Its own status, as a word; what the request sent under the same name proves nothing. */
function statusWordOf(object: JsonObject, { sent }: Asked): string | undefined {
  let best: { word: string; rank: number } | undefined
  for (const [name, value] of Object.entries(object)) {
    const word =
      typeof value === 'string'
        ? value
        : isObject(value) && /stat[eu]s?$|outcome$|result$/i.test(name)
          ? nestedWord(value)
          : undefined
    if (word === undefined || word.trim() === '' || word.length > 100 || /^\d+$/.test(word.trim())) continue
    const rank = statusRank(name, word)
    if (rank === 0 || (best !== undefined && best.rank >= rank)) continue
    if (rank < 4 && isObject(sent) && spelled(sent, name) === value) continue
    best = { word, rank }
  }
  return best?.word
}

/** `status: { code: 'FAILED' }`. */
function nestedWord(object: JsonObject): string | undefined {
  for (const name of ['status', 'state', 'code', 'value', 'name', 'text', 'type']) {
    const value = spelled(object, name)
    if (typeof value === 'string') return value
  }
  return undefined
}

function statusRank(name: string, value: string): number {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const named = /^(?:text|name|label|value|word)$/.test(last) ? (words.at(-2) ?? '') : last
  const rank =
    { status: 4, state: 3, outcome: 3, disposition: 3, result: 2, ack: 2, stage: 1, phase: 1, decision: 2 }[named] ?? 0
  if (/^(?:data|response|payload|body)$/.test(last) && words.length === 1)
    return senseOfWord(value) === 'unknown' ? 0 : 1
  // `previousStatus`, `marketing_status`: of something else.
  if (words.some((one) => /^(?:prev|previous|old|former|from|next|target|country|address|marital)/.test(one))) return 0
  return rank === 0 ? 0 : words.length === 1 ? rank + 2 : rank
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}
