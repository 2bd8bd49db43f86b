import { onBeforeUnmount, ref, watch, type Ref } from 'vue'

/** The text of a search field, which is taken a moment after the last key. */
export function useTypedText(text: () => string, take: (text: string) => void): Ref<string> {
  const typed = ref(text())
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(typed, (now) => {
    clearTimeout(timer)
    timer = setTimeout(() => now !== text() && take(now), 200)
  })
  watch(text, (now) => (typed.value = now))
  onBeforeUnmount(() => clearTimeout(timer))
  return typed
}
