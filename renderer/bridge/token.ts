// The loopback token reaches the page in the URL's fragment. It is taken out at once and kept in memory and in the history entry's
// state, so that a reload still works while neither the address bar, a bookmark nor any storage of the page holds it.
// The browser itself has seen the address: its history and session files keep it. It opens nothing once the desk has ended.

const stateKey = 'deskToken'
let token: string | undefined

/** Takes the token out of the fragment, or finds it again after a reload; undefined where there is none. */
export function takeToken(view: Pick<Window, 'location' | 'history'>): string | undefined {
  const { location, history } = view
  const fragment = /^#token=([A-Za-z0-9_-]+)$/.exec(location.hash)
  if (fragment) {
    token = fragment[1]
    history.replaceState({ [stateKey]: token }, '', `${location.pathname}${location.search}`)
  } else {
    const kept: unknown = (history.state as Record<string, unknown> | null)?.[stateKey]
    token = typeof kept === 'string' ? kept : undefined
  }
  return token
}

/** Puts the token into the current history entry; the router calls it after every change of view. */
export function keepToken(history: History): void {
  if (token === undefined) return
  const state = history.state as Record<string, unknown> | null
  if (state?.[stateKey] !== token) history.replaceState({ ...state, [stateKey]: token }, '')
}
