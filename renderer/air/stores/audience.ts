import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface ViewersRead {
  /** Milliseconds since 1970. */
  at: number
  count: number
}

/** Viewers of one broadcast as they were read. */
export interface Audience {
  /** Newest last, over the trend's span. */
  recent: readonly ViewersRead[]
  highest?: ViewersRead
  /** When the first of all was read, in milliseconds since 1970. */
  since?: number
}

/** Kept beyond a view, so that a look at another one forgets nothing; a reload starts anew. */
export const useAudienceStore = defineStore('audience', () => ({
  kept: shallowRef<{ broadcast: string; audience: Audience }>(),
}))
