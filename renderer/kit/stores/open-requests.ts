import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { Exchange } from '#contract/requests.ts'
import { useRequests } from './requests.ts'

export interface QueryRow {
  name: string
  value: string
  type: 'text' | 'number' | 'switch' | 'null'
  on: boolean
}

/** A field that the person added; it has no value until one is typed. */
export interface AddedField {
  place: readonly string[]
  schema: JsonSchema
}

/** A request while it is written; replaced, never changed in place. */
export interface Work {
  path: Readonly<Record<string, string>>
  query: readonly QueryRow[]
  /** JSON text, whether it can be read or not; empty for no body. */
  text: string
  /** Text that can't be read yet, by the field's place. */
  typed: Readonly<Record<string, string>>
  added: readonly AddedField[]
  /** From the history, where a mask may replace what was sent. */
  masked: boolean
}

export interface OpenRequest {
  work: Work
  /** The work that was replaced. */
  aside: Work | undefined
  mode: 'form' | 'json'
  /** Written by hand and not sent since. */
  unsent: boolean
  /** The link or history entry that filled it. */
  source: string
  running: { press: string; since: number } | undefined
  submitting: boolean
  exchange: Exchange | undefined
  error: DeskError | undefined
  intent: string | undefined
}

const most = 100

/** The contents of the request editors, secrets included; they are kept in this page only. */
export const useOpenRequests = defineStore('open-requests', () => {
  const requests = useRequests()
  const open = shallowReactive(new Map<string, OpenRequest>())

  const of = (operation: string): OpenRequest | undefined => open.get(operation)

  /** Opens an operation's editor with this work, unless it has one. */
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
    // The oldest editor without anything written or under way makes room.
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

  /** Reads the platform; only one read per operation at a time. */
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

  async function cancel(operation: string): Promise<void> {
    const press = open.get(operation)?.running?.press
    if (press !== undefined) await requests.cancel(press).catch(() => undefined)
  }

  return { of, ensure, read, cancel }
})
