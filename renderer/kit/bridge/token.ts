// The loopback token arrives in the fragment of the URL. It is removed at once and kept in memory and in the state of
// the history entry, so that a reload works while neither the address bar, a bookmark nor any storage holds it. The
// browser's own history keeps the first address; its token is worth nothing once the desk has ended. A window that the
// desk opened finds the token in the entry of the window that opened it, so that its address never has one.

const stateKey = 'deskToken'
let token: string | undefined

const keptIn = (history: History): string | undefined => {
  const kept: unknown = (history.state as Record<string, unknown> | null)?.[stateKey]
  return typeof kept === 'string' ? kept : undefined
}

/** Of the desk's own pages only: others can't be read. */
function keptByOpener(view: Pick<Window, 'opener'>): string | undefined {
  try {
    const opener = view.opener as Window | null
    return opener === null ? undefined : keptIn(opener.history)
  } catch {
    return undefined
  }
}

/**
 * Takes the token out of the fragment, or finds it again after a reload, or with the window that opened this one;
 * undefined where there is none.
 */
export function takeToken(view: Pick<Window, 'location' | 'history' | 'opener'>): string | undefined {
  const { location, history } = view
  const fragment = /^#token=([A-Za-z0-9_-]+)$/.exec(location.hash)
  if (fragment) {
    token = fragment[1]
    history.replaceState({ [stateKey]: token }, '', `${location.pathname}${location.search}`)
  } else {
    token = keptIn(history) ?? keptByOpener(view)
  }
  return token
}

/** Puts the token into the current history entry, after every change of view. */
export function keepToken(history: History): void {
  if (token === undefined) return
  const state = history.state as Record<string, unknown> | null
  if (state?.[stateKey] !== token) history.replaceState({ ...state, [stateKey]: token }, '')
}
