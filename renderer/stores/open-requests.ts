import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import { asDeskError } from '#contract/errors.ts'
import type { DeskError } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { Exchange } from '#contract/requests.ts'
import { useRequests } from './requests.ts'

/** A row of a query while it is written. */
export interface QueryRow {
  name: string
  value: string
  type: 'text' | 'number' | 'switch' | 'null'
  on: boolean
}

/** A field that the person added to a body; it has no value until one is typed. */
export interface AddedField {
  /** The names that lead to it. */
  place: readonly string[]
  schema: JsonSchema
}

/** A request while it is written. Replaced as a whole, never changed in place. */
export interface Work {
  path: Readonly<Record<string, string>>
  query: readonly QueryRow[]
  /** The body as JSON text, whether it can be read or not; empty for none. */
  text: string
  /** What was typed into a field and can't be read yet, by the field's place. */
  typed: Readonly<Record<string, string>>
  added: readonly AddedField[]
  /** Out of the history: where a mask stands in it, that is not what went. */
  masked: boolean
}

/** One operation's editor, whether a screen shows it or not. */
export interface OpenRequest {
  work: Work
  /** What stood here before something else was taken. */
  aside: Work | undefined
  mode: 'form' | 'json'
  /** Written by hand and not sent since. */
  unsent: boolean
  /** Which link or entry of the history it was filled from. */
  source: string
  /** A read that is on its way. */
  running: { press: string; since: number } | undefined
  /** A write that is being handed to the ledger. */
  submitting: boolean
  /** What the last read brought. */
  exchange: Exchange | undefined
  error: DeskError | undefined
  /** The write that was made last. */
  intent: string | undefined
}

const most = 100

/** What is written in the request editors, kept while the page stands, secrets included: none of it is stored anywhere. */
export const useOpenRequests = defineStore('open-requests', () => {
  const requests = useRequests()
  const open = shallowReactive(new Map<string, OpenRequest>())

  const of = (operation: string): OpenRequest | undefined => open.get(operation)

  /** The operation's editor, opened with this work where nothing stands there yet. */
  function ensure(operation: string, work: () => Work, source: string): OpenRequest {
    const known = open.get(operation)
    if (known !== undefined) return known
    const fresh = shallowReactive<OpenRequest>({
      work: work(),
      aside: undefined,
      mode: 'form',
      unsent: false,
      source,
      running: undefined,
      submitting: false,
      exchange: undefined,
      error: undefined,
      intent: undefined,
    })
    open.set(operation, fresh)
    // The oldest in which nothing is written or under way gives way.
    const idle =
      open.size <= most
        ? undefined
        : [...open].find(
            ([key, { unsent, aside, running, submitting }]) =>
              key !== operation && !unsent && aside === undefined && running === undefined && !submitting,
          )
    if (idle !== undefined) open.delete(idle[0])
    return fresh
  }

  /** Asks the platform; a second one of the same operation waits for nobody and does nothing. What comes stands in the editor, wherever the person is by then. */
  async function read(request: BridgeInput<'requests.read'>): Promise<void> {
    const entry = open.get(request.operation)
    if (entry === undefined || entry.running !== undefined) return
    const press = crypto.randomUUID()
    entry.running = { press, since: Date.now() }
    entry.error = undefined
    try {
      entry.exchange = await requests.read({ ...request, press })
      entry.unsent = false
    } catch (reason) {
      entry.error = asDeskError(reason)
    } finally {
      entry.running = undefined
    }
  }

  /** Gives up the read that is on its way; it ends by itself where it has ended already. */
  async function cancel(operation: string): Promise<void> {
    const press = open.get(operation)?.running?.press
    if (press !== undefined) await requests.cancel(press).catch(() => undefined)
  }

  return { of, ensure, read, cancel }
})
