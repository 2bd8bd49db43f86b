// Where answers wait for a screen to look at them: in memory alone, redacted, and no more of them than the bounds here allow.
import { randomUUID } from 'node:crypto'
import { DeskError } from '#contract/errors.ts'
import type { AnswerBody } from '#contract/requests.ts'
import type { Redactor } from '../keychain/types.ts'
import { defaultLimits } from '../platform/client/limits.ts'
import { describeAnswer, holdsSecret } from './describe.ts'
import { maskJson } from './json-mask.ts'
import type { Answers, Described } from './types.ts'

/** The oldest leave beyond either; the newest always stays. */
export const answerBounds = { bytes: 64 * 1024 * 1024, bodies: 64 }

/** No secret is longer: of bytes only a piece and what is around it is looked through. */
const margin = 16_384

export interface AnswersParts {
  redactor: Redactor
  bounds?: typeof answerBounds
  /** Deepest nesting that the client reads. */
  depth?: number
}

interface Kept {
  content: string | Buffer
  isJson: boolean
  /** In memory. */
  size: number
}

export function createAnswers({ redactor, bounds = answerBounds, depth = defaultLimits.depth }: AnswersParts): Answers {
  const kept = new Map<string, Kept>()
  let held = 0

  const drop = (id: string, { size }: Kept) => {
    if (kept.delete(id)) held -= size
  }

  const describe = (answer: string | Buffer, type?: string, isCut = false, plain?: ReadonlySet<string>): Described =>
    describeAnswer(answer, type, isCut, { redactor, depth, plain })

  function add({ about, content }: Described): AnswerBody {
    const id = randomUUID()
    const entry = { content, isJson: about.kind === 'json', size: sizeOf(content) }
    kept.set(id, entry)
    held += entry.size
    for (const [oldest, other] of kept) {
      if (oldest === id || (held <= bounds.bytes && kept.size <= bounds.bodies)) break
      drop(oldest, other)
    }
    return { id, ...about, length: typeof content === 'string' ? content.length : base64Length(content) }
  }

  /** A secret may have become known since the answer was kept, such as a token that a person chose in it. */
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
    describe,
    add,
    keep: (answer, type, isCut, plain) => add(describe(answer, type, isCut, plain)),
    restore({ about, content }) {
      const now = describe(content, about.type)
      if (now.about.masked !== true) return add({ about, content })
      return add({
        about: { ...about, masked: true, problems: [...new Set([...about.problems, ...now.about.problems])] },
        content: now.content,
      })
    },
    keepJson: (value) => add(describe(JSON.stringify(value, null, 2), 'application/json')),
    has: (id) => kept.has(id),
    part(id, from, length) {
      const entry = kept.get(id)
      if (entry === undefined) throw gone('This answer is no longer kept in memory. Nothing was changed.')
      if (isStillClean(entry, from, length))
        return typeof entry.content === 'string'
          ? pieceOf(entry.content, from, length)
          : base64Of(entry.content, from, length)
      drop(id, entry)
      throw gone('This answer holds a secret that was stored since, so it is no longer kept. Nothing was changed.')
    },
    clear() {
      kept.clear()
      held = 0
    },
  }
}

function gone(happened: string): DeskError {
  return new DeskError('not_found_here', happened, { facts: { reason: 'answer_gone' } })
}

function pieceOf(text: string, from: number, length: number): { text: string; done: boolean } {
  if (splitsPair(text, from)) {
    throw new DeskError('invalid_input', 'The piece would begin inside a character.', {
      facts: { reason: 'piece_out_of_step' },
      fields: [{ path: 'from', message: 'Inside a character', reason: 'inside_character' }],
    })
  }
  const wanted = Math.min(from + length, text.length)
  const end = !splitsPair(text, wanted) ? wanted : wanted - 1 > from ? wanted - 1 : wanted + 1
  return { text: text.slice(from, end), done: end >= text.length }
}

function splitsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

/** The byte of which a character of base64 tells. */
function bytesAt(place: number): number {
  return Math.floor((place * 3) / 4)
}

/** Only the bytes of the piece are encoded. */
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

/** In memory characters take one byte each as long as all of them are Latin-1, else two. */
function sizeOf(content: string | Buffer): number {
  return typeof content === 'string' && /[\u0100-\uffff]/.test(content) ? content.length * 2 : content.length
}
