// Checks what a desk answers and emits against the contract. The product never checks it, so every desk that a test
// starts does.
import { z } from 'zod'
import { declarationOf } from '#contract/bridge.ts'
import { bridgeEvents, type BridgeEvent } from '#contract/events.ts'
import { createApp as createBareApp } from '../../main/app.ts'
import type { App, Bridge } from '../../main/core/types.ts'

/** Throws where an answer does not fit its method. */
export function checkAnswer(method: string, answer: unknown): void {
  check(`${method} answers`, declarationOf(method)?.output(), answer)
}

/** Throws where an event does not fit the contract. */
export function checkEvent(event: string, payload: unknown): void {
  check(
    `${event} carries`,
    Object.hasOwn(bridgeEvents, event) ? bridgeEvents[event as BridgeEvent]() : undefined,
    payload,
  )
}

function check(what: string, schema: z.ZodType | undefined, value: unknown): void {
  if (schema === undefined) throw new Error(`${what} something, but the contract does not name it`)
  const { error } = schema.safeParse(value)
  if (error !== undefined) throw new Error(`${what} what the contract does not say:\n${z.prettifyError(error)}`)
}

/** The app with checked answers and events. */
export async function createApp(...parts: Parameters<typeof createBareApp>): Promise<App> {
  const app = await createBareApp(...parts)
  const bridge: Bridge = {
    async call(method, params, from) {
      const envelope = await app.bridge.call(method, params, from)
      if (envelope.ok) checkAnswer(method, envelope.data)
      return envelope
    },
    subscribe: (listener) => app.bridge.subscribe(listener),
  }
  // A wrong event must fail the test, not the part of the desk that emitted it.
  app.bridge.subscribe((event, payload) => {
    try {
      checkEvent(event, payload)
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  })
  return { ...app, bridge }
}
