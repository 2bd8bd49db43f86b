import { computed, onBeforeUnmount, watch } from 'vue'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { subjectOf } from '#kit/composables/firing/subject.ts'
import { useAim } from '#kit/composables/useAim.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { useProfiles } from '#kit/stores/profiles.ts'
import { eventOperations, type EventVerb } from '../model/fields.ts'
import { carriesState, observe, offerOf, type Observed, type TransportOffer } from '../model/observed.ts'
import { eventDeed } from '../model/deed.ts'
import { bodyFor, commandBodyFor, planOf, type Destination } from '../model/plan.ts'
import { detailsOf, publishable, rowOf, sameRequest, type Row, type RowAction } from '../model/rows.ts'
import { scalarText } from '#answers/roles.ts'
import { transportActions, type TransportAction } from '#contract/access-kinds.ts'
import { applyTransport, withStateOf } from '#answers/transport.ts'
import type { Editor, OpenEvent } from './useEditor.ts'
import { useSender } from './useSender.ts'

export interface DestinationRow extends Row {
  name: string
  destination: Destination
  observed: Observed
  /** The form differs from what was sent: a retry is a new request. */
  edited: boolean
  note: DeskErrorShape | undefined
}

type Sent = Promise<Intent | undefined>

const stateKey = (key: string): string => `state/${key}`

/** The rows of the open event: what each destination's newest intent says, and what can be sent to it. */
export function useDestinations(editor: Editor, ownName: () => string) {
  const ledger = useLedger()
  const profiles = useProfiles()
  const environments = useEnvironments()

  async function link(eventId: string, key: string, intent: Intent): Promise<void> {
    // The form and the observed state follow the last confirmed command that carried flags.
    const links =
      intent.state === 'confirmed' && carriesState(intent)
        ? { [key]: intent.id, [stateKey(key)]: intent.id }
        : { [key]: intent.id }
    const known = editor.current.value?.id === eventId ? editor.current.value.lastIntents : undefined
    if (known !== undefined && Object.entries(links).every(([place, id]) => known[place] === id)) return
    if (stateKey(key) in links) editor.adoptState(eventId, detailsOf(intent))
    // The ledger has the intent: without its link it is still found in the event's history.
    await editor.link(eventId, links).catch(() => undefined)
  }

  const sender = useSender(link)

  // An unknown row may be confirmed later, by a reconciling read or in Activity.
  const stopListening = ledger.onChange((intent) => {
    const event = editor.current.value
    if (event === undefined || intent.state !== 'confirmed') return
    for (const [key, id] of Object.entries(event.lastIntents)) {
      if (id === intent.id && !key.startsWith('state/')) void link(event.id, key, intent)
    }
  })
  onBeforeUnmount(stopListening)

  watch(
    () => editor.current.value?.id,
    async (eventId) => {
      const event = editor.current.value
      if (event === undefined || eventId === undefined) return
      for (const [key, id] of Object.entries(event.lastIntents)) {
        if (ledger.byId.has(id)) continue
        const intent = await ledger.get(id).catch(() => undefined)
        if (intent?.state === 'confirmed' && !key.startsWith('state/')) await link(eventId, key, intent)
      }
    },
    { immediate: true },
  )

  const plan = computed<ReturnType<typeof planOf>>(() => {
    const event = editor.current.value
    if (event === undefined) return { destinations: [], missing: [] }
    return planOf(event.form, event.profileIds, profiles.list, event.environment, ownName())
  })

  const streamOf = (): string | null => scalarText(editor.current.value?.form.details['streamId']) ?? null

  const intentAt = (place: string): Intent | undefined =>
    ledger.byId.get(editor.current.value?.lastIntents[place] ?? '')

  const rows = computed<DestinationRow[]>(() => {
    const event = editor.current.value
    if (event === undefined) return []
    return plan.value.destinations.map((destination) => {
      const { key, name } = destination
      const intent = intentAt(key)
      const row = rowOf(key, {
        intent,
        refused: sender.refusedOf(event.id, key),
        inFlight: sender.isBusy(event.id, key),
      })
      const planned = bodyFor(event.form, destination)
      const edited = intent?.operation === eventOperations.update && !sameRequest(intent.request.body, planned)
      return {
        ...row,
        name,
        destination,
        edited,
        note: sender.noteOf(event.id, key),
        observed: observe(intent, intentAt(stateKey(key))),
      }
    })
  })

  /** Until a destination has confirmed the event once, an update publishes it. */
  const publishes = (key: string): boolean =>
    ![key, stateKey(key)].some((place) => intentAt(place)?.state === 'confirmed')

  const offers = computed(() => {
    const links = editor.current.value?.lastIntents ?? {}
    const places = rows.value.map(({ key, observed, state }) => ({
      key,
      observed,
      busy: state === 'sending' || state === 'queued',
      // Also what the ledger can't read any more.
      sent: key in links || stateKey(key) in links,
      published: !publishes(key),
    }))
    return Object.fromEntries(transportActions.map((action) => [action, offerOf(action, places)])) as Record<
      TransportAction,
      TransportOffer<string>
    >
  })

  /** The open event, unless another environment is selected by now. */
  function eventHere(): OpenEvent | undefined {
    const event = editor.current.value
    return event?.environment === environments.selected?.id ? event : undefined
  }

  /** One update per destination. The draft is saved first, so that secrets go as references; a live command leaves out what is masked. */
  async function update(
    keys: readonly string[],
    details: Record<string, Json>,
    pressed: Pressed,
    action?: TransportAction,
    isCommand = action !== undefined,
  ): Promise<Array<Intent | undefined>> {
    const event = eventHere()
    if (event === undefined) return []
    const chosen = plan.value.destinations.filter(({ key }) => keys.includes(key))
    await editor.drafts.flush()
    // The event or the environment may have changed during the save.
    if (eventHere()?.id !== event.id) return []
    return Promise.all(
      chosen.map((destination) =>
        sender.submit({
          eventId: event.id,
          key: destination.key,
          operation: eventOperations.update,
          body: isCommand
            ? commandBodyFor(event.form, destination, details)
            : bodyFor(event.form, destination, details),
          revision: editor.drafts.draft.value?.revision,
          action,
          deed: eventDeed(action ?? (publishes(destination.key) ? 'publish' : 'change'), event.form, destination.name),
          pressed,
        }),
      ),
    )
  }

  async function retry(row: DestinationRow, pressed: Pressed): Sent {
    const event = eventHere()
    if (event === undefined) return undefined
    const refused = sender.refusedOf(event.id, row.key)
    if (refused !== undefined) {
      const { sending } = refused
      if (sending.operation !== eventOperations.update) return sender.submit({ ...sending, pressed })
      const [intent] = await update(
        [row.key],
        sending.action === undefined
          ? event.form.details
          : applyTransport(sending.action, event.form.details, new Date().toISOString()),
        pressed,
        sending.action,
      )
      return intent
    }
    const { intent } = row
    if (intent === undefined) return undefined
    if (row.edited) {
      const [sent] = await update(
        [row.key],
        withStateOf(event.form.details, detailsOf(intent)),
        pressed,
        undefined,
        carriesState(intent),
      )
      return sent
    }
    return handle(row, intent, () => ledger.retry(intent.id, pressed, row.key))
  }

  function handle(row: DestinationRow, intent: Intent, act: () => Promise<Intent>): Sent {
    const eventId = eventHere()?.id
    if (eventId === undefined) return Promise.resolve(undefined)
    return sender.handle({ eventId, key: row.key, operation: intent.operation, body: intent.request.body }, intent, act)
  }

  return {
    plan,
    rows,
    offers,
    publish(keys: readonly string[], pressed: Pressed): Promise<Array<Intent | undefined>> {
      const event = eventHere()
      if (event === undefined) return Promise.resolve([])
      const free = publishable(rows.value).map(({ key }) => key)
      return update(
        keys.filter((key) => free.includes(key)),
        event.form.details,
        pressed,
      )
    },
    transport(action: TransportAction, keys: readonly string[], pressed: Pressed): Promise<Array<Intent | undefined>> {
      const event = eventHere()
      if (event === undefined) return Promise.resolve([])
      const targets = offers.value[action].targets.filter((key) => keys.includes(key))
      return update(targets, applyTransport(action, event.form.details, new Date().toISOString()), pressed, action)
    },
    /** Sends a create or a delete with a body that a person may have edited. */
    async send(verb: EventVerb, key: string, body: unknown, pressed: Pressed): Sent {
      const event = eventHere()
      const row = rows.value.find((each) => each.key === key)
      if (event === undefined || row === undefined || row.state === 'unknown') return undefined
      await editor.drafts.flush()
      if (eventHere()?.id !== event.id) return undefined
      return sender.submit({
        eventId: event.id,
        key,
        operation: eventOperations[verb],
        body,
        revision: editor.drafts.draft.value?.revision,
        deed: eventDeed(verb, event.form, row.name),
        pressed,
      })
    },
    retry,
    aimAt: (chosen: () => readonly DestinationRow[]) =>
      useAim(
        () => {
          const { form } = editor.current.value ?? {}
          return form === undefined
            ? []
            : chosen().map(({ key, destination, intent }) => ({
                key,
                again: intent?.id,
                operation: eventOperations.update,
                body: bodyFor(form, destination),
              }))
        },
        {
          subject: () =>
            subjectOf(
              'event',
              { stream: streamOf(), destinations: chosen().map(({ key }) => ({ key })) },
              editor.current.value?.id,
            ),
        },
      ),
    act(row: DestinationRow, action: Exclude<RowAction, 'retry'>): Sent {
      const { intent } = row
      if (intent === undefined) return Promise.resolve(undefined)
      switch (action) {
        case 'reconcile':
          return handle(row, intent, () => ledger.reconcile(intent.id))
        case 'applied':
          return handle(row, intent, () => ledger.resolve(intent.id, 'confirmed'))
        case 'notApplied':
          return handle(row, intent, () => ledger.resolve(intent.id, 'rejected'))
        case 'cancel':
          return handle(row, intent, () => ledger.cancel(intent.id))
        case 'credential':
        case 'account':
        case 'fix':
          return Promise.resolve(undefined)
      }
    },
  }
}
