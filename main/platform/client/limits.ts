/** Bounds of the client: times in milliseconds, sizes in bytes. */
export interface ClientLimits {
  /** Longest silence on the wire, connecting included. */
  idleMs: number
  /** Longest time for a whole request, a read's retries included. */
  deadlineMs: number
  /** Largest answer, after decompression. */
  answerBytes: number
  /** Largest body, as it goes out. */
  bodyBytes: number
  /** Deepest nesting of a body or an answer. */
  depth: number
  /** How often a read is tried again. */
  readRetries: number
  /** How long an idle connection is kept; below the five seconds after which many servers close theirs. */
  keepAliveMs: number
  /** Proxies come from here alone, never from the process's environment. */
  proxy: false | { protocol: string; host: string; port: number; auth?: { username: string; password: string } }
}

export const defaultLimits: ClientLimits = {
  idleMs: 15_000,
  deadlineMs: 30_000,
  answerBytes: 8 * 1024 * 1024,
  bodyBytes: 8 * 1024 * 1024,
  depth: 100,
  readRetries: 2,
  keepAliveMs: 4_000,
  proxy: false,
}
