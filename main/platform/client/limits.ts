export interface ClientLimits {
  /** Longest silence, connecting included. */
  idleMs: number
  /** For a request, a read's retries included. */
  deadlineMs: number
  /** After decompression. */
  answerBytes: number
  bodyBytes: number
  depth: number
  readRetries: number
  /** Below the five seconds after which many servers close theirs. */
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
