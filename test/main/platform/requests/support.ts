// Requests over the real client, redactor and answers, and whatever a screen could get out of them.
import { expect, onTestFinished } from 'vitest'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { Exchange } from '#contract/requests.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import type { ClientLimits, ClientSurroundings } from '../../../../main/platform/client/index.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import {
  createAnswers,
  createRequests,
  type Answers,
  type NotedRead,
} from '../../../../main/platform/requests/index.ts'
import { apiKey, makeClient } from '../client/support.ts'

export interface Options {
  limits?: Partial<ClientLimits>
  surroundings?: Partial<ClientSurroundings>
  bounds?: { bytes: number; bodies: number }
  /** The id of what is noted; without it nothing is kept. */
  id?: string
  intents?: Map<string, Intent>
}

export function makeRequests(base: string, { limits, surroundings, bounds, id, intents }: Options = {}) {
  const redactor = createRedactor()
  redactor.learn(apiKey)
  const { client } = makeClient(base, {
    limits: { readRetries: 0, ...limits },
    surroundings: { redact: (value) => redactor.json(value), ...surroundings },
  })
  const answers = createAnswers({ redactor, ...(bounds && { bounds }) })
  const noted: NotedRead[] = []
  const chosen: { environment: EnvironmentId } = { environment: 'production' }
  const requests = createRequests({
    client,
    environments: { selected: () => chosen.environment },
    ledger: {
      get(id) {
        const intent = intents?.get(id)
        if (intent === undefined) throw new Error('no such intent')
        return intent
      },
    },
    redactor,
    answers,
    history: {
      noteRead(read) {
        noted.push(read)
        return id
      },
    },
    clock: systemClock,
  })
  onTestFinished(() => requests.close())
  return { requests, answers, client, redactor, noted, chosen }
}

/** All that `answers.part` hands out of a body, in pieces of a length that divides nothing. */
export function handedOut(answers: Answers, { body }: Pick<Exchange, 'body'>, length = 99_991): string {
  if (body === undefined) return ''
  const pieces: string[] = []
  for (let from = 0, done = false; !done;) {
    const piece = answers.part(body.id, from, length)
    pieces.push(piece.text)
    from += piece.text.length
    done = piece.done
    if (!done && piece.text === '') throw new Error('a piece without text')
  }
  const text = pieces.join('')
  expect(text.length).toBe(body.length)
  return text
}
