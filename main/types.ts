// What the backend is for its hosts, and what the bridge asks of it; below everything that makes or uses one.
import type { Envelope } from '#contract/bridge.ts'
import type { EnvironmentId } from '#contract/models.ts'

/** Who calls: the desk's own page, or a script; docs/control-api.md says how they are told apart. */
export type Caller = 'page' | 'script'

export interface Bridge {
  /** Never throws and never rejects. */
  call(method: string, params: unknown, from?: Caller): Promise<Envelope<unknown>>
  subscribe(listener: (event: string, payload: unknown) => void): () => void
}

export interface App {
  bridge: Bridge
  /** Forgets the secrets held in memory: on lock, sleep and before the end. The key of an environment that may be on air stays until it is not. */
  drop(): void
  /** The machine slept, or the person was away: what is watched is read again at once. */
  resumed(): void
  /** Opens a link from outside (`showdesk://operation/...`) on every screen, or tells as a notice why not. Nothing is ever sent by it. */
  openLink(link: string): void
  /** Ends cleanly; safe to call twice. */
  close(): Promise<void>
}

export interface AppOptions {
  version: string
  /** Chosen for this and later starts, as if selected in Settings. */
  environment?: EnvironmentId
  /** Address of the chosen environment, as if set in Settings. */
  baseUrl?: string
  /** Credentials and secrets that were saved for another address may go to this one. */
  confirmOrigin?: true
}

/** What is done while the app is closed, and how it is taken back where the app can't be opened after it. */
export interface Step<T> {
  value: T
  undo: () => Promise<void>
}

export interface Restartable extends App {
  /**
   * Closes the app, runs the step and opens the app anew; tells `desk.restarted` whenever another app is open, also after a failure.
   * Throws what the step threw, over the app as it was; or, the step undone, what the opening threw. Throws DeskError `invalid_state` during
   * another restart and after `close`.
   */
  restart<T>(step: () => Promise<Step<T>>): Promise<T>
}
