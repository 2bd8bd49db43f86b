// The backend as its hosts and the bridge see it.
import type { Readable } from 'node:stream'
import type { Grant } from '#contract/access.ts'
import type { Envelope } from '#contract/bridge.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Access } from './access/service.ts'

/** A grant, or the desk itself: its own page, or a script that knows the token of this run. */
export type Caller = Grant | { scope: 'desk'; page: boolean }

/** The name of a grant, as histories show it; undefined for the desk itself. */
export const nameOf = (caller: Caller): string | undefined => (caller.scope === 'desk' ? undefined : caller.name)

/** The environment that a grant is kept to; undefined for the desk itself. */
export const environmentOf = (caller: Caller): EnvironmentId | undefined =>
  caller.scope === 'desk' ? undefined : caller.environment

export interface Bridge {
  /** Never throws and never rejects. */
  call(method: string, params: unknown, caller?: Caller): Promise<Envelope<unknown>>
  subscribe(listener: (event: string, payload: object) => void): () => void
}

/** For a playlist or a segment of what viewers see. */
export interface RouteRequest {
  /** Without its query. */
  path: string
  ticket: string | undefined
  /** As the header says it. */
  range: string | undefined
  /** Aborted where whoever asked went away. */
  signal: AbortSignal
}

export interface RouteAnswer {
  status: number
  headers: Record<string, string>
  body?: string | Readable
}

/** Never rejects. */
export type MonitorRoute = (request: RouteRequest) => Promise<RouteAnswer>

/** What a restart opens anew. */
export interface Backend {
  bridge: Bridge
  /** Forgets the secrets in memory, except the key of an environment that may be on air. */
  drop(): void
  /** Call after sleep or absence: reads what is watched at once. */
  resumed(): void
  /** Opens a link from outside (`showdesk://operation/...`) on every screen, or adds a notice why not. Sends nothing. */
  openLink(link: string): void
  /** What nobody caught: into the log of the profile, without secrets, and as a notice in the desk. Never throws. */
  fault(error: unknown): void
  /** Whether a show is on, or something may be on air. */
  isNeeded(): boolean
  /** Playlists and segments of what viewers see; the hosts serve them to the desk's own page. */
  monitor: MonitorRoute
  /** Ends cleanly; safe to call twice. */
  close(): Promise<void>
}

export interface App extends Backend {
  access: Access
  /** Closes the backend and opens it again after faults; a notice says so. */
  reopen(): Promise<void>
}

export interface AppOptions {
  version: string
  /** Selected for this and later starts, as in Settings. */
  environment?: EnvironmentId
  /** Address of the selected environment, as in Settings. */
  baseUrl?: string
  /** Credentials that were saved for another address may go to this one. */
  confirmOrigin?: true
  /** It is opened anew because of faults. */
  reopened?: true
}

/** The result of work on the closed app; `undo` runs where the app can't be opened after it. */
export interface Step<T> {
  value: T
  undo: () => Promise<void>
}

export interface Restartable extends Backend {
  /**
   * Closes the app, runs the step and opens the app again; emits `desk.restarted` then, also after a failure. Throws what the step or,
   * after its undo, the opening threw; DeskError `invalid_state` during another restart and after `close`.
   */
  restart<T>(step: () => Promise<Step<T>>): Promise<T>
}

/** A file that is read for somebody: whether they still want it, and how much of it was read, from 0 to 1. */
export interface Reading {
  signal: AbortSignal
  progress(share: number): void
}
