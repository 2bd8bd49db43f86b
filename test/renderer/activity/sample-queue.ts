// A ledger's queue in memory, answering in the sample backend's place: one lane of four templates, one lane behind an unknown outcome.
import { DeskError } from '#contract/errors.ts'
import type { Intent, QueueLane } from '#contract/models.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { sampleIntent } from '../support/sample-backend.ts'

const counts = { queued: 5, sending: 0, accepted: 0, unknown: 1 }

function without(intent: Intent, ...names: Array<'sentAt' | 'error' | 'waiting' | 'held'>): Intent {
  const copy = { ...intent }
  for (const name of names) delete copy[name]
  return copy
}

export const queuedIntent = (id: string, more: Partial<Intent> = {}): Intent => {
  return {
    ...without(sampleIntent(1), 'sentAt', 'error'),
    id,
    state: 'queued',
    operation: 'POST /api/marketing/template/create',
    request: { body: { workspaceId: 'ws_1', name: `Template ${id}`, subject: `Subject ${id}` } },
    attempts: 0,
    waiting: { reason: 'order' },
    evidence: [],
    ...more,
  }
}

export interface SampleQueue {
  lanes: QueueLane[]
  find: (id: string) => Intent
  /** Changes an intent and tells the page. */
  change: (id: string, values: Partial<Intent>) => Intent
  /** It has left and is confirmed; the page is told unless `silently`. */
  leave: (id: string, silently?: boolean) => void
}

export function answerQueue(bridge: MemoryBridge): SampleQueue {
  const lane = (resource: string, record: string[], items: Intent[]): QueueLane => ({
    environment: 'rehearsal',
    resource,
    record,
    items,
  })
  const lanes = [
    lane(
      'marketing/contact',
      ['con_7'],
      [
        queuedIntent('lost', { operation: 'POST /api/marketing/contact/update', state: 'unknown', attempts: 1 }),
        queuedIntent('behind', { operation: 'POST /api/marketing/contact/update' }),
      ],
    ),
    lane(
      'marketing/template',
      [],
      [
        queuedIntent('a', { waiting: { reason: 'gate', until: new Date(Date.now() + 14_000).toISOString() } }),
        queuedIntent('b', { environment: 'development' }),
        queuedIntent('c', { draft: { id: 'draft-1', revision: 1 } }),
        queuedIntent('d', {
          operation: 'PUT /api/events/general/update',
          request: { body: { resourceId: 'evt_1' }, path: {}, query: { notify: true } },
        }),
      ],
    ),
  ]
  const settled = new Map<string, Intent>()
  const find = (id: string): Intent => {
    const found = lanes.flatMap(({ items }) => items).find((intent) => intent.id === id) ?? settled.get(id)
    if (found === undefined) throw new DeskError('not_found_here', 'There is no such intent.')
    return found
  }
  const queued = (id: string): Intent => {
    if (find(id).state !== 'queued') throw new DeskError('invalid_state', 'The intent is confirmed, not queued.')
    return find(id)
  }
  const tell = (intent: Intent): Intent => {
    bridge.push('ledger.changed', { intent, counts })
    return intent
  }
  const put = (id: string, intent: Intent): Intent => {
    for (const { items } of lanes) {
      const at = items.findIndex((other) => other.id === id)
      if (at >= 0) items.splice(at, 1, intent)
    }
    return tell(intent)
  }
  const change = (id: string, values: Partial<Intent>): Intent => put(id, { ...find(id), ...values })
  const remove = (id: string, state: Intent['state'], silently = false): Intent => {
    const intent: Intent = { ...without(find(id), 'waiting'), state }
    settled.set(id, intent)
    for (const each of lanes) each.items = each.items.filter((other) => other.id !== id)
    lanes.splice(0, lanes.length, ...lanes.filter(({ items }) => items.length > 0))
    return silently ? intent : tell(intent)
  }

  bridge.answer('ledger.queue', () => ({ lanes }))
  bridge.answer('ledger.get', (params) => find((params as { id: string }).id))
  bridge.answer('ledger.cancel', (params) => remove(queued((params as { id: string }).id).id, 'cancelled'))
  bridge.answer('ledger.hold', (params) => {
    const { id, held } = params as { id: string; held: boolean }
    const intent = queued(id)
    return put(
      id,
      held
        ? { ...intent, held: true, waiting: { reason: 'held' } }
        : { ...without(intent, 'held'), waiting: { reason: 'order' } },
    )
  })
  bridge.answer('ledger.move', (params) => {
    const { id, by } = params as { id: string; by: -1 | 1 }
    const intent = queued(id)
    const items = lanes.find((each) => each.items.includes(intent))?.items ?? []
    const at = items.indexOf(intent)
    items.splice(at, 1)
    items.splice(at + by, 0, intent)
    return tell(intent)
  })
  return { lanes, find, change, leave: (id, silently) => void remove(id, 'confirmed', silently) }
}
