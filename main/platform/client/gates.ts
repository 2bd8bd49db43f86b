// A 429 closes a gate for one product, environment and credential; everything else goes on.
import { createListeners } from '#contract/listeners.ts'
import type { EnvironmentId, Gate } from '#contract/models.ts'
import type { AuthScheme, Product } from '#contract/operation.ts'
import { listenerFailed } from '../../core/log.ts'
import { runningTime, type Clock, type Log } from '../../core/ports.ts'
import { longestWaitMs } from './retry-after.ts'

export interface GateKey {
  environment: EnvironmentId
  product: Product
  scheme: AuthScheme
  generation: number
}

interface Closed {
  key: GateKey
  /** In running time: a clock that is set ahead must not open it. */
  until: number
  source: Gate['source']
  cancel: () => void
}

const longestBackoffMs = 60_000

export function createGates({ clock, log, current }: { clock: Clock; log: Log; current: (key: GateKey) => boolean }) {
  const closed = new Map<string, Closed>()
  const refusals = new Map<string, number>()
  const listeners = createListeners<[Gate[]]>(listenerFailed(log))

  const name = (key: GateKey) => `${key.environment}|${key.scheme}|${key.generation}|${key.product}`

  const leftMs = ({ until }: Pick<Closed, 'until'>): number => Math.max(0, until - runningTime(clock))

  function describe(gate: Closed): Gate {
    const { key, source } = gate
    const retryAfterMs = Math.round(leftMs(gate))
    return {
      environment: key.environment,
      product: key.product,
      credential: key.scheme,
      until: new Date(clock.now() + retryAfterMs).toISOString(),
      retryAfterMs,
      source,
    }
  }

  const open = (id: string) => {
    closed.get(id)?.cancel()
    if (closed.delete(id)) listeners.emit(list())
  }

  const list = (): Gate[] => [...closed.values()].filter((gate) => leftMs(gate) > 0 && current(gate.key)).map(describe)

  const get = (key: GateKey): Gate | undefined => {
    if (closed.size === 0) return undefined
    const id = name(key)
    const gate = closed.get(id)
    if (!gate) return undefined
    if (leftMs(gate) > 0) return describe(gate)
    open(id)
    return undefined
  }

  return {
    get,
    list,
    onChange: (listener: (gates: Gate[]) => void) => listeners.add(listener),

    /** Closes a gate for `askedMs`, else for a wait that doubles from one second to a minute. */
    close(key: GateKey, askedMs: number | undefined): Gate {
      const id = name(key)
      const existing = get(key)
      const refused = (refusals.get(id) ?? 0) + (existing ? 0 : 1)
      refusals.set(id, refused)
      const wait =
        askedMs === undefined
          ? Math.min(longestBackoffMs, 1_000 * 2 ** (refused - 1))
          : Math.min(askedMs, longestWaitMs)
      const before = closed.get(id)
      const until = Math.max(runningTime(clock) + wait, before?.until ?? -Infinity)
      before?.cancel()
      const gate: Closed = {
        key,
        until,
        source: askedMs === undefined ? 'backoff' : 'retry-after',
        cancel: clock.after(leftMs({ until }), () => open(id)),
      }
      closed.set(id, gate)
      listeners.emit(list())
      return describe(gate)
    },

    /** After any other answer the next unnamed wait starts at one second again. */
    passed(key: GateKey): void {
      if (refusals.size > 0) refusals.delete(name(key))
    },

    stop(): void {
      for (const gate of closed.values()) gate.cancel()
    },
  }
}
