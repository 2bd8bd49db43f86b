// Operations that the person starred.
import { z } from 'zod'
import { DeskError } from '#contract/errors.ts'
import type { SettingsStore } from '../desk/settings.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Favourites } from './types.ts'

/** In the profile's settings, and in a profile file (main/maintenance/profile-file/settings.ts). */
export const favouritesSetting = 'favourites'
const most = 100
export const keptFavourites = z.array(z.string().max(256)).max(most)

export interface FavouritesParts {
  settings: Pick<SettingsStore, 'read' | 'write'>
  operations: ReadonlyMap<string, Operation>
  onChange: (operations: string[]) => void
}

export function createFavourites({ settings, operations, onChange }: FavouritesParts): Favourites {
  const list = (): string[] =>
    (keptFavourites.safeParse(settings.read(favouritesSetting)).data ?? []).filter((operation) =>
      operations.has(operation),
    )
  return {
    list,
    set(operation, on) {
      if (on && !operations.has(operation)) {
        throw new DeskError(
          'invalid_input',
          'The platform has no such operation. Your favourites are as they were. Choose one from the catalog.',
          { fields: [{ path: 'operation', message: 'Not in the catalog' }] },
        )
      }
      const before = list()
      if (before.includes(operation) === on) return before
      if (on && before.length >= most) {
        throw new DeskError(
          'invalid_state',
          `There are ${most} favourites, which is as many as there can be. They are as they were. Take one away first.`,
        )
      }
      const next = on ? [...before, operation] : before.filter((other) => other !== operation)
      settings.write(favouritesSetting, next)
      onChange(next)
      return next
    },
  }
}
