import { onBeforeUnmount, onMounted, ref } from 'vue'

const afterMs = 2_500
const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Whether nobody has touched pointer or keys for a moment. */
export function useIdle() {
  const idle = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  function touch(): void {
    idle.value = false
    clearTimeout(timer)
    timer = setTimeout(() => (idle.value = true), afterMs)
  }
  onMounted(() => {
    for (const sign of signs) window.addEventListener(sign, touch)
    touch()
  })
  onBeforeUnmount(() => {
    for (const sign of signs) window.removeEventListener(sign, touch)
    clearTimeout(timer)
  })
  return idle
}
