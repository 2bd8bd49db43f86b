import type { DeskHost, Envelope } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import { longMessage, type Transport } from './transport.ts'

/** The transport over the two functions that the preload exposes. */
export function createElectronTransport(host: DeskHost): Transport {
  return {
    start(events) {
      host.subscribe((name, payload) => events.event(name, JSON.parse(payload)))
      events.link('open')
    },
    async request(method, params) {
      const text = await host.request(method, JSON.stringify(params))
      const envelope = JSON.parse(text) as Envelope<unknown>
      if (!envelope.ok) throw DeskError.fromShape(envelope.error)
      if (text.length > longMessage) await new Promise((done) => setTimeout(done))
      return envelope.data
    },
    retry() {
      // The preload cannot go away before the page does.
    },
  }
}
