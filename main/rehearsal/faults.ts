// Trouble on demand: what a live show meets sooner or later, switched on by hand and counted down per request.
import type { Fault, FaultKind } from '#contract/models.ts'

/** What meets one request: a delay, and at most one way in which it ends other than well. */
export interface Trouble {
  delayMs: number
  ending?: Fault
}

export interface Faults {
  list(): Fault[]
  /** Sets a fault in place of the one of the same kind and operation, or takes that one back. */
  set(fault: Fault, on: boolean): void
  clear(): void
  /** Decides on one request and counts down. Without an operation (an unknown path) only general faults meet it. */
  meet(operation: string | undefined): Trouble
  offline(): boolean
}

const defaults: Partial<Record<FaultKind, Partial<Fault>>> = {
  latency: { delayMs: 2_000 },
  status: { status: 503 },
}

/** `onCount` hears when a request used up part of a fault. */
export function createFaults(onCount: () => void): Faults {
  let faults: Fault[] = []

  function useUp(fault: Fault): void {
    if (fault.times === undefined) return
    const left = fault.times - 1
    faults = faults.flatMap((one) => (one !== fault ? [one] : left > 0 ? [{ ...one, times: left }] : []))
    onCount()
  }

  return {
    list: () => faults.map((fault) => ({ ...fault })),
    set(fault, on) {
      const tidy = tidied(fault)
      faults = faults.filter((one) => one.kind !== tidy.kind || one.operation !== tidy.operation)
      if (on) faults = [...faults, tidy]
    },
    clear() {
      faults = []
    },
    meet(operation) {
      const met = faults.filter((fault) => fault.operation === undefined || fault.operation === operation)
      const latency = met.filter((fault) => fault.kind === 'latency')
      const ending = met.find((fault) => fault.kind !== 'latency' && fault.kind !== 'offline')
      const trouble: Trouble = {
        delayMs: latency.reduce((sum, fault) => sum + (fault.delayMs ?? 0), 0),
        ...(ending === undefined ? {} : { ending }),
      }
      for (const fault of ending === undefined ? latency : [...latency, ending]) useUp(fault)
      return trouble
    },
    offline: () => faults.some((fault) => fault.kind === 'offline'),
  }
}

/** Defaults filled in; a closed port meets everyone and counts nothing, so `offline` knows neither operation nor times. */
function tidied(fault: Fault): Fault {
  if (fault.kind === 'offline') return { kind: 'offline' }
  const kept = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined))
  return { ...defaults[fault.kind], ...kept, kind: fault.kind }
}
