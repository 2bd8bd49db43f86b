// What the ledger and whoever dispatches to another target than the platform say to each other.
import { defined } from '#contract/defined.ts'
import { encoderOperations, type EncoderIntent, type EncoderOperation } from '#contract/air/encoder.ts'
import type { DeskError } from '#contract/errors.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { Operation } from '../../catalog/entry.ts'
import { recordsOf } from '../identity.ts'
import type { NewEvidence } from '../intent-store.ts'

/** How a command ended, or what a reading says of it. */
export interface TargetEnding {
  state: 'confirmed' | 'rejected' | 'unknown'
  evidence: NewEvidence
  error?: DeskError
}

export interface TargetDispatch {
  /**
   * Calls `beforeSend` right before the message goes; what that throws is thrown, and nothing was sent then. Else never
   * throws, and ends within a bounded time.
   */
  send(intent: EncoderIntent, beforeSend: () => void): Promise<TargetEnding>
  /** Reads whether the wanted state is there: confirmed, or unknown. Throws DeskError where nothing can be read. */
  readBack(intent: EncoderIntent): Promise<TargetEnding>
}

export interface TargetRequest {
  operation: EncoderOperation
  /** Which software. */
  encoder: string
  scene?: string | undefined
  title?: string | undefined
}

const entries = encoderOperations.map((key): [string, Operation] => [
  key,
  {
    key,
    path: key,
    method: 'POST',
    pathParams: ['encoder'],
    product: 'Livestream',
    risk: 'onair',
    resource: 'encoder',
    name: key,
    kind: 'act',
    queueable: false,
    auth: 'none',
  },
])
/** As the ledger needs them; the platform's catalog has none of these keys. */
export const targetOperations: ReadonlyMap<string, Operation> = new Map(entries)

export const targetRequest = ({ encoder, scene, title }: TargetRequest): Intent['request'] => {
  const body = defined({ scene, title }) as Record<string, string>
  return { path: { encoder }, ...(Object.keys(body).length > 0 && { body }) }
}

/** Names every command of one environment to one software. */
export const targetRecords = (environment: EnvironmentId, encoder: string): string[] => {
  const [operation] = targetOperations.values()
  return operation === undefined ? [] : recordsOf(operation, environment, { path: { encoder } })
}
