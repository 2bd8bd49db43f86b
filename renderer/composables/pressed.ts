// One press of a button, carried as one value to the ledger.
import type { Decision } from '#contract/command.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { isLinkLoss } from './desk-error.ts'

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
}

const nothingSeen: ReadonlyMap<string, string | null> = new Map()
const make = (pressed: Omit<Pressed, typeof made>): Pressed => pressed as Pressed

/** A press for what the audience sees, costs money or can't be undone; it expires. */
export function pressNow(environment: EnvironmentId | undefined, saw = nothingSeen): Pressed {
  return make({ environment, at: new Date().toISOString(), saw })
}

/** A press for an edit, which may arrive late. */
export function pressEdit(environment: EnvironmentId | undefined): Pressed {
  return make({ environment, at: undefined, saw: nothingSeen })
}

export function decisionOf({ environment, at, saw }: Pressed, key = ''): Decision {
  const newest = saw.get(key)
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(at === undefined ? {} : { pressedAt: at }),
    ...(newest === undefined ? {} : { saw: newest }),
  }
}

export interface NamedPress {
  id: string
  pressed: Pressed
}

/**
 * Gives presses an id. The same request to the same place keeps its id until it was taken. After a lost link it also
 * keeps its first moment; after a refusal it gets a new one.
 */
export function usePressNames() {
  let kept: { id: string; of: string; lost?: Pressed } | undefined
  return {
    async run<T>(pressed: Pressed, of: string, act: (named: NamedPress) => Promise<T>): Promise<T> {
      const meant = `${pressed.environment ?? ''} ${of}`
      const { id, lost = pressed } = kept?.of === meant ? kept : { id: crypto.randomUUID() }
      kept = { id, of: meant }
      try {
        const done = await act({ id, pressed: lost })
        kept = undefined
        return done
      } catch (error) {
        if (error instanceof DeskError && isLinkLoss(error.toShape())) kept = { id, of: meant, lost }
        throw error
      }
    },
    forget: (): void => {
      kept = undefined
    },
  }
}
