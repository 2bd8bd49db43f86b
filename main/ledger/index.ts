// The ledger: every write is an intent on disk before its socket opens, and ends as confirmed, rejected, cancelled or visibly
// unknown (design section 5). This file is what the rest of main sees; the folder's README says which file does what.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { DraftSend } from '#contract/draft.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Vault } from '../keychain/types.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import { holdsSession, identifierPlaces, secretPlaces } from '../platform/catalog/sessions.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import type { Entry } from './intent-store.ts'
import { createBook } from './intent-store.ts'
import type { Aim } from './decision.ts'
import { createDecisions } from './decision.ts'
import { createDispatch } from './dispatch.ts'
import { editQueued, keptOrigin } from './edit.ts'
import { holdsReference, recordsOf } from './identity.ts'
import { createIds, createReference } from './ids.ts'
import { createJournal } from './journal.ts'
import { createLooking } from './precondition.ts'
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
import type { Ledger, Origin } from './types.ts'

export type { Ledger } from './types.ts'

export interface LedgerParts {
  database: ProfileDatabase
  client: PlatformClient
  operations: ReadonlyMap<string, Operation>
  /** What the person said of a read's answers. */
  choiceOf?: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
  vault: Vault
  clock: Clock
  log: Log
  /** The environment that is selected now; a submitted intent keeps it. */
  environment: () => EnvironmentId
  /** The account that the credential speaks for with which an operation goes, where it is known. Never asks the keychain. */
  account: (environment: EnvironmentId, operation: Operation) => string | undefined
  /** Whether the desk asks an environment that can't be reached by itself, and wakes the ledger once it answers. */
  asked?: (environment: EnvironmentId) => boolean
  /** Masks known secrets; answers the same object where nothing was masked. */
  redact: (value: Json) => Json
}

export function createLedger(parts: LedgerParts): Ledger {
  const { database, client, operations, vault, clock, log, redact } = parts
  const journal = createJournal(database, operations)
  const book = createBook({ database, journal, clock, log })
  const nextId = createIds(() => clock.now(), journal.newestId())
  const secrets = createSecrets(vault, log)
  const onSettled = (entry: Entry) => secrets.release(entry.intent.id)
  const onDecided = (entry: Entry) => {
    if (!isOpen(entry.intent.state)) onSettled(entry)
    dispatch.pump()
  }
  const reconciler = createReconciler({
    book,
    journal,
    client,
    operations,
    clock,
    log,
    onDecided,
    ...(parts.choiceOf && { choiceOf: parts.choiceOf }),
  })
  const decisions = createDecisions({ clock, journal, chosen: parts.environment })
  const looking = createLooking({ client, operations, journal })
  const refusal = (entry: Entry) => decisions.refusal(entry)
  const onUnknown = (entry: Entry, settleMs: number) => reconciler.begin(entry, settleMs)
  const dispatch = createDispatch({
    book,
    client,
    clock,
    log,
    redact,
    looking,
    refusal,
    onUnknown,
    onSettled,
    asked: parts.asked,
  })
  const queue = createQueue(book, dispatch)
  const presses = createPresses({ book, journal })

  function newEntry(request: OperationRequest, origin: Origin | undefined): Entry {
    const command = decisions.arrive(origin?.decision)
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
      createdAt: new Date(clock.now()).toISOString(),
      ...keptOrigin(origin, operation.compare !== undefined, redact),
      evidence: [],
    }
    const entry = book.entry(intent, operation)
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
    // What went to the keychain names nothing in the table.
    entry.records = recordsOf(entry.operation, entry.intent.environment, entry.intent.request)
  }

  async function submit(request: OperationRequest, origin: Origin | undefined): Promise<Intent> {
    const entry = newEntry(request, origin)
    book.join(entry)
    try {
      await hideSecrets(entry)
    } catch (error) {
      book.leave(entry)
      dispatch.pump()
      throw error
    }
    decisions.made(entry)
    try {
      return await dispatch.admit(entry, false)
    } catch (error) {
      if (!entry.saved) secrets.release(entry.intent.id)
      throw error
    }
  }

  /** An open entry for the person to change. */
  function openEntry(id: string): Entry {
    const entry = book.get(id)
    if (entry?.saved === true) return entry
    const stored = find(id)
    throw new DeskError('invalid_state', `The intent is ${stored.state} already.`)
  }

  function find(id: string): Intent {
    const entry = book.get(id)
    if (entry?.saved === true) return entry.intent
    const stored = journal.find(id)
    if (stored === undefined) throw new DeskError('not_found_here', `There is no intent ${id}.`)
    return stored.intent
  }

  /** The person ends an intent; answers it, or throws DeskError `invalid_state`, in the promise. */
  function settle(id: string, from: 'queued' | 'unknown', run: (entry: Entry) => void): Promise<Intent> {
    return new Promise((resolve) => {
      const entry = openEntry(id)
      if (entry.intent.state !== from)
        throw new DeskError('invalid_state', `The intent is ${entry.intent.state}, not ${from}.`)
      run(entry)
      onSettled(entry)
      entry.turn?.resolve(entry.intent)
      dispatch.pump()
      resolve(entry.intent)
    })
  }

  /** Only what was made or changed has a record to name. */
  function sends(draft: string, limit: number): DraftSend[] {
    return journal.sends(draft, limit).map((sent) => {
      const kind = operations.get(sent.operation)?.kind
      const { recordId, ...rest } = sent
      return recordId === undefined || (kind !== 'create' && kind !== 'update') ? rest : sent
    })
  }

  const settledAt = () => new Date(clock.now()).toISOString()

  return {
    start() {
      const unknown = recoverIntents({ database, journal, book, operations, clock })
      for (const { entry, settleMs } of unknown) reconciler.begin(entry, settleMs)
      for (const { id, state } of journal.secretOwners()) {
        if (state !== undefined && isOpen(state)) secrets.hold(id)
        else if (book.get(id) === undefined) secrets.releaseStored(id)
      }
      dispatch.pump()
    },
    async stop(graceMs) {
      reconciler.stop()
      await dispatch.stop(graceMs)
      presses.stop()
      await secrets.finished(graceMs, clock)
    },
    submit(request, origin) {
      const { press, environment } = origin ?? {}
      return press === undefined
        ? submit(request, origin)
        : presses.once(press, request, environment, () => submit(request, origin))
    },
    newest(request, environment = parts.environment()) {
      const operation = operations.get(request.operation)
      if (operation === undefined)
        throw new DeskError('invalid_input', `There is no operation "${request.operation}".`, {
          operation: request.operation,
        })
      const id = decisions.newest(recordsOf(operation, environment, keptRequest(request)))
      return id === undefined ? { id: null } : { id, intent: find(id) }
    },
    get: find,
    list(filter) {
      const rows = journal.list(filter, (word) =>
        [...operations.values()]
          .filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()))
          .map(({ key }) => key),
      )
      const items = rows.slice(0, filter.limit)
      const last = items.at(-1)
      return rows.length > items.length && last !== undefined ? { items, next: last.id } : { items }
    },
    async retry(id, decision) {
      const command = decisions.arrive(decision)
      const known = book.get(id)
      if (known?.saved === true) {
        const { state } = known.intent
        if (state === 'sending') throw new DeskError('invalid_state', 'It is being sent right now.')
        if (!known.sendable) throw unsendable()
        if (known.wanted) throw new DeskError('invalid_state', 'It is about to be sent again.')
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
      if (intent.state !== 'rejected') throw new DeskError('invalid_state', `The intent is ${intent.state} already.`)
      const operation = operations.get(intent.operation)
      if (operation === undefined || journal.find(id)?.readable !== true) throw unsendable()
      if (!holdsReference(intent.request.body)) client.check(requestOf(intent))
      refuseAmounts(operation, intent.request.body)
      const entry = book.entry(intent, operation)
      entry.saved = true
      decisions.check(command, againOf(entry))
      entry.again = true
      entry.command = command
      return dispatch.admit(entry, true)
    },
    cancel: (id) =>
      settle(id, 'queued', (entry) => {
        book.change(entry, 'cancel', { settledAt: settledAt(), waiting: undefined, held: undefined }, [
          { event: 'resolved', note: 'Taken back before it was sent.' },
        ])
      }),
    resolve: (id, as) =>
      settle(id, 'unknown', (entry) => {
        const patch = { settledAt: settledAt(), ...(as === 'confirmed' && { error: undefined }) }
        book.change(entry, as === 'confirmed' ? 'confirm' : 'reject', patch, [
          { event: 'resolved', note: `Marked as ${as} by the person.` },
        ])
      }),
    async reconcile(id) {
      const entry = openEntry(id)
      if (entry.intent.state !== 'unknown')
        throw new DeskError('invalid_state', `The intent is ${entry.intent.state}, not unknown.`)
      await reconciler.once(entry)
      return find(id)
    },
    hold: (id, held) => new Promise((resolve) => resolve(queue.hold(openEntry(id), held))),
    move: (id, by) => new Promise((resolve) => resolve(queue.move(openEntry(id), by))),
    async edit(id, request, origin) {
      const entry = openEntry(id)
      decisions.check(decisions.arrive(origin?.decision), { ...entry, environment: entry.intent.environment, id })
      return editQueued(entry, request, origin, { ...parts, book, secrets })
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
    counts: () => book.counts(),
    wake() {
      dispatch.wake()
      reconciler.wake()
    },
    onChange: (listener) => book.onChange(listener),
  }
}

/** An edit that is certainly not applied may be sent again however often it was tried since the press. */
function againOf({ operation, records, intent: { id, environment, state, sentAt } }: Entry): Aim {
  return { operation, records, environment, id, ...((!operation.queueable || state === 'unknown') && { sentAt }) }
}

const unsendable = () =>
  new DeskError(
    'not_supported',
    'This intent can no longer be sent: its operation or its request is not readable any more.',
  )
