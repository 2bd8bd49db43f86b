import { defineStore } from 'pinia'
import { ref, shallowReactive, triggerRef, shallowRef } from 'vue'
import type { BridgeInput, BridgeOutput } from '#contract/bridge.ts'
import type { Decision } from '#contract/command.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Intent, IntentPage, LedgerCounts, QueueLane } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import type { Pressed } from '../composables/pressed.ts'
import { createCache } from './cache.ts'
import { decisionHere } from './decision-here.ts'

const recentLimit = 50

/** A write as a screen makes it; what its press decided goes beside it. */
export type Submission = Omit<BridgeInput<'ledger.submit'>, keyof Decision>

/** The ledger's counts, its newest intents, and every intent that this page has met. */
export const useLedger = defineStore('ledger', () => {
  const counts = ref<LedgerCounts>({ queued: 0, sending: 0, unknown: 0 })
  const recent = shallowRef<Intent[]>([])
  const byId = shallowReactive(new Map<string, Intent>())
  const changes = createListeners<[intent: Intent]>()

  function take(intent: Intent): Intent {
    byId.set(intent.id, intent)
    return intent
  }

  function place(intent: Intent): void {
    const at = recent.value.findIndex(({ id }) => id === intent.id)
    if (at >= 0) recent.value[at] = intent
    else recent.value = [intent, ...recent.value].slice(0, recentLimit)
    triggerRef(recent)
  }

  const cache = createCache(async () => {
    const [info, page] = await Promise.all([call('desk.info'), list({ limit: recentLimit })])
    counts.value = info.counts
    recent.value = page.items
    // What a screen still shows may have settled while the link was down.
    const open = [...byId.values()].filter(
      ({ state }) => state === 'queued' || state === 'sending' || state === 'unknown',
    )
    await Promise.all(open.filter(({ id }) => !page.items.some((item) => item.id === id)).map(({ id }) => get(id)))
  })

  function init(): void {
    on('ledger.changed', ({ intent, counts: changed }) => {
      counts.value = changed
      take(intent)
      place(intent)
      changes.emit(intent)
    })
  }

  /** Hears every change of an intent until the returned function is called. */
  const onChange = (listener: (intent: Intent) => void): (() => void) => changes.add(listener)

  async function list(filter: BridgeInput<'ledger.list'>): Promise<IntentPage> {
    const page = await call('ledger.list', filter)
    page.items.forEach(take)
    return page
  }

  async function get(id: string): Promise<Intent> {
    return take(await call('ledger.get', { id }))
  }

  /** Writes an intent and sends it; answers once it is settled, queued or unknown. `key` tells the requests of one press apart, as its aim named them. */
  async function submit(request: Submission, pressed: Pressed, key?: string): Promise<Intent> {
    return take(await call('ledger.submit', { ...request, ...decisionHere(pressed, key) }))
  }

  const retry = async (id: string, pressed: Pressed, key?: string): Promise<Intent> =>
    take(await call('ledger.retry', { id, ...decisionHere(pressed, key) }))
  /** The newest intent of the record that a request names. */
  const newest = (request: BridgeInput<'ledger.newest'>): Promise<BridgeOutput<'ledger.newest'>> =>
    call('ledger.newest', request)
  const cancel = async (id: string): Promise<Intent> => take(await call('ledger.cancel', { id }))
  const reconcile = async (id: string): Promise<Intent> => take(await call('ledger.reconcile', { id }))
  const resolve = async (id: string, as: 'confirmed' | 'rejected'): Promise<Intent> =>
    take(await call('ledger.resolve', { id, as }))

  /** What waits, in the order in which it leaves; what blocks it stands among it. */
  async function queue(): Promise<QueueLane[]> {
    const { lanes } = await call('ledger.queue')
    for (const { items } of lanes) items.forEach(take)
    return lanes
  }

  /** Keeps a queued intent back, or lets it go again. @throws DeskError `invalid_state` once it has left, as `move` and `edit` do. */
  const hold = async (id: string, held: boolean): Promise<Intent> => take(await call('ledger.hold', { id, held }))
  /** One place earlier (-1) or later (1) among those of its record. */
  const move = async (id: string, by: -1 | 1): Promise<Intent> => take(await call('ledger.move', { id, by }))
  /** Another content for a queued intent, kept as a new revision of its draft. */
  const edit = async (change: BridgeInput<'ledger.edit'>): Promise<Intent> => take(await call('ledger.edit', change))

  return {
    counts,
    recent,
    byId,
    ...cache,
    refresh: cache.read,
    init,
    onChange,
    list,
    get,
    newest,
    submit,
    retry,
    cancel,
    reconcile,
    resolve,
    queue,
    hold,
    move,
    edit,
  }
})
