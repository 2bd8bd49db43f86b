import type { Budget } from '#contract/live.ts'
import type { Clock } from '../ports.ts'

const apartMs = 1_000

/** Tells the budget when it changed, at most once a second; the last change is never left out. */
export function createBudgetNews({
  clock,
  budget,
  tell,
}: {
  clock: Clock
  budget: () => Budget
  tell: (budget: Budget) => void
}) {
  let told = ''
  let toldAt = -Infinity
  let cancel: (() => void) | undefined

  function changed(): void {
    if (cancel !== undefined) return
    const now = budget()
    const text = JSON.stringify(now)
    if (text === told) return
    const waitMs = Math.min(apartMs, toldAt + apartMs - clock.now())
    if (waitMs > 0) {
      cancel = clock.after(waitMs, () => {
        cancel = undefined
        changed()
      })
      return
    }
    told = text
    toldAt = clock.now()
    tell(now)
  }

  return { changed, stop: (): void => cancel?.() }
}
