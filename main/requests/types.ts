// What a person asks of the platform, with all that was seen of it: for the generic screens, and for the history.
import type { ErrorCode } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest, Product } from '#contract/operation.ts'
import type { AnswerBody, Exchange, KeptRequest } from '#contract/requests.ts'

/** A person's read that has ended, told once. A read that never reached the wire is not told. */
export interface NotedRead {
  /** ISO 8601, when its first try began. */
  at: string
  operation: string
  product: Product
  environment: EnvironmentId
  outcome: Exchange['outcome']
  status?: number
  requestId?: string
  /** Of its last try. */
  durationMs: number
  /** Of the answer, unpacked. */
  bytes?: number
  attempts: number
  error?: ErrorCode
  message?: string
  /** Redacted. */
  request: KeptRequest
  /** The answer's text, or its bytes where it is binary, redacted; worked out when it is called, which is to be done at once or not at all. */
  answer?: () => string | Buffer
  /** What it had beside that, redacted; worked out as `answer` is. */
  head?: () => AnswerHead
}

/** What an answer had beside its content. */
export interface AnswerHead extends Pick<Exchange, 'headers' | 'location' | 'error'> {
  about: Described['about']
}

/** Where reads are told. Answers the entry's id, where one is kept. */
export interface ReadHistory {
  noteRead(read: NotedRead): string | undefined
}

/** An answer as screens get it. `content` is redacted: text, or bytes that are handed out as base64. */
export interface Described {
  about: Omit<AnswerBody, 'id' | 'length'>
  content: string | Buffer
}

/** Answers that the desk keeps in memory for screens to look at; redacted, bounded, the oldest leaves first. */
export interface Answers {
  /** What an answer is: a string is text that was decoded before, a buffer is as it came. `type` is its Content-Type, `isCut` that it breaks off. */
  describe(answer: string | Buffer, type?: string, isCut?: boolean, plain?: ReadonlySet<string>): Described
  /** Keeps a described answer. */
  add(described: Described): AnswerBody
  /** Describes and keeps one. */
  keep(answer: string | Buffer, type?: string, isCut?: boolean, plain?: ReadonlySet<string>): AnswerBody
  /** Keeps one that was described before its content went to disk and back; what has become a secret since is masked. */
  restore(described: Described): AnswerBody
  /** `keep` for a value. */
  keepJson(value: Json): AnswerBody
  has(id: string): boolean
  /** Throws DeskError `not_found_here` once it is no longer kept, `invalid_input` for a place in the middle of a character. */
  part(id: string, from: number, length: number): { text: string; done: boolean }
  /** Forgets them all. */
  clear(): void
}

export interface Requests {
  /**
   * A read in the chosen environment, answered with whatever happened on the wire. `press` names it for `cancel`. Throws DeskError for what
   * never reached the wire: `invalid_input`, `invalid_state`, `no_credentials`, `keychain_*`, `secret_missing`, `rate_limited` by a closed gate.
   */
  read(request: OperationRequest, press?: string): Promise<Exchange>
  /** Gives up the read of that press, if it is still on its way. */
  cancel(press: string): void
  /** A read of a studio view: answers and throws as the client does, and is told to the history. */
  noted(request: OperationRequest, environment: EnvironmentId): Promise<ReadAnswer>
  /** What was seen of a write since the desk started; null where nothing is known any more. Throws DeskError `not_found_here`. */
  ofIntent(id: string): Exchange | null
  /** Forgets what may hold secrets that are not known as such: on lock and sleep. */
  drop(): void
  /** Gives up every read of `read`, and waits until the history has heard of them. */
  close(): Promise<void>
}
