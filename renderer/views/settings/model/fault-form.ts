import type { Fault, FaultKind } from '#contract/models.ts'

/** Numbers are text until they are checked. */
export interface FaultForm {
  kind: FaultKind
  /** Route key; empty meets every request. */
  operation: string
  times: string
  delayMs: string
  status: string
  retryAfterSeconds: string
}

export type FaultField = 'times' | 'delayMs' | 'status' | 'retryAfterSeconds'

export const parameterOf: Partial<Record<FaultKind, Exclude<FaultField, 'times'>>> = {
  latency: 'delayMs',
  status: 'status',
  rate_limit: 'retryAfterSeconds',
}

const bounds: Record<FaultField, readonly [least: number, most: number]> = {
  times: [1, 10_000],
  delayMs: [0, 600_000],
  status: [100, 599],
  retryAfterSeconds: [0, 86_400],
}

const needed: ReadonlySet<FaultField> = new Set(['delayMs', 'status'])

export type ReadFault =
  | { ok: true; fault: Fault }
  | { ok: false; fields: Partial<Record<FaultField, readonly [number, number]>> }

/** The fault that the form describes, or the bounds of each number that is out of them. */
export function readFault(form: FaultForm): ReadFault {
  // A closed port meets everyone and counts nothing.
  if (form.kind === 'offline') return { ok: true, fault: { kind: 'offline' } }
  const parameter = parameterOf[form.kind]
  const fields: Partial<Record<FaultField, readonly [number, number]>> = {}
  const numbers: Partial<Record<FaultField, number>> = {}
  for (const field of parameter ? (['times', parameter] as const) : (['times'] as const)) {
    const text = form[field].trim()
    const value = Number(text)
    const [least, most] = bounds[field]
    if (text === '' ? needed.has(field) : !Number.isInteger(value) || value < least || value > most)
      fields[field] = bounds[field]
    else if (text !== '') numbers[field] = value
  }
  if (Object.keys(fields).length > 0) return { ok: false, fields }
  return {
    ok: true,
    fault: { kind: form.kind, ...(form.operation === '' ? {} : { operation: form.operation }), ...numbers },
  }
}
