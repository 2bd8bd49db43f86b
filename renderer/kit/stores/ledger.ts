import { defineStore } from 'pinia'
import { ref, shallowReactive, triggerRef, shallowRef } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Decision } from '#contract/command.ts'
import { defined } from '#contract/defined.ts'
import type { Deed } from '#contract/deed-schema.ts'
import { createListeners } from '#contract/listeners.ts'
import { openStates, type Intent, type IntentPage, type LedgerCounts, type QueueLane } from '#contract/models.ts'
import { call, caller, on } from '../bridge/index.ts'
import type { Pressed } from '../base/pressed.ts'
import { createCache } from './cache.ts'
import { decisionHere } from './decision-here.ts'

const recentLimit = 50
const pageLimit = 500
const mostListed = 5_000

/** A write without the decision of its press. */
export type Submission = Omit<BridgeInput<'ledger.submit'>, keyof Decision | 'deed'> & { deed?: Deed | undefined }

export const useLedger = defineStore('ledger', () => {
  const counts = ref<LedgerCounts>({ queued: 0, sending: 0, accepted: 0, unknown: 0 })
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
    // Intents on screen may have settled while the link was down.
    const open = [...byId.values()].filter(({ state }) => openStates.some((one) => one === state))
    await Promise.all(open.filter(({ id }) => !page.items.some((item) => item.id === id)).map(({ id }) => get(id)))
  })

  function init(): void {
    on('ledger.changed', ({ intent, counts: changed }) => {
      if (changed !== undefined) counts.value = changed
      take(intent)
      place(intent)
      changes.emit(intent)
    })
  }

  const onChange = (listener: (intent: Intent) => void): (() => void) => changes.add(listener)

  async function list(filter: BridgeInput<'ledger.list'>): Promise<IntentPage> {
    const page = await call('ledger.list', filter)
    page.items.forEach(take)
    return page
  }

  /** Over as many pages as it takes, newest first; `whole` is false where there are more than `most`. */
  async function listAll(
    filter: Omit<BridgeInput<'ledger.list'>, 'limit' | 'before'>,
    most = mostListed,
  ): Promise<{ items: Intent[]; whole: boolean }> {
    const items: Intent[] = []
    let before: string | undefined
    do {
      const page = await list({ ...filter, limit: Math.min(pageLimit, most - items.length), ...defined({ before }) })
      items.push(...page.items)
      before = page.next
    } while (before !== undefined && items.length < most)
    return { items, whole: before === undefined }
  }

  async function get(id: string): Promise<Intent> {
    return take(await call('ledger.get', { id }))
  }

  /**
   * Stores and sends an intent; answers once it is settled, queued or unknown. `key` tells the requests of one press
   * apart.
   */
  async function submit(request: Submission, pressed: Pressed, key?: string): Promise<Intent> {
    return take(await call('ledger.submit', { ...request, ...decisionHere(pressed, key) }))
  }

  const retry = async (id: string, pressed: Pressed, key?: string) =>
    take(await call('ledger.retry', { id, ...decisionHere(pressed, key) }))
  const newest = caller('ledger.newest')
  const cancel = async (id: string) => take(await call('ledger.cancel', { id }))
  const reconcile = async (id: string) => take(await call('ledger.reconcile', { id }))
  const resolve = async (id: string, as: 'confirmed' | 'rejected') => take(await call('ledger.resolve', { id, as }))

  async function queue(): Promise<QueueLane[]> {
    const { lanes } = await call('ledger.queue')
    for (const { items } of lanes) items.forEach(take)
    return lanes
  }

  /** @throws DeskError `invalid_state` once it has left, like `move` and `edit`. */
  const hold = async (id: string, held: boolean) => take(await call('ledger.hold', { id, held }))
  const move = async (id: string, by: -1 | 1) => take(await call('ledger.move', { id, by }))
  /** Another content for a queued intent, kept as a new revision of its draft. */
  const edit = async (change: BridgeInput<'ledger.edit'>) => take(await call('ledger.edit', change))

  return {
    counts,
    recent,
    byId,
    ...cache,
    refresh: cache.read,
    init,
    onChange,
    listAll,
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
