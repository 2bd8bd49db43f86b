import { onBeforeUnmount, reactive } from 'vue'
import type { Deed } from '#contract/deed-schema.ts'
import { DeskError, asDeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { stable } from '../model/rows.ts'
import type { TransportAction } from '#contract/access-kinds.ts'

interface Sending {
  eventId: string
  key: string
  operation: string
  body: unknown
  /** The revision of the draft that the body was made from. */
  revision?: number | undefined
  action?: TransportAction | undefined
  /** Only a submit needs one. */
  deed?: Deed | undefined
  pressed: Pressed
}

interface InFlight extends Omit<Sending, 'pressed'> {
  since: string
  intentId?: string
}

interface Refused {
  error: DeskErrorShape
  at: string
  sending: Omit<Sending, 'pressed'>
}

const lookUpMs = 1_000
const lookUpTries = 60

/**
 * Sends to destinations, one request at a time per row. `link` keeps the link between a row and its intent as soon as the ledger knows
 * the intent, so that it is found again after a reload, a lost link or a change of event; it never rejects.
 */
export function useSender(link: (eventId: string, key: string, intent: Intent) => Promise<void>) {
  const ledger = useLedger()
  const inFlight = reactive(new Map<string, InFlight>())
  const refused = reactive(new Map<string, Refused>())
  const notes = reactive(new Map<string, DeskErrorShape>())
  const rowKey = (eventId: string, key: string): string => `${eventId}/${key}`

  const matches = (intent: Intent, row: InFlight): boolean =>
    intent.operation === row.operation &&
    intent.createdAt >= row.since &&
    stable(intent.request.body) === stable(row.body)

  const stopListening = ledger.onChange((intent) => {
    const rows = [...inFlight.values()]
    if (rows.some((row) => row.intentId === intent.id)) return
    const row = rows.find((each) => each.intentId === undefined && matches(intent, each))
    if (row === undefined) return
    row.intentId = intent.id
    void link(row.eventId, row.key, intent)
  })
  onBeforeUnmount(stopListening)

  /** After a lost link: the intent that this request became, or undefined where none was written. */
  async function lookUp(row: InFlight): Promise<Intent | undefined> {
    for (let tries = 0; tries < lookUpTries; tries++) {
      await new Promise((resolve) => setTimeout(resolve, lookUpMs))
      try {
        if (row.intentId !== undefined) return await ledger.get(row.intentId)
        const { items } = await ledger.listAll({ product: 'Livestream' })
        return items.find((intent) => matches(intent, row))
      } catch (error) {
        if (!(error instanceof DeskError) || error.code !== 'unreachable') throw error
      }
    }
    throw new DeskError('unknown_outcome', 'The link to the desk broke while this was sent.', {
      facts: { reason: 'link_lost_while_sending' },
    })
  }

  async function runAlone(
    sending: Omit<Sending, 'pressed'>,
    known: string | undefined,
    act: () => Promise<Intent>,
  ): Promise<Intent | undefined> {
    const place = rowKey(sending.eventId, sending.key)
    if (inFlight.has(place)) return undefined
    const row: InFlight = reactive({
      ...sending,
      since: new Date().toISOString(),
      ...(known === undefined ? {} : { intentId: known }),
    })
    inFlight.set(place, row)
    refused.delete(place)
    notes.delete(place)
    try {
      const intent = await act().catch(async (error: unknown) => {
        const found = error instanceof DeskError && error.code === 'unreachable' ? await lookUp(row) : undefined
        if (found === undefined) throw error
        return found
      })
      await link(sending.eventId, sending.key, intent)
      return intent
    } catch (reason) {
      const error = asDeskError(reason).toShape()
      if (row.intentId === undefined) refused.set(place, { error, at: new Date().toISOString(), sending })
      else notes.set(place, error)
      return undefined
    } finally {
      inFlight.delete(place)
    }
  }

  return {
    isBusy: (eventId: string, key: string) => inFlight.has(rowKey(eventId, key)),
    /** What refused the last submit before anything was written. */
    refusedOf: (eventId: string, key: string) => refused.get(rowKey(eventId, key)),
    /** What refused the last action on a row's intent; the intent is unchanged. */
    noteOf: (eventId: string, key: string) => notes.get(rowKey(eventId, key)),
    /** Submits; undefined where the row was busy or the submit was refused. Never rejects. */
    submit: ({ pressed, ...sending }: Sending) =>
      runAlone(sending, undefined, () => {
        const { eventId, key, revision, operation, body, deed } = sending
        return ledger.submit(
          { operation, body, deed, ...(revision === undefined ? {} : { draft: { id: eventId, revision } }) },
          pressed,
          key,
        )
      }),
    /** Acts on a row's intent (retry, reconcile, ...) under the same lock. Never rejects. */
    handle: (sending: Omit<Sending, 'pressed'>, intent: Intent, act: () => Promise<Intent>) =>
      runAlone(sending, intent.id, act),
  }
}
