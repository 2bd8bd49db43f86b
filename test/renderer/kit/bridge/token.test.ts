import { expect, test } from 'vitest'
import { keepToken, takeToken } from '../../../../renderer/kit/bridge/token.ts'

interface Entry {
  state: Record<string, unknown> | null
  url: string
}

function page(
  hash: string,
  state: Entry['state'] = null,
  opener: unknown = null,
): { view: Pick<Window, 'location' | 'history' | 'opener'>; entry: Entry } {
  const entry: Entry = { state, url: `/${hash}` }
  const history = {
    get state() {
      return entry.state
    },
    replaceState(next: Entry['state'], _: string, url?: string) {
      entry.state = next
      entry.url = url ?? entry.url
    },
  }
  return {
    view: { location: { hash, pathname: '/', search: '' }, history, opener } as unknown as Pick<
      Window,
      'location' | 'history' | 'opener'
    >,
    entry,
  }
}

// A token left in the address would end in bookmarks and screenshots.
test('the token leaves the address and stays in the entry', () => {
  const { view, entry } = page('#token=ab_C-9')
  expect(takeToken(view)).toBe('ab_C-9')
  expect(entry).toEqual({ state: { deskToken: 'ab_C-9' }, url: '/' })
})

// After a reload the fragment holds the view's route; the token must still be found.
test('a reload finds it in the entry state', () => {
  const { view, entry } = page('#/activity?id=1', { position: 2, deskToken: 'kept' })
  expect(takeToken(view)).toBe('kept')
  expect(entry.url).toBe('/#/activity?id=1')
})

// A new entry made by the router has no token; a reload there would lock the person out.
test('the router puts it into every new entry beside its own state', () => {
  const first = page('#token=abc')
  takeToken(first.view)
  const next = page('#/settings', { position: 3 })
  keepToken(next.view.history)
  expect(next.entry.state).toEqual({ position: 3, deskToken: 'abc' })
})

// A fragment that only looks like one must not be taken, nor thrown away.
test('anything else is left alone', () => {
  const { view, entry } = page('#token=<script>')
  expect(takeToken(view)).toBeUndefined()
  expect(entry.url).toBe('/#token=<script>')
})

// The second window has no token in its address; without its opener's it could not connect.
test('a window that the desk opened takes the token of its opener, and keeps it for a reload', () => {
  const { view: opener } = page('#/live', { deskToken: 'kept' })
  const { view, entry } = page('#/stage', null, opener)
  expect(takeToken(view)).toBe('kept')
  expect(entry.url).toBe('/#/stage')
  keepToken(view.history)
  expect(entry).toEqual({ state: { deskToken: 'kept' }, url: '/#/stage' })
})

// A window that a foreign page opened throws where it asks; the page must start all the same.
test('a foreign opener gives nothing', () => {
  const opener = {
    get history(): never {
      throw new DOMException('Blocked', 'SecurityError')
    },
  }
  expect(takeToken(page('#/stage', null, opener).view)).toBeUndefined()
})
