import { ref } from 'vue'
import { DeskError } from '#contract/errors.ts'
import { useLedger } from '#kit/stores/ledger.ts'

/** A queued intent may leave while a person presses: that is no error, and is told apart from one. */
export function useJustLeft() {
  const ledger = useLedger()
  const left = ref(false)
  return {
    left,
    /** Undefined where the intent had just left; every other failure is thrown on. */
    unlessLeft: async <T>(id: string, act: () => Promise<T>): Promise<T | undefined> => {
      left.value = false
      const queued = ledger.byId.get(id)?.state === 'queued'
      try {
        return await act()
      } catch (error) {
        if (!queued || !(error instanceof DeskError) || error.code !== 'invalid_state') throw error
        const { state } = await ledger.get(id)
        if (state === 'queued') throw error
        left.value = true
        return undefined
      }
    },
  }
}
