// What was seen of sent writes, by client reference. Answers are redacted a moment later or on demand, so that a queue
// does not wait for it.
import { defined } from '#contract/defined.ts'
import type { Intent } from '#contract/models.ts'
import type { AnswerBody, Exchange } from '#contract/requests.ts'
import { identifierNames } from '../catalog/identifiers.ts'
import { holdsSession } from '../catalog/sessions.ts'
import type { WireExchange } from '../client/types.ts'
import type { Clock } from '../../core/ports.ts'
import { answerBounds } from './answers.ts'
import { wireParts, type ExchangeParts } from './exchange.ts'
import { headerOf } from './headers.ts'
import { isDocument } from './sniff.ts'

interface Remembered {
  wire: WireExchange
  size: number
  shown?: AnswerBody
}

const soonMs = 1_000

export function createWrites(parts: ExchangeParts & { clock: Pick<Clock, 'after'> }, bounds = answerBounds) {
  const known = new Map<string, Remembered>()
  let totalSize = 0
  let cancel: (() => void) | undefined

  const forget = (reference: string) => {
    totalSize -= known.get(reference)?.size ?? 0
    known.delete(reference)
  }

  /** Once; from then on only the redacted answer is kept. */
  function describe(remembered: Remembered): void {
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
    totalSize -= size
  }

  function describeSoon(): void {
    cancel = undefined
    for (const remembered of known.values()) if (!holdsSession(remembered.wire.operation)) describe(remembered)
  }

  return {
    remember(reference: string, seen: WireExchange): void {
      forget(reference)
      const wire = holdsSession(seen.operation) ? withoutBody(seen) : seen
      const size = wire.answer?.body.length ?? 0
      known.set(reference, { wire, size })
      totalSize += size
      for (const oldest of known.keys()) {
        if (oldest === reference || (totalSize <= bounds.bytes && known.size <= bounds.bodies)) break
        forget(oldest)
      }
      cancel ??= parts.clock.after(soonMs, describeSoon)
    },

    exchangeOf(intent: Intent): Exchange | null {
      const remembered = known.get(intent.reference)
      if (remembered === undefined) return null
      // The ledger has what may be shown of a session.
      const opens = holdsSession(remembered.wire.operation)
      if (!opens) describe(remembered)
      const { wire, shown } = remembered
      const { requestId, error, answer } = intent
      const isKept = !opens && (shown === undefined || parts.answers.has(shown.id))
      const body = isKept || answer === undefined ? shown : parts.answers.keepJson(answer)
      return {
        id: intent.id,
        ...wireParts(wire, parts),
        at: new Date(wire.at).toISOString(),
        outcome: isRefusedInside(intent, wire) ? 'refused' : outcomeOf(wire, shown),
        attempts: intent.attempts,
        ...defined({ requestId }),
        ...(body && { body }),
        ...(error && { error }),
      }
    },

    clear(): void {
      cancel?.()
      cancel = undefined
      known.clear()
      totalSize = 0
    },
  }
}

const withoutBody = (wire: WireExchange): WireExchange =>
  wire.answer === undefined ? wire : { ...wire, answer: { ...wire.answer, body: Buffer.alloc(0) } }

/** A refusal that came with a status of 2xx. */
const isRefusedInside = ({ state }: Intent, { answer }: WireExchange): boolean =>
  state === 'rejected' && answer !== undefined && answer.status < 300

function outcomeOf({ answer, failure }: WireExchange, body: AnswerBody | undefined): Exchange['outcome'] {
  if (answer === undefined) return failure?.cause === 'bad_response' ? 'refused' : 'failed'
  if (answer.status >= 300) return answer.status < 400 ? 'answered' : 'refused'
  if (answer.isCut === true) return 'refused'
  return body === undefined || body.kind === 'json' || body.kind === 'empty' || isDocument(body)
    ? 'answered'
    : 'refused'
}
