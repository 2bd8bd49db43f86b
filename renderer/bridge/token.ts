// The loopback token arrives in the fragment of the URL. It is removed at once and kept in memory and in the state of
// the history entry, so that a reload works while neither the address bar, a bookmark nor any storage holds it. The
// browser's own history keeps the first address; its token is worth nothing once the desk has ended.

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

/** Puts the token into the current history entry, after every change of view. */
export function keepToken(history: History): void {
  if (token === undefined) return
  const state = history.state as Record<string, unknown> | null
  if (state?.[stateKey] !== token) history.replaceState({ ...state, [stateKey]: token }, '')
}
