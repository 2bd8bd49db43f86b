// One press of a button, from the button to the ledger: where it was said to go, when it was pressed, and what was known of each record.
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
  /** Undefined for an edit, which never grows old. */
  readonly at: string | undefined
  /** The newest intent that was known of each record, by the key of its request; missing where nobody could say. */
  readonly saw: ReadonlyMap<string, string | null>
}

const nothingSeen: ReadonlyMap<string, string | null> = new Map()
const make = (pressed: Omit<Pressed, typeof made>): Pressed => pressed as Pressed

/** The press that confirms what the audience sees, what costs money or what can't be undone: this very moment. */
export function pressNow(environment: EnvironmentId | undefined, saw = nothingSeen): Pressed {
  return make({ environment, at: new Date().toISOString(), saw })
}

/** The press that sends an edit: it names its place, and may arrive late. */
export function pressEdit(environment: EnvironmentId | undefined): Pressed {
  return make({ environment, at: undefined, saw: nothingSeen })
}

/** The fields that go with the request of this key. */
export function decisionOf({ environment, at, saw }: Pressed, key = ''): Decision {
  const newest = saw.get(key)
  return {
    ...(environment === undefined ? {} : { environment }),
    ...(at === undefined ? {} : { pressedAt: at }),
    ...(newest === undefined ? {} : { saw: newest }),
  }
}

/** A press under the name that the ledger knows it by. */
export interface NamedPress {
  id: string
  pressed: Pressed
}

/**
 * Names presses: the same request to the same place keeps its name until it was taken, so that it can't be made twice. Where nobody knows
 * whether a press was heard, the next one says it again with its first moment; after a refusal it counts by its own.
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
