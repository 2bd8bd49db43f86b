import { expect, test } from 'vitest'
import { keepToken, takeToken } from '../../../renderer/bridge/token.ts'

interface Entry {
  state: Record<string, unknown> | null
  url: string
}

function page(
  hash: string,
  state: Entry['state'] = null,
): { view: Pick<Window, 'location' | 'history'>; entry: Entry } {
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
    view: { location: { hash, pathname: '/', search: '' }, history } as unknown as Pick<Window, 'location' | 'history'>,
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
