// The ledger (design section 5) as the rest of main uses it. The folder's README says which file does what.
import { folded } from '#contract/folding.ts'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { DraftSend } from '#contract/draft.ts'
import type { FieldChoice, TaughtWords } from '#contract/live.ts'
import { isEncoderIntent } from '#contract/air/encoder.ts'
import { isUnsettled, type EnvironmentId, type Intent, type IntentState } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Vault } from '../../core/keychain/types.ts'
import type { Operation } from '../catalog/entry.ts'
import { holdsSession, identifierPlaces, secretPlaces } from '../catalog/sessions.ts'
import type { PlatformClient } from '../client/types.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { createIntentStore, type Entry } from './intent-store.ts'
import { createDecisions, type Aim } from './decision.ts'
import { keptDeed, type DeedParts } from './deeds.ts'
import { createDispatch } from './dispatch.ts'
import { unknownOperation, wrongState } from './errors.ts'
import { editQueued, keptOrigin } from './edit.ts'
import { holdsReference, recordsOf } from './identity.ts'
import { createIds, createReference } from './ids.ts'
import { createJournal } from './journal.ts'
import { createPreconditionCheck } from './precondition.ts'
import { requestOf } from './order.ts'
import { createPresses } from './presses.ts'
import { createQueue } from './queue.ts'
import { createReconciler } from './reconcile.ts'
import { refuseAmounts } from './amounts.ts'
import { keptRequest, writeOperation } from './request.ts'
import { recoverIntents } from './restart.ts'
import { createSecrets } from './secrets.ts'
import { mostDestinations, tellingSend } from './draft-sends.ts'
import { movedTexts } from './sign-ins.ts'
import { isOpen } from './states.ts'
import { targetRecords, targetRequest } from './targets/types.ts'
import { createTargets } from './targets/index.ts'
import type { Ledger, Origin } from './types.ts'

export type { Ledger } from './types.ts'

export interface LedgerParts extends DeedParts {
  database: ProfileDatabase
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  choiceOf?: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  /** What the person said of the platform's words of status. */
  taught?: (environment: EnvironmentId) => TaughtWords
  vault: Vault
  clock: Clock
  log: Log
  /** The selected environment. */
  environment: () => EnvironmentId
  /** The account of the credential that an operation is sent with, where known. Never asks the keychain. */
  account: (environment: EnvironmentId, operation: Operation) => string | undefined
  /** Whether reachability probes an environment, and wakes the ledger once it answers. */
  asked?: (environment: EnvironmentId) => boolean
  /** Whether the desk may read once more by itself within its share of the requests. */
  affordable?: (environment: EnvironmentId) => boolean
}

export function createLedger(parts: LedgerParts): Ledger {
  const { database, client, operations, vault, clock, log, redact } = parts
  const journal = createJournal(database, operations)
  const intents = createIntentStore({ database, journal, clock, log })
  const nextId = createIds(() => clock.now(), journal.newestId())
  const secrets = createSecrets(vault, log)
  const onSettled = (entry: Entry) => secrets.release(entry.intent.id)
  const onReconciled = (entry: Entry) => {
    if (!isOpen(entry.intent.state)) onSettled(entry)
    dispatch.pump()
  }
  const reconciler = createReconciler({ ...parts, intents, journal, onReconciled })
  const decisions = createDecisions({ clock, journal, chosen: parts.environment })
  const checkPrecondition = createPreconditionCheck({ ...parts, journal })
  const dispatch = createDispatch({
    ...parts,
    intents,
    checkPrecondition,
    refusal: (entry) => decisions.refusal(entry),
    onOutcomeUnknown: (entry, settleMs) => reconciler.begin(entry, settleMs),
    onOutcomeAccepted: (entry) => reconciler.begin(entry, 0),
    onSettled,
  })
  const queue = createQueue(intents, dispatch)
  const presses = createPresses({ intents, journal })
  const targets = createTargets({ ...parts, intents, decisions, nextId })

  function newEntry(request: OperationRequest, origin: Origin | undefined): Entry {
    const command = decisions.arrive(origin?.decision, origin)
    const operation = writeOperation(request, parts)
    const environment = origin?.environment ?? parts.environment()
    decisions.check(command, {
      operation,
      environment,
      records: recordsOf(operation, environment, keptRequest(request)),
    })
    const account = parts.account(environment, operation)
    const intent: Intent = {
      id: nextId(),
      reference: createReference(),
      operation: operation.key,
      state: 'queued',
      environment,
      product: operation.product,
      risk: operation.risk,
      ...(account !== undefined && { account }),
      request: keptRequest(request),
      attempts: 0,
      createdAt: isoNow(clock),
      ...keptOrigin(origin, operation.compare !== undefined, redact),
      ...defined({ by: origin?.by }),
      evidence: [],
    }
    const entry = intents.entry(intent, operation)
    if (origin?.press !== undefined) entry.press = origin.press
    entry.command = command
    return entry
  }

  async function hideSecrets(entry: Entry): Promise<void> {
    const { id, request } = entry.intent
    const { body } = request
    if (holdsSession(entry.operation)) entry.moved = []
    if (body === undefined || body === null) return
    const hidden = await vault.externalize(
      `intent/${id}`,
      body,
      secretPlaces(entry.operation, body),
      identifierPlaces(entry.operation),
    )
    if (holdsSession(entry.operation)) entry.moved = movedTexts(body, hidden)
    if (hidden === body) return
    secrets.hold(id)
    entry.intent = { ...entry.intent, request: { ...request, body: hidden } }
    // Secrets name no record.
    entry.records = recordsOf(entry.operation, entry.intent.environment, entry.intent.request)
  }

  async function submit(request: OperationRequest, origin: Origin | undefined): Promise<Intent> {
    const entry = newEntry(request, origin)
    intents.join(entry)
    try {
      await hideSecrets(entry)
    } catch (error) {
      intents.leave(entry)
      dispatch.pump()
      throw error
    }
    // Only now every secret of the request is known.
    const { environment, request: kept } = entry.intent
    const deed = keptDeed(origin?.deed, { operation: entry.operation, environment, request: kept }, parts)
    entry.intent = { ...entry.intent, deed }
    decisions.made(entry)
    try {
      return await dispatch.admit(entry, false)
    } catch (error) {
      if (!entry.saved) secrets.release(entry.intent.id)
      throw error
    }
  }

  function openEntry(id: string): Entry {
    const entry = intents.get(id)
    if (entry?.saved === true) return entry
    throw wrongState(find(id).state)
  }

  function find(id: string): Intent {
    const entry = intents.get(id)
    if (entry?.saved === true) return entry.intent
    const unkept = intents.unkept.find(id)
    if (unkept !== undefined) return unkept
    const stored = journal.find(id)
    if (stored === undefined) throw new DeskError('not_found_here', `There is no intent ${id}.`)
    return stored.intent
  }

  function settle(id: string, may: (state: IntentState) => boolean, run: (entry: Entry) => void): Promise<Intent> {
    return new Promise((resolve) => {
      const entry = openEntry(id)
      if (!may(entry.intent.state)) throw wrongState(entry.intent.state)
      run(entry)
      onSettled(entry)
      entry.turn?.resolve(entry.intent)
      dispatch.pump()
      resolve(entry.intent)
    })
  }

  /** Only a create and an update name their record. */
  function sends(draft: string, limit: number): DraftSend[] {
    return journal.sends(draft, limit).map((sent) => {
      const kind = operations.get(sent.operation)?.kind
      const { recordId, ...rest } = sent
      return recordId === undefined || (kind !== 'create' && kind !== 'update') ? rest : sent
    })
  }

  return {
    start() {
      const unsettled = recoverIntents({ ...parts, journal, intents })
      for (const { entry, settleMs } of unsettled) if (!isEncoderIntent(entry.intent)) reconciler.begin(entry, settleMs)
      for (const { id, state } of journal.secretOwners()) {
        if (state !== undefined && isOpen(state)) secrets.hold(id)
        else if (intents.get(id) === undefined) secrets.releaseStored(id)
      }
      dispatch.pump()
    },
    async stop(graceMs) {
      reconciler.stop()
      await Promise.all([dispatch.stop(graceMs), targets.stop(graceMs)])
      presses.stop()
      intents.unkept.stop()
      await secrets.finished(graceMs, clock)
    },
    submit(request, origin) {
      const { press, environment } = origin ?? {}
      return press === undefined
        ? submit(request, origin)
        : presses.once(press, request, environment, () => submit(request, origin))
    },
    command(request, origin) {
      const { press, environment } = origin
      const run = () => targets.command(request, origin)
      const { path, body } = targetRequest(request)
      const asked = { operation: request.operation, ...defined({ path, body }) }
      return press === undefined ? run() : presses.once(press, asked, environment, run)
    },
    target: targets,
    newestCommand: (encoder, environment) => decisions.newest(targetRecords(environment, encoder)) ?? null,
    newest(request, environment = parts.environment()) {
      const operation = operations.get(request.operation)
      if (operation === undefined) throw unknownOperation(request.operation)
      const id = decisions.newest(recordsOf(operation, environment, keptRequest(request)))
      return id === undefined ? { id: null } : { id, intent: find(id) }
    },
    get: find,
    pressed(press) {
      const stored = journal.pressed(press)
      return stored && (intents.get(stored.id)?.intent ?? stored)
    },
    waits: (environment) =>
      intents.counts().queued > 0 &&
      queue
        .lanes()
        .some(
          (lane) =>
            lane.environment === environment &&
            lane.items.some(({ state, held }) => state === 'queued' && held !== true),
        ),
    list(filter) {
      const { items, more } = journal.list(filter, (word) =>
        [...operations.values()].filter(({ name }) => folded(name).includes(folded(word))).map(({ key }) => key),
      )
      const last = items.at(-1)
      return more && last !== undefined ? { items, next: last.id } : { items }
    },
    async retry(id, decision) {
      const command = decisions.arrive(decision)
      const known = intents.get(id)
      if (known?.saved === true) {
        const { state } = known.intent
        if (state === 'sending') throw beingSent()
        if (state === 'accepted') throw wrongState(state)
        if (isEncoderIntent(known.intent)) throw neverAgain()
        if (!known.sendable) throw unsendable()
        if (known.wanted) throw beingSent()
        decisions.check(command, againOf(known))
        // A live command that waits for its turn keeps the moment and the decision of its own press.
        if (state === 'queued' && !known.operation.queueable) return dispatch.force(known)
        known.command = command
        try {
          return await dispatch.force(known)
        } finally {
          if (known.command === command) delete known.command
        }
      }
      const intent = find(id)
      if (isEncoderIntent(intent)) throw neverAgain()
      if (intent.state !== 'rejected') throw wrongState(intent.state)
      const operation = operations.get(intent.operation)
      if (operation === undefined || journal.find(id)?.readable !== true) throw unsendable()
      if (!holdsReference(intent.request.body)) client.check(requestOf(intent))
      refuseAmounts(operation, intent.request.body)
      const entry = intents.entry(intent, operation)
      entry.saved = true
      decisions.check(command, againOf(entry))
      entry.again = true
      entry.command = command
      return dispatch.admit(entry, true)
    },
    cancel: (id) =>
      settle(id, isQueued, (entry) => {
        intents.change(entry, 'cancel', { settledAt: isoNow(clock), waiting: undefined, held: undefined }, [
          { event: 'resolved', code: 'taken_back' },
        ])
      }),
    resolve: (id, as) =>
      settle(id, isUnsettled, (entry) => {
        const patch = { settledAt: isoNow(clock), ...(as === 'confirmed' && { error: undefined }) }
        intents.change(entry, as === 'confirmed' ? 'confirm' : 'reject', patch, [
          { event: 'resolved', code: `marked_${as}` },
        ])
      }),
    async reconcile(id) {
      const entry = openEntry(id)
      if (!isUnsettled(entry.intent.state)) throw wrongState(entry.intent.state)
      await (isEncoderIntent(entry.intent) ? targets.readBack(entry) : reconciler.once(entry))
      return find(id)
    },
    hold: (id, held) => new Promise((resolve) => resolve(queue.hold(openEntry(id), held))),
    move: (id, by) => new Promise((resolve) => resolve(queue.move(openEntry(id), by))),
    async edit(id, request, origin) {
      const entry = openEntry(id)
      decisions.check(decisions.arrive(origin?.decision), { ...entry, environment: entry.intent.environment, id })
      return editQueued(entry, request, origin, { ...parts, intents, secrets })
    },
    queue: () => queue.lanes(),
    sends,
    newestSends: (drafts) =>
      new Map(
        drafts.flatMap((draft) =>
          tellingSend(sends(draft, mostDestinations)).map((sent): [string, DraftSend] => [draft, sent]),
        ),
      ),
    pause: (paused) => dispatch.pause(paused),
    counts: (environment) => intents.counts(environment),
    wake() {
      dispatch.wake()
      reconciler.wake()
    },
    onChange: (listener) => intents.onChange(listener),
    onUnkept: (listener) => intents.unkept.onUnkept(listener),
  }
}

/** An edit that was certainly not applied may be sent again, whatever was tried since the press. */
function againOf({ operation, records, intent: { id, environment, state, sentAt } }: Entry): Aim {
  return { operation, records, environment, id, ...((!operation.queueable || state === 'unknown') && { sentAt }) }
}

const isQueued = (state: IntentState): boolean => state === 'queued'

const unsendable = () =>
  new DeskError('not_supported', 'The operation or the request of this intent is not readable any more.', {
    facts: { reason: 'intent_unreadable' },
  })

const neverAgain = () =>
  new DeskError('not_supported', 'A command to the streaming software is never sent again.', {
    facts: { reason: 'encoder_not_resent' },
  })

const beingSent = () => new DeskError('invalid_state', 'The intent is being sent.', { facts: { reason: 'being_sent' } })
