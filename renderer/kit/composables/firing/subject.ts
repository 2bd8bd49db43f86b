// What an armed command would act on. Only this file makes one, out of identities: a label, a count or the number of a
// step never says whether it is still the same command.
import type { Shown } from '#contract/shown.ts'

declare const made: unique symbol

export interface Subject {
  readonly [made]: true
  /** What was shown; the press takes it along. */
  readonly shown: Shown
  /** Two subjects are the same where this is. */
  readonly identity: string
}

/**
 * `act` is what it does, as a code; `others` are identities that the contract has no name for, such as an intent, a
 * length, or the requests themselves.
 */
export const subjectOf = (act: string, shown: Shown, ...others: ReadonlyArray<string | number | undefined>): Subject =>
  ({ shown, identity: JSON.stringify([act, shown, ...others]) }) as Subject
