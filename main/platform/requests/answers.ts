// Answers for screens: in memory alone, redacted and bounded.
import { randomUUID } from 'node:crypto'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { ErrorReason } from '#contract/reasons.ts'
import type { AnswerBody } from '#contract/requests.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { defaultLimits } from '../client/limits.ts'
import { describeAnswer, holdsSecret } from './describe.ts'
import { maskJson } from './json-mask.ts'
import type { Described } from './types.ts'

/** Beyond either the oldest leave; the newest stays. */
export const answerBounds = { bytes: 64 * 1024 * 1024, bodies: 64 }

/** No secret is longer, so only this much around a piece is searched. */
const margin = 16_384

export interface AnswersParts {
  redactor: Redactor
  bounds?: typeof answerBounds
  depth?: number
}

interface Kept {
  content: string | Buffer
  isJson: boolean
  size: number
}

export type Answers = ReturnType<typeof createAnswers>

export function createAnswers({ redactor, bounds = answerBounds, depth = defaultLimits.depth }: AnswersParts) {
  const kept = new Map<string, Kept>()
  let totalSize = 0

  const drop = (id: string, { size }: Kept) => {
    if (kept.delete(id)) totalSize -= size
  }

  const describe = (answer: string | Buffer, type?: string, isCut = false, plain?: ReadonlySet<string>): Described =>
    describeAnswer(answer, type, isCut, { redactor, depth, plain })

  function add({ about, content }: Described): AnswerBody {
    const id = randomUUID()
    const entry = { content, isJson: about.kind === 'json', size: sizeOf(content) }
    kept.set(id, entry)
    totalSize += entry.size
    for (const [oldest, other] of kept) {
      if (oldest === id || (totalSize <= bounds.bytes && kept.size <= bounds.bodies)) break
      drop(oldest, other)
    }
    return { id, ...about, length: typeof content === 'string' ? content.length : base64Length(content) }
  }

  /** A secret may have become known since. */
  const isStillClean = ({ content, isJson }: Kept, from: number, length: number) => {
    if (typeof content !== 'string')
      return !holdsSecret(
        content.subarray(Math.max(0, bytesAt(from) - margin), bytesAt(from + length) + margin),
        redactor,
      )
    const around = content.slice(Math.max(0, from - margin), from + length + margin)
    return (
      redactor.text(around) === around ||
      redactor.text(content) === content ||
      (isJson && maskJson(content, redactor) === content)
    )
  }

  return {
    /** A string was decoded before, a buffer is raw. `isCut`: it breaks off. */
    describe,
    add,
    keep: (...answer: Parameters<typeof describe>): AnswerBody => add(describe(...answer)),
    /** Keeps what comes back from disk, and masks what has become a secret since. */
    restore({ about, content }: Described): AnswerBody {
      const now = describe(content, about.type)
      if (now.about.masked !== true) return add({ about, content })
      return add({
        about: { ...about, masked: true, problems: [...new Set([...about.problems, ...now.about.problems])] },
        content: now.content,
      })
    },
    keepJson: (value: Json): AnswerBody => add(describe(JSON.stringify(value, null, 2), 'application/json')),
    has: (id: string) => kept.has(id),
    /** Throws DeskError `not_found_here`, or `invalid_input` in the middle of a character. */
    part(id: string, from: number, length: number): { text: string; done: boolean } {
      const entry = kept.get(id)
      if (entry === undefined) throw gone('This answer is no longer kept in memory.', 'answer_gone')
      if (isStillClean(entry, from, length))
        return typeof entry.content === 'string'
          ? pieceOf(entry.content, from, length)
          : base64Of(entry.content, from, length)
      drop(id, entry)
      throw gone('This answer holds a secret that was stored since.', 'answer_holds_secret')
    },
    clear(): void {
      kept.clear()
      totalSize = 0
    },
  }
}

function gone(message: string, reason: ErrorReason): DeskError {
  return new DeskError('not_found_here', message, { facts: { reason } })
}

function pieceOf(text: string, from: number, length: number): { text: string; done: boolean } {
  if (splitsPair(text, from))
    throw new DeskError('invalid_input', 'The piece would begin in the middle of a character.', {
      facts: { reason: 'piece_out_of_step' },
      fields: [{ path: 'from', message: 'In the middle of a character', reason: 'half_character' }],
    })
  const wanted = Math.min(from + length, text.length)
  const end = !splitsPair(text, wanted) ? wanted : wanted - 1 > from ? wanted - 1 : wanted + 1
  return { text: text.slice(from, end), done: end >= text.length }
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

function bytesAt(place: number): number {
  return Math.floor((place * 3) / 4)
}

function base64Of(bytes: Buffer, from: number, length: number): { text: string; done: boolean } {
  const first = Math.floor(from / 4)
  const text = bytes.toString(
    'base64',
    Math.min(first * 3, bytes.length),
    Math.min(Math.ceil((from + length) / 4) * 3, bytes.length),
  )
  const skipped = from - first * 4
  return { text: text.slice(skipped, skipped + length), done: from + length >= base64Length(bytes) }
}

function base64Length({ length }: Buffer): number {
  return Math.ceil(length / 3) * 4
}

/** Latin-1 text takes one byte a character, other text two. */
function sizeOf(content: string | Buffer): number {
  return typeof content === 'string' && /[\u0100-\uffff]/.test(content) ? content.length * 2 : content.length
}
