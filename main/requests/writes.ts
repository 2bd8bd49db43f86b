// What was seen of the writes that were sent, by their client references. An answer is looked into, and redacted, a moment after it came or
// when somebody asks for it: a queue that drains must not wait for that. The redactor forgets nothing in the meantime.
import type { Intent } from '#contract/models.ts'
import type { AnswerBody, Exchange } from '#contract/requests.ts'
import { identifierNames } from '../platform/catalog/identifiers.ts'
import { holdsSession } from '../platform/catalog/sessions.ts'
import type { WireExchange } from '../platform/client/types.ts'
import type { Clock } from '../ports.ts'
import { answerBounds } from './answers.ts'
import { wireParts } from './exchange.ts'
import type { ExchangeParts } from './exchange.ts'
import { headerOf } from './headers.ts'
import { isDocument } from './sniff.ts'

interface Remembered {
  wire: WireExchange
  /** Bytes of an answer that was not looked into yet. */
  size: number
  shown?: AnswerBody
}

/** How long an answer waits for being looked into: of a queue that drains only the newest are ever. */
const soonMs = 1_000

export function createWrites(parts: ExchangeParts & { clock: Pick<Clock, 'after'> }, bounds = answerBounds) {
  const known = new Map<string, Remembered>()
  let held = 0
  let cancel: (() => void) | undefined

  const forget = (reference: string) => {
    held -= known.get(reference)?.size ?? 0
    known.delete(reference)
  }

  /** Looked into once; from then on it is redacted, and what came is not kept any longer. */
  function lookInto(remembered: Remembered): void {
    const { wire, size } = remembered
    if (wire.answer === undefined || remembered.shown !== undefined) return
    remembered.shown = parts.answers.keep(
      wire.answer.body,
      headerOf(wire.answer.headers, 'content-type'),
      wire.answer.isCut,
      identifierNames(wire.operation),
    )
    remembered.wire = withoutBody(wire)
    remembered.size = 0
    held -= size
  }

  function lookSoon(): void {
    cancel = undefined
    for (const remembered of known.values()) if (!holdsSession(remembered.wire.operation)) lookInto(remembered)
  }

  return {
    remember(reference: string, seen: WireExchange): void {
      forget(reference)
      const wire = holdsSession(seen.operation) ? withoutBody(seen) : seen
      const size = wire.answer?.body.length ?? 0
      known.set(reference, { wire, size })
      held += size
      for (const oldest of known.keys()) {
        if (oldest === reference || (held <= bounds.bytes && known.size <= bounds.bodies)) break
        forget(oldest)
      }
      cancel ??= parts.clock.after(soonMs, lookSoon)
    },

    exchangeOf(intent: Intent): Exchange | null {
      const remembered = known.get(intent.reference)
      if (remembered === undefined) return null
      // A session may stand in it: the ledger has what may be seen.
      const opens = holdsSession(remembered.wire.operation)
      if (!opens) lookInto(remembered)
      const { wire, shown } = remembered
      const { requestId, error, answer } = intent
      // No longer kept: the ledger has what it said.
      const isKept = !opens && (shown === undefined || parts.answers.has(shown.id))
      const body = isKept || answer === undefined ? shown : parts.answers.keepJson(answer)
      return {
        id: intent.id,
        ...wireParts(wire, parts),
        at: new Date(wire.at).toISOString(),
        outcome: outcomeOf(wire, shown),
        attempts: intent.attempts,
        ...(requestId === undefined ? {} : { requestId }),
        ...(body && { body }),
        ...(error && { error }),
      }
    },

    clear(): void {
      cancel?.()
      cancel = undefined
      known.clear()
      held = 0
    },
  }
}

const withoutBody = (wire: WireExchange): WireExchange =>
  wire.answer === undefined ? wire : { ...wire, answer: { ...wire.answer, body: Buffer.alloc(0) } }

function outcomeOf({ answer, failure }: WireExchange, body: AnswerBody | undefined): Exchange['outcome'] {
  if (answer === undefined) return failure?.cause === 'bad_response' ? 'refused' : 'failed'
  if (answer.status >= 300) return answer.status < 400 ? 'answered' : 'refused'
  if (answer.isCut === true) return 'refused'
  return body === undefined || body.kind === 'json' || body.kind === 'empty' || isDocument(body)
    ? 'answered'
    : 'refused'
}
