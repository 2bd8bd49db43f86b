import { readonly, ref, type Ref } from 'vue'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError, asDeskError } from '#contract/errors.ts'
import type { BridgeEvent, BridgeEvents } from '#contract/events.ts'
import { createListeners, type Listeners } from '#contract/listeners.ts'
import { createElectronTransport } from './electron.ts'
import { createLoopbackTransport } from './loopback.ts'
import { keepToken, takeToken } from './token.ts'
import type { LinkProblem, LinkState, Transport } from './transport.ts'

let transport: Transport | undefined
const listeners = new Map<string, Listeners<[payload: never]>>()
const opened = createListeners<[]>()
const linkState = ref<LinkState>('connecting')
const problem = ref<LinkProblem>()

/** Whether the backend can be reached from this page. */
export const link: Readonly<Ref<LinkState>> = readonly(linkState)

/** Why the backend can't be reached, where trying again alone does not help. */
export const linkProblem: Readonly<Ref<LinkProblem | undefined>> = readonly(problem)

export function connectBridge(to: Transport): void {
  transport = to
  to.start({
    event(name, payload) {
      listeners.get(name)?.emit(payload as never)
    },
    link(state, why) {
      const opens = state === 'open' && linkState.value !== 'open'
      linkState.value = state
      problem.value = why
      if (opens) opened.emit()
    },
  })
}

export function hostTransport(view: Window & typeof globalThis): Transport {
  if (view.showdesk) return createElectronTransport(view.showdesk)
  const { protocol, host } = view.location
  return createLoopbackTransport(
    `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/bridge`,
    takeToken(view),
    view.WebSocket,
  )
}

/**
 * Calls a method. @throws DeskError always; `unreachable` where the link dropped first: the ledger then knows what
 * became of a write.
 */
export async function call<M extends BridgeMethod>(method: M, params?: BridgeInput<M>): Promise<BridgeOutput<M>> {
  if (!transport) throw new DeskError('internal', 'The bridge was used before it was connected.')
  try {
    return (await transport.request(method, params ?? {})) as BridgeOutput<M>
  } catch (error) {
    throw asDeskError(error)
  }
}

/** A function that calls one method. @throws DeskError */
export const caller =
  <M extends BridgeMethod>(method: M) =>
  (params: BridgeInput<M>): Promise<BridgeOutput<M>> =>
    call(method, params)

export function on<E extends BridgeEvent>(event: E, listener: (payload: BridgeEvents[E]) => void): () => void {
  const of = listeners.get(event) ?? createListeners<[payload: never]>()
  listeners.set(event, of)
  return of.add(listener)
}

/** Runs at the start and after every reconnect, when caches have to be read again. */
export function onOpen(listener: () => void): () => void {
  const end = opened.add(listener)
  if (linkState.value === 'open') listener()
  return end
}

export function reconnect(): void {
  transport?.retry()
}

export { keepToken }
export type { LinkProblem, LinkState, Transport } from './transport.ts'
