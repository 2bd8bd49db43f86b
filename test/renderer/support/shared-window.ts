// The files of the `dom` project take turns in one process and one window: starting both, and loading Vue and the editors anew, costs more
// than most files. Each file gets the desk's own modules fresh, and what it did to the page goes with it.
import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterAll, afterEach, vi } from 'vitest'

vi.resetModules()
disableAutoUnmount()
enableAutoUnmount(afterEach)

afterAll(() => {
  vi.useRealTimers()
  document.getSelection()?.removeAllRanges()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  window.history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
})
