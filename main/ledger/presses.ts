// One press of a button makes one intent, however often it arrives: as a double click, from a second window, from a page that submits
// again because its link dropped before the answer.
import { DeskError } from '#contract/errors.ts'
import { isObject } from '#contract/json.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { isSecretReference } from '#contract/operation.ts'
import type { Book } from './intent-store.ts'
import type { IntentRequest } from './identity.ts'
import type { Journal } from './journal.ts'
import { keptRequest } from './request.ts'

export interface Presses {
  /** Runs `submit` for a press that is new, else answers as the first did. Throws DeskError `conflict` for another request, or another environment than the first's. */
  once(
    press: string,
    request: OperationRequest,
    environment: EnvironmentId | undefined,
    submit: () => Promise<Intent>,
  ): Promise<Intent>
  /** Answers who still waits with what there is. */
  stop(): void
}

type Asked = Pick<Intent, 'operation' | 'request'> & { environment: EnvironmentId | undefined }

export function createPresses({ book, journal }: { book: Book; journal: Journal }): Presses {
  /** Until the first answer is there: before its first commit, no row tells of an intent. */
  const going = new Map<string, { asked: Asked; answer: Promise<Intent> }>()
  const waiting = new Set<() => void>()

  /** What is on the wire is waited for; a queued or an unknown intent is answered as it stands. */
  function settled(stored: Intent): Promise<Intent> | Intent {
    const now = () => book.get(stored.id)?.intent
    if (now()?.state !== 'sending') return now() ?? stored
    return new Promise((resolve) => {
      const end = (intent: Intent) => {
        stop()
        waiting.delete(giveUp)
        resolve(intent)
      }
      const giveUp = () => end(now() ?? stored)
      const stop = book.onChange((intent) => {
        if (intent.id === stored.id && intent.state !== 'sending') end(intent)
      })
      waiting.add(giveUp)
    })
  }

  return {
    async once(press, request, environment, submit) {
      const asked = { operation: request.operation, request: keptRequest(request), environment }
      const first = going.get(press)
      if (first !== undefined) {
        if (!isSame(first.asked, asked)) throw otherRequest(request.operation)
        return first.answer
      }
      const stored = journal.pressed(press)
      if (stored !== undefined) {
        if (!isSame(stored, asked) && !wasEdited(stored, asked)) throw otherRequest(request.operation, stored.id)
        return settled(stored)
      }
      const answer = submit().finally(() => going.delete(press))
      going.set(press, { asked, answer })
      return answer
    },
    stop() {
      for (const giveUp of waiting) giveUp()
    },
  }
}

/** Without an environment of its own a request goes wherever the first went: the choice may have changed since. */
function isSame(first: Asked, given: Asked): boolean {
  if (first.operation !== given.operation) return false
  if (given.environment !== undefined && first.environment !== undefined && first.environment !== given.environment)
    return false
  return isAlike(plain(first.request), plain(given.request))
}

/** The person gave the queued intent another content since: what was pressed is not known any more. */
const wasEdited = (first: Intent, given: Asked): boolean =>
  first.operation === given.operation && first.evidence.some(({ event }) => event === 'edited')

const plain = ({ path = {}, query = {}, body = null }: IntentRequest): Json =>
  JSON.parse(JSON.stringify([path, query, body])) as Json

/** Whether two values are equal, whatever the order of their names; where the first keeps a reference to a secret, the other has its text. */
function isAlike(first: Json | undefined, given: Json | undefined): boolean {
  if (isSecretReference(first)) return typeof given === 'string' || isSecretReference(given)
  if (Array.isArray(first))
    return (
      Array.isArray(given) && first.length === given.length && first.every((value, at) => isAlike(value, given[at]))
    )
  if (!isObject(first)) return first === given
  const names = Object.keys(first)
  return (
    isObject(given) &&
    Object.keys(given).length === names.length &&
    names.every((name) => Object.hasOwn(given, name) && isAlike(first[name], given[name]))
  )
}

function otherRequest(operation: string, id?: string): DeskError {
  const made = id === undefined ? 'another request that is on its way' : `another request (intent ${id})`
  return new DeskError(
    'conflict',
    `This press of the button has made ${made}. That one is safe, nothing more was sent. Press the button anew to send this one.`,
    { operation },
  )
}
