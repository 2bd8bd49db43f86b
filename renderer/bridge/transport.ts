// What the facade asks of its surroundings: one way to send a request, one way to hear events, and word of the link.
// Electron and loopback both answer to it, so no screen knows which host it runs in.

/** How the page reaches the desk's backend. `lost` means that a link stood, or was tried, and is being tried again. */
export type LinkState = 'connecting' | 'open' | 'lost'

/** Why the link can't be had at all, where trying again alone will not help. */
export type LinkProblem = 'no_token' | 'refused'

export interface TransportEvents {
  event(name: string, payload: unknown): void
  link(state: LinkState, problem?: LinkProblem): void
}

export interface Transport {
  /** Starts the link; called once. */
  start(events: TransportEvents): void
  /** Resolves with the method's data. @throws DeskError: what the backend answered, or `unreachable` where the link dropped first. */
  request(method: string, params: unknown): Promise<unknown>
  /** Tries again at once instead of at the next turn of the back-off. */
  retry(): void
}
