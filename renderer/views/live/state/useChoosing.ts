import { inject, provide, ref } from 'vue'
import type { InjectionKey, Ref } from 'vue'

/** What of the broadcast is being chosen: each part has a list of its own, the end a time. */
export type Part = 'stream' | 'poll' | 'link' | 'end'

const key: InjectionKey<Ref<Part | undefined>> = Symbol('choosing')

export function provideChoosing(): { choosing: Ref<Part | undefined> } {
  const choosing = ref<Part>()
  provide(key, choosing)
  return { choosing }
}

export function useChoosing(): { choosing: Ref<Part | undefined> } {
  const choosing = inject(key)
  if (choosing === undefined) throw new Error('This part stands outside the live desk.')
  return { choosing }
}
