import type { DeskHost } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { Transport } from './transport.ts'

/** The transport over the two functions that the preload exposes. */
export function createElectronTransport(host: DeskHost): Transport {
  return {
    start(events) {
      host.subscribe((name, payload) => events.event(name, payload))
      events.link('open')
    },
    async request(method, params) {
      const envelope = await host.request(method, params)
      if (envelope.ok) return envelope.data
      throw DeskError.fromShape(envelope.error)
    },
    retry() {
      // The preload cannot go away before the page does.
    },
  }
}
