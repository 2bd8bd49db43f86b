import type { Budget } from '#contract/live.ts'
import type { Clock } from '../../core/ports.ts'

const apartMs = 1_000

/** Emits the budget when it changed, at most once a second; the last change always. */
export function createBudgetEvents({
  clock,
  budget,
  emit,
}: {
  clock: Clock
  budget: () => Budget
  emit: (budget: Budget) => void
}) {
  let emitted = ''
  let emittedAt = -Infinity
  let cancel: (() => void) | undefined

  function changed(): void {
    if (cancel !== undefined) return
    const now = budget()
    const text = JSON.stringify(now)
    if (text === emitted) return
    const waitMs = Math.min(apartMs, emittedAt + apartMs - clock.now())
    if (waitMs > 0) {
      cancel = clock.after(waitMs, () => {
        cancel = undefined
        changed()
      })
      return
    }
    emitted = text
    emittedAt = clock.now()
    emit(now)
  }

  return { changed, stop: (): void => cancel?.() }
}
