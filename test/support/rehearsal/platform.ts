// The rehearsal platform with the ways of other platforms: the shape of their answers, and what they do with a credential that an
// update leaves out.
import type { Json } from '#contract/json.ts'
import { operations } from '../../../main/platform/catalog/index.ts'
import { systemClock, type Clock, type Log } from '../../../main/core/ports.ts'
import { startRehearsal, type Manner, type Rehearsal } from '../../../main/platform/rehearsal/index.ts'
import { invalid } from '../../../main/platform/rehearsal/refusal.ts'
import { toDialect, type RehearsalDialect } from './dialects.ts'

/** What happens where an event's update leaves out a credential. */
export const credentialRules = ['keep', 'clear', 'refuse'] as const
export type CredentialRule = (typeof credentialRules)[number]

const rules: Readonly<Record<CredentialRule, Manner['credentials']>> = {
  keep: (known) => known,
  clear: () => undefined,
  refuse(known, missing) {
    if (known !== undefined && missing.length > 0)
      throw invalid(...missing.map((name) => ({ path: `options.${name}`, message: 'is missing' })))
    return known
  },
}

export interface TestPlatform extends Rehearsal {
  /** From now on. */
  setDialect(dialect: RehearsalDialect): void
  setCredentialRule(rule: CredentialRule): void
}

export async function startTestPlatform({
  clock = systemClock,
  log = { write: () => undefined },
}: { clock?: Clock; log?: Log } = {}): Promise<TestPlatform> {
  let dialect: RehearsalDialect = 'items'
  let rule: CredentialRule = 'keep'
  const manner: Manner = {
    success: (operation, answer, requestId): Json => toDialect(dialect, operation, answer, requestId),
    credentials: (known, missing) => rules[rule](known, missing),
  }
  const rehearsal = await startRehearsal({ operations, clock, log, manner })
  return { ...rehearsal, setDialect: (next) => void (dialect = next), setCredentialRule: (next) => void (rule = next) }
}
