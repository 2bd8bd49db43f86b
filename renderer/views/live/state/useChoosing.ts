import { inject, provide, ref, type InjectionKey, type Ref } from 'vue'

export type Part = 'stream' | 'poll' | 'link' | 'end'

const key: InjectionKey<Ref<Part | undefined>> = Symbol('choosing')

export function provideChoosing() {
  const choosing = ref<Part>()
  provide(key, choosing)
  return { choosing }
}

export function useChoosing() {
  const choosing = inject(key)
  if (choosing === undefined) throw new Error('Only the live desk provides the choice.')
  return { choosing }
}
