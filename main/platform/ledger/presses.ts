// One press of a button makes one intent, however often it arrives: by a double click, from a second window, or from a page that
// submits again after a lost link.
import { DeskError } from '#contract/errors.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { isSecretReference, type OperationRequest } from '#contract/operation.ts'
import type { IntentStore } from './intent-store.ts'
import type { IntentRequest } from './identity.ts'
import type { Journal } from './journal.ts'
import { keptRequest } from './request.ts'

type Asked = Pick<Intent, 'operation' | 'request'> & { environment: EnvironmentId | undefined }

export function createPresses({ intents, journal }: { intents: IntentStore; journal: Journal }) {
  /** Presses whose intent may have no row yet. */
  const going = new Map<string, { asked: Asked; answer: Promise<Intent> }>()
  const waiting = new Set<() => void>()

  /** Waits only for what is on the wire. */
  function settled(stored: Intent): Promise<Intent> | Intent {
    const now = () => intents.get(stored.id)?.intent
    if (now()?.state !== 'sending') return now() ?? stored
    return new Promise((resolve) => {
      const end = (intent: Intent) => {
        stop()
        waiting.delete(giveUp)
        resolve(intent)
      }
      const giveUp = () => end(now() ?? stored)
      const stop = intents.onChange((intent) => {
        if (intent.id === stored.id && intent.state !== 'sending') end(intent)
      })
      waiting.add(giveUp)
    })
  }

  return {
    /** Runs `submit` for a new press, else returns the first one's intent. Throws DeskError `conflict` where request or environment differ. */
    async once(
      press: string,
      request: OperationRequest,
      environment: EnvironmentId | undefined,
      submit: () => Promise<Intent>,
    ): Promise<Intent> {
      const asked = { operation: request.operation, request: keptRequest(request), environment }
      const first = going.get(press)
      if (first !== undefined) {
        if (!isSame(first.asked, asked)) throw otherRequest(request.operation)
        return first.answer
      }
      const stored = intents.unkept.pressed(press) ?? journal.pressed(press)
      if (stored !== undefined) {
        if (!isSame(stored, asked) && !wasEdited(stored, asked)) throw otherRequest(request.operation, stored.id)
        return settled(stored)
      }
      const answer = submit().finally(() => going.delete(press))
      going.set(press, { asked, answer })
      return answer
    },
    /** Resolves every pending call with what is known. */
    stop(): void {
      for (const giveUp of waiting) giveUp()
    },
  }
}

/** Without an environment the request means the first one's: the selection may have changed since. */
function isSame(first: Asked, given: Asked): boolean {
  if (first.operation !== given.operation) return false
  if (given.environment !== undefined && first.environment !== undefined && first.environment !== given.environment)
    return false
  return isAlike(plain(first.request), plain(given.request))
}

/** After an edit the pressed request is not known any more. */
const wasEdited = (first: Intent, given: Asked): boolean =>
  first.operation === given.operation && first.evidence.some(({ event }) => event === 'edited')

const plain = ({ path = {}, query = {}, body = null }: IntentRequest): Json =>
  JSON.parse(JSON.stringify([path, query, body])) as Json

/** Deep equality; where the first keeps a reference to a secret, the other has its text. */
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

const otherRequest = (operation: string, intent?: string): DeskError =>
  new DeskError('conflict', 'This press has made another request already.', {
    operation,
    facts: { reason: 'press_used', ...(intent !== undefined && { intent }) },
  })
