import { expect, test, vi } from 'vitest'
import { reloadDesk } from '../../../../renderer/kit/bridge/reload.ts'

// Catches a reload over unsaved text, and a page that stays on the state before a restore for ever.
test('the page reloads as soon as nobody holds it', () => {
  const reload = vi.fn()
  const later: Array<() => void> = []
  const view = Object.assign(new EventTarget(), {
    location: { reload },
    setTimeout: (run: () => void) => later.push(run),
  }) as unknown as Window
  const hold = (event: Event) => event.preventDefault()
  view.addEventListener('desk:before-reload', hold)
  reloadDesk(view)
  later.shift()?.()
  expect(reload).not.toHaveBeenCalled()
  view.removeEventListener('desk:before-reload', hold)
  later.shift()?.()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(later).toEqual([])
})
