import type { ErrorCode } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import type { AnswerBody, Exchange, KeptRequest } from '#contract/requests.ts'

export interface NotedRead {
  /** ISO 8601, of the first try. */
  at: string
  operation: string
  product: Product
  environment: EnvironmentId
  outcome: Exchange['outcome']
  status?: number
  requestId?: string
  /** Of its last try. */
  durationMs: number
  /** Unpacked. */
  bytes?: number
  attempts: number
  error?: ErrorCode
  message?: string
  request: KeptRequest
  /** Redacted text, or bytes where it is binary; call it at once or not at all. */
  answer?: () => string | Buffer
  head?: () => AnswerHead
}

export interface AnswerHead extends Pick<Exchange, 'headers' | 'location' | 'error'> {
  about: Described['about']
}

/** Answers the entry's id, where one is kept. */
export interface ReadHistory {
  noteRead(read: NotedRead): string | undefined
}

export interface Described {
  about: Omit<AnswerBody, 'id' | 'length'>
  content: string | Buffer
}
