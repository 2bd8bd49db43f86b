// Sends to destinations: one request at a time per row, each linked to its event as soon as the ledger knows it, so that no
// reload, lost link or change of event loses sight of it.
import { reactive } from 'vue'
import { DeskError, asDeskError } from '#contract/errors.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import type { Pressed } from '../../../composables/pressed.ts'
import { useLedger } from '../../../stores/ledger.ts'
import { stable } from '../model/rows.ts'
import type { TransportAction } from '#answers/transport.ts'

/** A request of one row. */
interface Sending {
  eventId: string
  /** The destination. */
  key: string
  operation: string
  body: unknown
  /** The draft's revision that the body was made of. */
  revision?: number | undefined
  action?: TransportAction | undefined
  pressed: Pressed
}

interface Held extends Omit<Sending, 'pressed'> {
  since: string
  intentId?: string
}

interface Refused {
  error: DeskErrorShape
  at: string
  sending: Omit<Sending, 'pressed'>
}

export interface SenderOptions {
  /** Keeps the link between a row and its intent; never rejects. */
  link(eventId: string, key: string, intent: Intent): Promise<void>
  /** Waits before the ledger is asked again after the link dropped. */
  pause(ms: number): Promise<void>
}

export interface Sender {
  isBusy(eventId: string, key: string): boolean
  /** What refused the last submit before anything was written. */
  refusedOf(eventId: string, key: string): Refused | undefined
  /** What refused the last thing done with a row's intent; the intent stands as it stood. */
  noteOf(eventId: string, key: string): DeskErrorShape | undefined
  /** Submits; undefined where the row was busy or the submit was refused. Never rejects. */
  submit(sending: Sending): Promise<Intent | undefined>
  /** Does something with a row's intent (retry, reconcile, ...) under the same lock. Never rejects. */
  handle(sending: Omit<Sending, 'pressed'>, intent: Intent, act: () => Promise<Intent>): Promise<Intent | undefined>
  stop(): void
}

const lookUpMs = 1_000
const lookUpTries = 60

export function createSender(options: SenderOptions): Sender {
  const ledger = useLedger()
  const held = reactive(new Map<string, Held>())
  const refused = reactive(new Map<string, Refused>())
  const notes = reactive(new Map<string, DeskErrorShape>())
  const rowKey = (eventId: string, key: string): string => `${eventId}/${key}`

  const matches = (intent: Intent, row: Held): boolean =>
    intent.operation === row.operation &&
    intent.createdAt >= row.since &&
    stable(intent.request.body) === stable(row.body)

  const stop = ledger.onChange((intent) => {
    const rows = [...held.values()]
    if (rows.some((row) => row.intentId === intent.id)) return
    const row = rows.find((each) => each.intentId === undefined && matches(intent, each))
    if (row === undefined) return
    row.intentId = intent.id
    void options.link(row.eventId, row.key, intent)
  })

  /** After the link dropped: the intent that this request became, or undefined where none was written. */
  async function lookUp(row: Held): Promise<Intent | undefined> {
    for (let tries = 0; tries < lookUpTries; tries++) {
      await options.pause(lookUpMs)
      try {
        if (row.intentId !== undefined) return await ledger.get(row.intentId)
        const { items } = await ledger.list({ limit: 100, product: 'Livestream' })
        return items.find((intent) => matches(intent, row))
      } catch (error) {
        if (!(error instanceof DeskError) || error.code !== 'unreachable') throw error
      }
    }
    throw new DeskError(
      'unknown_outcome',
      'The link to the desk dropped while this was sent. Activity shows what became of it.',
    )
  }

  async function hold(
    sending: Omit<Sending, 'pressed'>,
    known: string | undefined,
    act: () => Promise<Intent>,
  ): Promise<Intent | undefined> {
    const place = rowKey(sending.eventId, sending.key)
    if (held.has(place)) return undefined
    const row: Held = reactive({
      ...sending,
      since: new Date().toISOString(),
      ...(known === undefined ? {} : { intentId: known }),
    })
    held.set(place, row)
    refused.delete(place)
    notes.delete(place)
    try {
      const intent = await act().catch(async (error: unknown) => {
        const found = error instanceof DeskError && error.code === 'unreachable' ? await lookUp(row) : undefined
        if (found === undefined) throw error
        return found
      })
      await options.link(sending.eventId, sending.key, intent)
      return intent
    } catch (reason) {
      const error = asDeskError(reason).toShape()
      if (row.intentId === undefined) refused.set(place, { error, at: new Date().toISOString(), sending })
      else notes.set(place, error)
      return undefined
    } finally {
      held.delete(place)
    }
  }

  return {
    isBusy: (eventId, key) => held.has(rowKey(eventId, key)),
    refusedOf: (eventId, key) => refused.get(rowKey(eventId, key)),
    noteOf: (eventId, key) => notes.get(rowKey(eventId, key)),
    submit: (sending) =>
      hold(sending, undefined, () => {
        const { eventId, key, revision, operation, body, pressed } = sending
        return ledger.submit(
          { operation, body, ...(revision === undefined ? {} : { draft: { id: eventId, revision } }) },
          pressed,
          key,
        )
      }),
    handle: (sending, intent, act) => hold(sending, intent.id, act),
    stop,
  }
}
