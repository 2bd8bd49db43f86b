import { readonly, ref } from 'vue'

const now = ref(Date.now())
let ticking = false

function tick(): void {
  now.value = Date.now()
  // On the second, so that clock and countdowns change together.
  setTimeout(tick, 1_000 - (Date.now() % 1_000))
}

export function useNow() {
  if (!ticking) {
    ticking = true
    tick()
  }
  return { now: readonly(now) }
}
