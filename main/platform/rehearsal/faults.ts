import type { Fault, FaultKind } from '#contract/models.ts'

/** What happens to one request: a delay, and at most one fault that ends it. */
export interface AppliedFaults {
  delayMs: number
  ending?: Fault
}

const defaults: Partial<Record<FaultKind, Partial<Fault>>> = {
  latency: { delayMs: 2_000 },
  status: { status: 503 },
}

export function createFaults(onCount: () => void) {
  let faults: Fault[] = []

  function countDown(fault: Fault): void {
    if (fault.times === undefined) return
    const left = fault.times - 1
    faults = faults.flatMap((one) => (one !== fault ? [one] : left > 0 ? [{ ...one, times: left }] : []))
    onCount()
  }

  return {
    list: (): Fault[] => faults.map((fault) => ({ ...fault })),
    /** Replaces or removes the fault of the same kind and operation. */
    set(fault: Fault, on: boolean): void {
      const complete = withDefaults(fault)
      faults = faults.filter((one) => one.kind !== complete.kind || one.operation !== complete.operation)
      if (on) faults = [...faults, complete]
    },
    clear(): void {
      faults = []
    },
    /** Chooses the faults of one request and counts them down. An unknown path has no operation and meets only general faults. */
    apply(operation: string | undefined): AppliedFaults {
      const chosen = faults.filter((fault) => fault.operation === undefined || fault.operation === operation)
      const latency = chosen.filter((fault) => fault.kind === 'latency')
      const ending = chosen.find((fault) => fault.kind !== 'latency' && fault.kind !== 'offline')
      for (const fault of ending === undefined ? latency : [...latency, ending]) countDown(fault)
      return {
        delayMs: latency.reduce((sum, fault) => sum + (fault.delayMs ?? 0), 0),
        ...(ending !== undefined && { ending }),
      }
    },
    offline: (): boolean => faults.some((fault) => fault.kind === 'offline'),
  }
}

/** A closed port concerns every request, so `offline` has neither operation nor times. */
function withDefaults(fault: Fault): Fault {
  if (fault.kind === 'offline') return { kind: 'offline' }
  const given = Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined))
  return { ...defaults[fault.kind], ...given, kind: fault.kind }
}
