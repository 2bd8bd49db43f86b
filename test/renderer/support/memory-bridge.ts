// A transport without a host: answers come from a sample backend, events are pushed by the test.
import { isOnAirCommand, type RecordCommand } from '#contract/access-kinds.ts'
import { DeskError } from '#contract/errors.ts'
import type { BridgeEvent, BridgeEvents } from '#contract/events.ts'
import type { ReadAnswer } from '#contract/models.ts'
import { findOperation } from '../../../main/platform/catalog/index.ts'
import type { Transport, TransportEvents } from '../../../renderer/kit/bridge/transport.ts'
import { createSampleBackend, type Push } from './sample-backend.ts'
import type { SampleDrafts } from './sample-drafts.ts'

export interface MemoryBridge {
  transport: Transport
  push: Push
  /** Every request so far, the oldest first. */
  requests: Array<{ method: string; params: unknown }>
  /** Answers in the sample backend's place; return undefined to let it answer. */
  answer: (method: string, by: (params: unknown) => unknown) => void
  setLink: TransportEvents['link']
  /** The drafts of the sample backend. */
  drafts: SampleDrafts
}

/** No screen may forget where, when and over what a person decided: it would go wherever the desk is by then. */
function mustBeDecided(params: unknown): void {
  const { operation, command, ...given } = params as { operation?: string; command?: RecordCommand }
  const risk =
    command === undefined ? (findOperation(operation ?? '')?.risk ?? 'edit') : isOnAirCommand(command) && 'onair'
  // A dock that asks has seen nothing of what was sent: main notes that when it arms.
  const needed = ['environment', 'pressedAt', command === undefined ? 'saw' : 'shown']
  const missing = needed.filter((name) => !(name in given))
  if (risk !== false && risk !== 'edit' && risk !== 'read' && missing.length > 0)
    throw new DeskError('internal', `${operation ?? command} was submitted without ${missing.join(', ')}.`)
}

/** An in-memory bridge whose ledger holds `size` intents. */
export function createMemoryBridge(size = 30): MemoryBridge {
  let events: TransportEvents | undefined
  const push: Push = <E extends BridgeEvent>(event: E, payload: BridgeEvents[E]) => events?.event(event, payload)
  const backend = createSampleBackend(
    push,
    size,
    undefined,
    async (request) => (await answers.get('platform.read')?.(request)) as ReadAnswer | undefined,
  )
  const requests: MemoryBridge['requests'] = []
  const answers = new Map<string, (params: unknown) => unknown>()
  return {
    push,
    requests,
    drafts: backend.drafts,
    answer: (method, by) => answers.set(method, by),
    setLink: (state, problem) => events?.link(state, problem),
    transport: {
      start(to) {
        events = to
        to.link('open')
      },
      async request(method, params) {
        requests.push({ method, params })
        if (method === 'ledger.submit' || method === 'command.run') mustBeDecided(params)
        if ((method === 'ledger.retry' || method === 'drafts.submit') && !('environment' in (params as object)))
          throw new DeskError('internal', `${method} does not say where it goes.`)
        return structuredClone((await answers.get(method)?.(params)) ?? (await backend.handle(method, params)))
      },
      retry() {
        events?.link('open')
      },
    },
  }
}
