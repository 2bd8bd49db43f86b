// What the bridge needs of its host, so that no screen knows whether it runs in Electron or in a browser.

/** `lost`: there was a link, or an attempt, and another attempt follows. */
export type LinkState = 'connecting' | 'open' | 'lost'

/** Why there is no link, where trying again alone does not help. */
export type LinkProblem = 'no_token' | 'refused'

export interface TransportEvents {
  event(name: string, payload: unknown): void
  link(state: LinkState, problem?: LinkProblem): void
}

export interface Transport {
  /** Called once. */
  start(events: TransportEvents): void
  /** @throws DeskError: the backend's answer, or `unreachable` where the link dropped first. */
  request(method: string, params: unknown): Promise<unknown>
  /** Tries again at once instead of waiting for the next attempt. */
  retry(): void
}

/**
 * Characters of a message; a longer answer is handed on in a task of its own, so that parsing it blocks no input for
 * longer.
 */
export const longMessage = 1_048_576
