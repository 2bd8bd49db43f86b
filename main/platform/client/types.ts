// What the platform client promises to the rest of main. An axios error never leaves this folder.
import type { DeskErrorShape } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Connection, EnvironmentId, Gate, ReadAnswer, RequestPreview, SocketStage } from '#contract/models.ts'
import type { AuthScheme, OperationRequest, Product } from '#contract/operation.ts'
import type { Credential } from '../../keychain/types.ts'
import type { Operation } from '../catalog/entry.ts'

/** Where a request goes and with which credential; decided by the composition, not by the client. */
export interface ClientSurroundings {
  /** Base address of an environment; throws DeskError `invalid_state` with the way out where none is configured. */
  baseUrl(environment: EnvironmentId): string
  /** The scheme an operation of a product is sent with, the person's overrides applied. */
  scheme(product: Product, byCatalog: AuthScheme): AuthScheme
  /**
   * For a request whose URL has this origin. Throws DeskError `no_credentials` (also where they may not go to that origin), `keychain_locked`,
   * `keychain_denied` or `keychain_unavailable`.
   */
  credential(environment: EnvironmentId, scheme: 'apiKey' | 'session', origin: string): Promise<Credential>
  /** Changes whenever a stored credential changes; a gate belongs to the credential that met it. */
  credentialGeneration(environment: EnvironmentId, scheme: 'apiKey' | 'session'): number
  /** The value behind `{ $secret }`, to go to this origin; throws DeskError `secret_missing` with the field's path, `no_credentials` where it may not go there. */
  secret(reference: string, path: string, environment: EnvironmentId, origin: string): Promise<string>
  /** Masks every known secret value and secret-named field in an answer before it goes anywhere. */
  redact(value: Json, operation?: Operation): Json
}

/**
 * How the sending of a write ended. `durationMs` is from sending to answer; `leftOut` are the dotted places of secrets that could not be had and
 * that a stop or a pause went without.
 */
export type WriteOutcome = WriteEnd & { leftOut?: string[] }

type WriteEnd =
  | { outcome: 'confirmed'; status: number; answer: Json; requestId?: string; durationMs: number }
  | {
      outcome: 'rejected'
      error: DeskErrorShape
      status?: number
      answer?: Json
      requestId?: string
      durationMs: number
    }
  /** Certain that the platform has seen nothing: refused, DNS, TLS, no credential. */
  | { outcome: 'not_sent'; error: DeskErrorShape }
  /** 429, or the gate was closed: not applied; `error.retryAfterMs` says when to try again. */
  | { outcome: 'rate_limited'; error: DeskErrorShape; status?: number; requestId?: string }
  /** The request went out and no answer that says how it ended came back. */
  | {
      outcome: 'unknown'
      cause: 'cut' | 'timed_out' | 'server_error' | 'bad_response' | 'too_large'
      error: DeskErrorShape
      status?: number
      requestId?: string
      /** How far it came, where no whole answer did. */
      stage?: SocketStage
      durationMs: number
    }

/** Who wanted a request: the desk by itself, or a person; a script is one too, and so is what the ledger reads to learn how a write ended. */
export type Asker = 'desk' | 'person'

/** A request that leaves: told right before its socket is asked for, each try of a read anew. */
export interface Departure {
  environment: EnvironmentId
  product: Product
  /** The very object that was asked with, so that who asked knows its own. */
  request: OperationRequest
  by: Asker
}

/** A try that ended, as it was seen on the wire. Its headers and body are raw: they may hold secrets and never leave main. */
export interface WireExchange {
  environment: EnvironmentId
  operation: Operation
  /** Of the URL that was asked. */
  origin: string
  scheme: AuthScheme
  /** Of the credential that it was sent with; 0 without one. */
  generation: number
  /** The very object that was asked with, so that who asked knows its own. */
  request: OperationRequest
  /** The client reference of a write. */
  reference?: string
  by: Asker
  /** Milliseconds since 1970 at which it began. */
  at: number
  durationMs: number
  /** From 1; a read may be tried again. */
  attempt: number
  /** Whether it is the last try. A read that was given up between two tries has none. */
  final: boolean
  /** `isCut`: only the beginning of its body came. */
  answer?: {
    status: number
    headers: ReadonlyArray<readonly [name: string, value: string]>
    body: Buffer
    isCut?: true
  }
  /** Status and headers are there where an answer began. */
  failure?: {
    cause: 'unreachable' | 'unsendable' | 'cut' | 'timed_out' | 'bad_response' | 'too_large' | 'cancelled'
    reason: string
    status?: number
    headers?: ReadonlyArray<readonly [name: string, value: string]>
  }
}

/** Reads large answers away from main's thread. */
export interface LargeAnswers {
  /**
   * A large body as strict, masked JSON in UTF-8, with the request id in it, or why it can't be read. Undefined where the body is small, or nobody
   * can do it elsewhere: the caller reads it itself then. `plain` are names that say nothing of a secret.
   */
  read(
    body: Buffer,
    depth: number,
    plain?: ReadonlySet<string>,
  ): Promise<{ text: Uint8Array; requestId: string | undefined } | { problem: string } | undefined>
}

/** What requests and probes have shown of an environment; the switches beside it are the desk's (main/live). */
export type Observed = Omit<Connection, 'sending' | 'probing' | 'nextProbeAt'>

/** What goes with one write beside its request. */
export interface WriteOptions {
  /** Id of the intent that it belongs to, for the log. */
  intent?: string
  /** Called once everything is fetched, right before the socket is asked for; what it throws ends the write as not sent. */
  beforeSend?: () => void
  /** The connection must stand this soon after `beforeSend`, else nothing is sent. */
  openWithinMs?: number
}

export interface PlatformClient {
  /**
   * Checks a request against the catalog before anything is sent: known operation, path parameters there, body JSON, types and formats
   * of a specified body. Throws DeskError `invalid_input` with `fields`. No field is demanded.
   */
  check(request: OperationRequest): void
  /** Sends a read; retried a bounded number of times for a person, once for the desk itself, which asks again anyway. Throws DeskError,
   * `cancelled` where the signal gave it up. */
  read(request: OperationRequest, environment: EnvironmentId, by?: Asker, signal?: AbortSignal): Promise<ReadAnswer>
  /** Sends a write once. Never throws for what happens on the wire; `reference` is the intent's client reference. */
  write(
    request: OperationRequest,
    environment: EnvironmentId,
    reference: string,
    options?: WriteOptions,
  ): Promise<WriteOutcome>
  /** The request exactly as it would go, secrets as placeholders. Nothing is sent, no secret is read. */
  preview(request: OperationRequest, environment: EnvironmentId): RequestPreview
  /** The gate that an operation would meet now, if one is closed. */
  gate(operation: string, environment: EnvironmentId): Gate | undefined
  gates(): Gate[]
  /** Asks once, without a credential, whether the platform answers; the connection then says so. Throws DeskError where there is no address. */
  probe(environment: EnvironmentId, by?: Asker): Promise<'answered' | 'failed'>
  /** What requests have shown of an environment so far. */
  connection(environment: EnvironmentId): Observed
  /** When the last attempt began, a probe or any other, in milliseconds. */
  lastTriedAt(environment: EnvironmentId): number | undefined
  /** The environment has another address: what was seen, and what is still on the way, says nothing of it. */
  resetConnection(environment: EnvironmentId): void
  onGates(listener: (gates: Gate[]) => void): () => void
  /** Every request that leaves: reads, writes, confirming reads and probes. */
  onRequest(listener: (departure: Departure) => void): () => void
  /** Every try that ended: reads and writes, not probes. A listener must not keep the body longer than it needs it. */
  onExchange(listener: (exchange: WireExchange) => void): () => void
  onConnection(listener: (connection: Observed) => void): () => void
  /** Ends idle sockets and timers. */
  close(): void
}
