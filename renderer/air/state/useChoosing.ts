import { inject, provide, ref, type InjectionKey, type Ref } from 'vue'

export type Part = 'stream' | 'poll' | 'link' | 'end'
/** What a dialog of the live desk is open for. */
export type Choosing = Part | 'firing' | 'rundown'

const key: InjectionKey<Ref<Choosing | undefined>> = Symbol('choosing')

export function provideChoosing() {
  const choosing = ref<Choosing>()
  provide(key, choosing)
  return { choosing }
}

/** Outside of the live desk nothing opens by it. */
export const useChoosing = () => ({ choosing: inject(key, () => ref<Choosing>(), true) })
