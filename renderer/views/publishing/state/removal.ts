// Removing with a way back: the record and its secrets go only after the time in which it can be undone, or when the view is left.
import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'

export const undoMs = 8_000

export interface Removal {
  /** Hidden already, not removed yet. */
  pending: ShallowRef<{ id: string; name: string } | undefined>
  remove(id: string, name: string): void
  undo(): void
  /** Removes what is pending now. */
  finish(): void
}

/** A removal that fails leaves the record where it was: it turns up again in the list. */
export function useRemoval(removeNow: (id: string) => Promise<void>): Removal {
  const pending = shallowRef<{ id: string; name: string }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function finish(): void {
    clearTimeout(timer)
    const going = pending.value
    if (going === undefined) return
    void removeNow(going.id)
      .catch(() => undefined)
      .finally(() => {
        if (pending.value === going) pending.value = undefined
      })
  }

  return {
    pending,
    remove(id, name) {
      finish()
      pending.value = { id, name }
      timer = setTimeout(finish, undoMs)
    },
    undo() {
      clearTimeout(timer)
      pending.value = undefined
    },
    finish,
  }
}
