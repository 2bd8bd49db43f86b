import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Commands with an unknown outcome that the person decided to leave as they are; the ledger keeps them unknown. */
export const useLeftAlone = defineStore('leftAlone', () => {
  const intents = shallowRef<ReadonlySet<string>>(new Set())
  return {
    intents,
    leave: (intentId: string): void => {
      intents.value = new Set([...intents.value, intentId])
    },
  }
})
