import { readonly, ref } from 'vue'
import type { Ref } from 'vue'

const now = ref(Date.now())
let ticking = false

function tick(): void {
  now.value = Date.now()
  // On the second, so that clock and countdowns change together.
  setTimeout(tick, 1_000 - (Date.now() % 1_000))
}

/** The time in milliseconds since 1970, moved on once a second by one timer for the whole desk. */
export function useNow(): { now: Readonly<Ref<number>> } {
  if (!ticking) {
    ticking = true
    tick()
  }
  return { now: readonly(now) }
}
