import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { holdsSession } from '../catalog/sessions.ts'
import { parseBody } from '../client/parse.ts'
import type { PlatformClient, WireExchange } from '../client/types.ts'
import type { Clock } from '../../core/ports.ts'
import { fieldsIn, tokenOf, type AnswerField } from './fields.ts'
import { guessOf } from './guess.ts'

const keptMs = 600_000
const depth = 64

export interface KeptAnswer {
  intent: string
  environment: EnvironmentId
  operation: string
  origin: string
  fields: readonly AnswerField[]
}

export function createAnswers(parts: { client: Pick<PlatformClient, 'onExchange'>; redactor: Redactor; clock: Clock }) {
  const { client, redactor, clock } = parts
  let awaiting = 0
  const received = new Map<string, { json: Json; origin: string }>()
  const kept = new Map<EnvironmentId, { answer: KeptAnswer; masked: string[]; cancel: () => void }>()

  const stop = client.onExchange(({ operation, reference, answer, origin }: WireExchange) => {
    if (awaiting === 0 || reference === undefined || operation.kind === 'read' || !holdsSession(operation)) return
    if (answer === undefined || answer.status < 200 || answer.status >= 300) return
    const parsed = parseBody(answer.body, depth)
    if ('json' in parsed) received.set(reference, { json: parsed.json, origin })
  })

  function drop(environment: EnvironmentId): void {
    const one = kept.get(environment)
    if (one === undefined) return
    kept.delete(environment)
    one.cancel()
    one.masked.forEach((value) => redactor.forget(value))
  }

  return {
    /** Collects answers until the returned function is called. */
    await(): () => void {
      awaiting += 1
      return () => {
        awaiting -= 1
        if (awaiting === 0) received.clear()
      }
    },
    received: (reference: string): { json: Json; origin: string } | undefined => received.get(reference),
    /**
     * Replaces the environment's kept answer, and masks its likely secrets everywhere. `sent` are values that are no
     * fields of it.
     */
    keep(about: Omit<KeptAnswer, 'fields'>, json: Json, sent: readonly string[]): KeptAnswer {
      drop(about.environment)
      const fields = fieldsIn(json).filter(({ value }) => !sent.includes(value))
      const masked = fields
        .filter((field) => ['token', 'sessionId'].includes(guessOf(field) ?? ''))
        .map(({ value }) => tokenOf(value))
      masked.forEach((value) => redactor.learn(value))
      const answer = { ...about, fields }
      kept.set(about.environment, { answer, masked, cancel: clock.after(keptMs, () => drop(about.environment)) })
      return answer
    },
    get: (intent: string): KeptAnswer | undefined =>
      [...kept.values()].find(({ answer }) => answer.intent === intent)?.answer,
    drop,
    dropAll: () => [...kept.keys()].forEach(drop),
    stop() {
      stop()
      received.clear()
      ;[...kept.keys()].forEach(drop)
    },
  }
}
