/** The states in which the gallery shows each view, with what a person then sees. */
export const galleryStates = {
  full: 'Everything has been read, and every list has entries.',
  empty: 'Everything has been read, and there is nothing yet.',
  loading: 'What the view asks for has not been answered.',
  failed: 'What the view asks for could not be read.',
  offline: 'The platform cannot be reached; what is kept on this machine can.',
  show: 'A show is on: everything has been read, and the guards of show mode hold.',
  software: 'Streaming software is in use and off, and can be reached by others on the network.',
  starting: 'A start is under way: the streaming software sends, the platform is asked next.',
  alarm: 'The streaming software lost its connection, viewers see a black picture, and an end was stopped.',
  refused: 'The streaming software did not accept its password.',
} as const

export type GalleryState = keyof typeof galleryStates
export const galleryThemes = ['dark', 'light'] as const
export type GalleryTheme = (typeof galleryThemes)[number]

/** What a page of the gallery brings as its token. */
function tokenOf(state: GalleryState, theme: GalleryTheme): string {
  return `${state}-${theme}`
}

/** @throws Error where the token is not one of `tokenOf`. */
export function readToken(token: string): { state: GalleryState; theme: GalleryTheme } {
  const [state = '', theme = ''] = token.split('-')
  if (!Object.hasOwn(galleryStates, state) || !galleryThemes.some((known) => known === theme))
    throw new Error(`The gallery has no state ${token}.`)
  return { state: state as GalleryState, theme: theme as GalleryTheme }
}

/** The address of a view in a state; `place` is what follows `#/`. */
export function galleryAddress(state: GalleryState, theme: GalleryTheme, place: string): string {
  return `/gallery/open?token=${tokenOf(state, theme)}#/${place}`
}
