import { inject, provide, type InjectionKey } from 'vue'

const key: InjectionKey<true> = Symbol('narrow')

/** Panels below are drawn as in a dock: one below the other, without ways to elsewhere and without choices. */
export const provideNarrow = (): void => provide(key, true)

export const useNarrow = (): boolean => inject(key, undefined) === true
