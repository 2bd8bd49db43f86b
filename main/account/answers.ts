// The raw answers to sign-ins: in main's memory only, one per environment, for ten minutes or until the session was taken out.
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Redactor } from '../keychain/types.ts'
import { holdsSession } from '../platform/catalog/sessions.ts'
import { parseBody } from '../platform/client/parse.ts'
import type { PlatformClient, WireExchange } from '../platform/client/types.ts'
import type { Clock } from '../ports.ts'
import { fieldsIn, tokenOf } from './fields.ts'
import type { AnswerField } from './fields.ts'
import { guessOf } from './guess.ts'

const keptMs = 600_000
const depth = 64

export interface HeldAnswer {
  intent: string
  environment: EnvironmentId
  operation: string
  /** That answered. */
  origin: string
  fields: readonly AnswerField[]
}

/** Hears what sign-ins answer while one is under way. */
export function createAnswers({
  client,
  redactor,
  clock,
}: {
  client: Pick<PlatformClient, 'onExchange'>
  redactor: Redactor
  clock: Clock
}) {
  let awaited = 0
  const heard = new Map<string, { json: Json; origin: string }>()
  const held = new Map<EnvironmentId, { answer: HeldAnswer; taught: string[]; cancel: () => void }>()

  const stop = client.onExchange(({ operation, reference, answer, origin }: WireExchange) => {
    if (
      awaited === 0 ||
      reference === undefined ||
      answer === undefined ||
      operation.kind === 'read' ||
      !holdsSession(operation)
    )
      return
    if (answer.status < 200 || answer.status >= 300) return
    const parsed = parseBody(answer.body, depth)
    if ('json' in parsed) heard.set(reference, { json: parsed.json, origin })
  })

  function drop(environment: EnvironmentId): void {
    const one = held.get(environment)
    if (one === undefined) return
    held.delete(environment)
    one.cancel()
    one.taught.forEach((value) => redactor.forget(value))
  }

  return {
    /** Keeps what is answered from now on until the returned function is called. */
    await(): () => void {
      awaited += 1
      return () => {
        awaited -= 1
        if (awaited === 0) heard.clear()
      }
    },
    /** What came for a write, by its client reference. */
    heard: (reference: string): { json: Json; origin: string } | undefined => heard.get(reference),
    /** Holds an answer in place of the environment's earlier one, and masks what in it looks like a secret wherever that turns up. `sent` is not among its fields. */
    hold(about: Omit<HeldAnswer, 'fields'>, json: Json, sent: readonly string[]): HeldAnswer {
      drop(about.environment)
      const fields = fieldsIn(json).filter(({ value }) => !sent.includes(value))
      const taught = fields
        .filter((field) => ['token', 'sessionId'].includes(guessOf(field) ?? ''))
        .map(({ value }) => tokenOf(value))
      taught.forEach((value) => redactor.learn(value))
      const answer = { ...about, fields }
      held.set(about.environment, { answer, taught, cancel: clock.after(keptMs, () => drop(about.environment)) })
      return answer
    },
    get: (intent: string): HeldAnswer | undefined =>
      [...held.values()].find(({ answer }) => answer.intent === intent)?.answer,
    drop,
    /** Forgets everything, on lock, sleep and exit. */
    dropAll: () => [...held.keys()].forEach(drop),
    stop() {
      stop()
      heard.clear()
      ;[...held.keys()].forEach(drop)
    },
  }
}
