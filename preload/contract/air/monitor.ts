// What viewers get, played back at the desk through a route of main.
import { z } from 'zod'
import { environmentIdSchema } from '../models.ts'
import { named, type Of } from '../schema.ts'

/** Below it the hosts serve playlists and segments to whoever sends a session's ticket. */
export const monitorPath = '/monitor/'
export const monitorTicketHeader = 'x-showdesk-ticket'
/** Why a playlist or a segment could not be had. */
export const monitorProblemHeader = 'x-showdesk-problem'

/** `gone`: the session ended, or the playlists no longer name it. `busy`: too much at once. */
export const monitorProblems = [
  'not_https',
  'has_credentials',
  'not_public',
  'too_many_redirects',
  'not_found',
  'not_a_playlist',
  'too_large',
  'timed_out',
  'unreachable',
  'gone',
  'busy',
] as const
export type MonitorProblem = (typeof monitorProblems)[number]

export const monitorStateSchema = named('MonitorState', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    /** Set by a person; it goes before the addresses of the events. */
    address: z.string().exactOptional(),
    /** Whether the stage shows it too. */
    onStage: z.boolean(),
    /** Whether it was opened in the show that is on. */
    open: z.boolean(),
  }),
)
export type MonitorState = Of<typeof monitorStateSchema>

/** Where a broadcast can be played: an event of the chosen stream, the stream itself, or the address that a person set. */
export const monitorSourceSchema = named('MonitorSource', () =>
  z.strictObject({
    id: z.string(),
    kind: z.enum(['event', 'stream', 'hand']),
    /** Of the event's provider. */
    name: z.string().exactOptional(),
  }),
)
export type MonitorSource = Of<typeof monitorSourceSchema>

export const monitorSessionSchema = named('MonitorSession', () =>
  z.strictObject({
    /** The best first; empty where no address is known. */
    sources: z.array(monitorSourceSchema()),
    /** Absent where there is no source. It ends a minute after its last request. */
    session: z
      .strictObject({
        source: z.string(),
        /** Of the first playlist, on the page's own host. */
        path: z.string(),
        /** Goes into the header of each request, never into an address. */
        ticket: z.string(),
      })
      .exactOptional(),
  }),
)
export type MonitorSession = Of<typeof monitorSessionSchema>
