import { z } from 'zod'
import { DeskError } from '#contract/errors.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import type { Operation } from '../catalog/entry.ts'

export const favouritesSetting = 'favourites'
const most = 100
export const keptFavourites = z.array(z.string().max(256)).max(most)

export interface FavouritesParts {
  settings: Pick<SettingsStore, 'read' | 'write'>
  operations: ReadonlyMap<string, Operation>
  onChange: (operations: string[]) => void
}

export function createFavourites({ settings, operations, onChange }: FavouritesParts) {
  /** In the order of starring, without operations that left the catalog. */
  const list = (): string[] =>
    (keptFavourites.safeParse(settings.read(favouritesSetting)).data ?? []).filter((operation) =>
      operations.has(operation),
    )
  return {
    list,
    /** Throws DeskError `invalid_input` for an unknown operation, `invalid_state` at the limit. */
    set(operation: string, on: boolean): string[] {
      if (on && !operations.has(operation)) {
        throw new DeskError('invalid_input', `There is no operation ${operation}.`, {
          facts: { reason: 'unknown_operation', operation },
          fields: [{ path: 'operation', message: 'Not in the catalog', reason: 'not_in_catalog' }],
        })
      }
      const before = list()
      if (before.includes(operation) === on) return before
      if (on && before.length >= most) {
        throw new DeskError('invalid_state', `There are ${most} favourites already.`, {
          facts: { reason: 'favourites_full', most },
        })
      }
      const next = on ? [...before, operation] : before.filter((other) => other !== operation)
      settings.write(favouritesSetting, next)
      onChange(next)
      return next
    },
  }
}
