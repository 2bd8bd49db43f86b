// The files of the `dom` project take turns in one process and one window: starting both, and loading Vue and the editors anew, costs more
// than most files. Each file gets the desk's own modules fresh, and what it did to the page goes with it.
import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

vi.resetModules()
disableAutoUnmount()
enableAutoUnmount(afterEach)

/** Said of a view that stands outside its route, and of a window without an address of its own, as those of tests are. */
const ofTests = /No active route record was found|loaded in an about: URL/
const complaints: string[] = []
const complain = (...parts: unknown[]): void => {
  const text = parts.map(String).join(' ')
  if (!ofTests.test(text)) complaints.push(text)
}
beforeEach(() => {
  complaints.length = 0
  Object.assign(console, { warn: complain, error: complain })
})
// A message that is missing, a property that was forgotten, an error that Vue caught: none of them fails a test by itself.
afterEach(() => expect(complaints, 'what the page complained of').toEqual([]))

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
