import { DeskError } from '#contract/errors.ts'
import { isLinkLoss } from './desk-error.ts'
import type { Pressed } from '../base/pressed.ts'

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
