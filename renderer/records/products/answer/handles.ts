import type { Hit } from './engine/search.ts'
import type { FollowTarget } from './follow.ts'

export interface RowsHandle {
  bring: (place: number, align?: 'auto' | 'center') => void
  focus: () => void
}

export interface ShownHandle {
  reveal: (hit: Pick<Hit, 'node' | 'row'>) => Promise<void>
  focus: () => void
  /** Opens or closes everything, where there is something to open. */
  setAll?: (open: boolean) => Promise<void>
}

export interface ContentHandle {
  search: () => void
}

export interface MenuHandle {
  show: (found: readonly FollowTarget[], at: HTMLElement) => void
}

export function activeOf({ currentTarget }: Event): HTMLElement | null {
  return currentTarget instanceof HTMLElement
    ? document.getElementById(currentTarget.getAttribute('aria-activedescendant') ?? '')
    : null
}
