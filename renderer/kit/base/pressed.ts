// One press of a button, carried as one value to the ledger.
import { defined } from '#contract/defined.ts'
import type { Decision } from '#contract/command.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Shown } from '#contract/shown.ts'

declare const made: unique symbol

/** What a press decided. Only this file makes one, so that no command can be submitted without it. */
export interface Pressed {
  readonly [made]: true
  /** Where the person was told that it goes. */
  readonly environment: EnvironmentId | undefined
  /** Undefined for an edit, which does not expire. */
  readonly at: string | undefined
  /** The newest known intent of each record by the key of its request; missing where that is unknown. */
  readonly saw: ReadonlyMap<string, string | null>
  /** What was shown when it was armed. */
  readonly shown: Shown
}

const nothingSeen: ReadonlyMap<string, string | null> = new Map()
const make = (pressed: Omit<Pressed, typeof made>): Pressed => pressed as Pressed

/** A press for what the audience sees, costs money or can't be undone; it expires. */
export function pressNow(environment: EnvironmentId | undefined, saw = nothingSeen, shown: Shown = {}): Pressed {
  return make({ environment, at: new Date().toISOString(), saw, shown })
}

/** A press for an edit, which may arrive late. */
export function pressEdit(environment: EnvironmentId | undefined): Pressed {
  return make({ environment, at: undefined, saw: nothingSeen, shown: {} })
}

export function decisionOf({ environment, at, saw }: Pressed, key = ''): Decision {
  const newest = saw.get(key)
  return {
    ...defined({ environment, pressedAt: at, saw: newest }),
  }
}
