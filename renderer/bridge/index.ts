// The one door from the screens to the backend. Everything typed comes from the contract; zod stays on the other side.
import { readonly, ref } from 'vue'
import type { Ref } from 'vue'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError, asDeskError } from '#contract/errors.ts'
import type { BridgeEvent, BridgeEvents } from '#contract/events.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Listeners } from '#contract/listeners.ts'
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

/** Why it can't, where trying again alone will not help. */
export const linkProblem: Readonly<Ref<LinkProblem | undefined>> = readonly(problem)

/** Puts the facade on a transport; `main.ts` does it once, tests with an in-memory one. */
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

/** The transport of the host that this page runs in. */
export function hostTransport(view: Window & typeof globalThis): Transport {
  if (view.showdesk) return createElectronTransport(view.showdesk)
  const { protocol, host } = view.location
  return createLoopbackTransport(
    `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/bridge`,
    takeToken(view),
    view.WebSocket,
  )
}

/** Calls a method. @throws DeskError always; `unreachable` where the link dropped before the answer, after which a write's fate stands in the ledger. */
export async function call<M extends BridgeMethod>(method: M, params?: BridgeInput<M>): Promise<BridgeOutput<M>> {
  if (!transport) throw new DeskError('internal', 'The bridge was used before it was connected.')
  try {
    return (await transport.request(method, params ?? {})) as BridgeOutput<M>
  } catch (error) {
    throw asDeskError(error)
  }
}

/** Hears an event until the returned function is called. */
export function on<E extends BridgeEvent>(event: E, listener: (payload: BridgeEvents[E]) => void): () => void {
  const of = listeners.get(event) ?? createListeners<[payload: never]>()
  listeners.set(event, of)
  return of.add(listener)
}

/** Runs each time that the link opens: first at start, then after every reconnect, when caches read again. */
export function onOpen(listener: () => void): () => void {
  const end = opened.add(listener)
  if (linkState.value === 'open') listener()
  return end
}

/** Tries the link again at once. */
export function reconnect(): void {
  transport?.retry()
}

export { keepToken }
export type { LinkProblem, LinkState, Transport } from './transport.ts'
