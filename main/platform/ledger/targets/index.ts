// Commands to another target than the platform: on disk before they go, settled by what was seen. None is queued, and
// none is sent again.
import { asDeskError, DeskError, messageOf } from '#contract/errors.ts'
import { isEncoderIntent, type EncoderIntent } from '#contract/air/encoder.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { defined } from '#contract/defined.ts'
import { isoNow, stopwatch, type Clock, type Log } from '../../../core/ports.ts'
import type { createDecisions } from '../decision.ts'
import { encoderDeed, type DeedParts } from '../deeds.ts'
import { wrongState } from '../errors.ts'
import { recordsOf } from '../identity.ts'
import { createReference } from '../ids.ts'
import type { IntentStore, Entry } from '../intent-store.ts'
import { targetOperations, targetRequest, type TargetDispatch, type TargetEnding, type TargetRequest } from './types.ts'
import type { Origin } from '../types.ts'

/** Nothing is dispatched to a target that is not there. */
const absent = (): DeskError =>
  new DeskError('invalid_state', 'No streaming software is in use.', { facts: { reason: 'encoder_not_used' } })

export function createTargets(parts: {
  intents: IntentStore
  decisions: ReturnType<typeof createDecisions>
  nextId: () => string
  environment: () => EnvironmentId
  clock: Clock
  log: Log
  redact: DeedParts['redact']
}) {
  const { intents, decisions, clock, log } = parts
  const going = new Set<Promise<unknown>>()
  let dispatch: TargetDispatch | undefined
  let ended = false

  function newEntry(request: TargetRequest, origin: Origin): Entry {
    const command = decisions.arrive(origin.decision)
    const operation = targetOperations.get(request.operation)
    if (operation === undefined) throw new DeskError('internal', 'This is no command to a target.')
    const environment = origin.environment ?? parts.environment()
    const kept = targetRequest(request)
    decisions.check(command, { operation, environment, records: recordsOf(operation, environment, kept) })
    const intent: Intent = {
      id: parts.nextId(),
      reference: createReference(),
      operation: operation.key,
      target: 'encoder',
      state: 'sending',
      environment,
      product: operation.product,
      risk: operation.risk,
      request: kept,
      attempts: 1,
      createdAt: isoNow(clock),
      sentAt: isoNow(clock),
      deed: encoderDeed(request.operation, request.scene ?? request.title, parts.redact),
      ...defined({ by: origin.by }),
      evidence: [],
    }
    const entry = intents.entry(intent, operation, { place: intents.nextPlace(), sendable: false })
    if (origin.press !== undefined) entry.press = origin.press
    entry.command = command
    return entry
  }

  async function send(entry: Entry, to: TargetDispatch): Promise<Intent> {
    const elapsed = stopwatch(clock)
    const ending = await to
      .send(entry.intent as EncoderIntent, () => {
        const refusal = decisions.refusal(entry)
        if (refusal !== undefined) throw refusal
      })
      .catch((error: unknown) => asDeskError(error))
    if (ended || entry.intent.state !== 'sending') return entry.intent
    const durationMs = Math.round(elapsed())
    if (ending instanceof DeskError) {
      const error = ending.toShape()
      intents.change(entry, 'cancel', { error, settledAt: isoNow(clock) }, [
        { event: 'not_sent', code: 'not_sent', facts: { code: error.code, ...error.facts } },
      ])
    } else if (ending.state === 'unknown')
      intents.change(entry, 'lose', { ...errorOf(ending), durationMs }, [ending.evidence])
    else settle(entry, ending, { durationMs })
    delete entry.command
    return entry.intent
  }

  function settle(entry: Entry, ending: TargetEnding, more: { durationMs?: number } = {}): void {
    const event = ending.state === 'confirmed' ? 'confirm' : 'reject'
    const patch = { error: undefined, ...errorOf(ending), ...more, settledAt: isoNow(clock) }
    intents.change(entry, event, patch, [ending.evidence])
  }

  async function readBack(entry: Entry): Promise<void> {
    const { intent } = entry
    if (!isEncoderIntent(intent)) throw wrongState(intent.state)
    if (dispatch === undefined) throw absent()
    const ending = await dispatch.readBack(intent)
    if (ended || entry.intent.state !== 'unknown') return
    if (ending.state === 'unknown') intents.change(entry, 'note', {}, [ending.evidence])
    else settle(entry, ending)
  }

  return {
    /** Whoever sends to it is made after the ledger. */
    use: (to: TargetDispatch): void => void (dispatch = to),
    /** Commits `sending`, sends, and commits the outcome. Throws DeskError where it may not be sent; nothing is kept then. */
    async command(request: TargetRequest, origin: Origin): Promise<Intent> {
      const to = dispatch
      if (to === undefined) throw absent()
      const entry = newEntry(request, origin)
      const refusal = decisions.refusal(entry)
      if (refusal !== undefined) throw refusal
      decisions.made(entry)
      intents.insert(entry, {}, [{ event: 'sent', code: 'sent' }])
      const answered = send(entry, to).finally(() => going.delete(answered))
      going.add(answered)
      return answered
    },
    /** Reads once, now. Throws DeskError where nothing can be read. */
    readBack,
    /** Once the software can be read: looks for what a crash or a lost link left unknown. */
    async readAll(): Promise<void> {
      for (const entry of [...intents.entries()].filter(({ intent }) => isLeft(intent))) {
        try {
          await readBack(entry)
        } catch (error) {
          log.write('debug', 'A command to the streaming software could not be read back yet.', {
            intent: entry.intent.id,
            reason: messageOf(error),
          })
        }
      }
    },
    async stop(graceMs: number): Promise<void> {
      const grace = Promise.withResolvers<undefined>()
      const cancel = clock.after(graceMs, () => grace.resolve(undefined))
      await Promise.race([Promise.allSettled(going), grace.promise])
      cancel()
      ended = true
    },
  }
}

/** Unknown, and no reading has said anything of it yet. */
const isLeft = (intent: Intent): boolean =>
  isEncoderIntent(intent) && intent.state === 'unknown' && intent.evidence.at(-1)?.event !== 'read'

const errorOf = ({ error }: TargetEnding) => (error === undefined ? {} : { error: error.toShape() })
