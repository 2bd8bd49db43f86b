// What the rest of main sees of the streaming software.
import type { EncoderOperation, EncoderState } from '#contract/air/encoder.ts'
import type { Decision } from '#contract/command.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'

export interface EncoderCommand {
  operation: EncoderOperation
  /** Of `encoder:scene`. */
  scene?: string | undefined
  /** Of `encoder:chapter`. */
  title?: string | undefined
}

export interface EncoderOrigin {
  press: string
  environment: EnvironmentId
  decision: Decision
  /** The id of the one that was shown: `conflict` where another one is in use. */
  encoder?: string | undefined
  by?: string | undefined
}

export interface Encoders {
  /** Of the one in use, as read last. */
  state(): EncoderState
  /** Tells of each change, and of each reading. */
  onState(listener: (state: EncoderState) => void): () => void
  /** Reads it now; the newest state, also where nothing could be read. Never throws. */
  read(): Promise<EncoderState>
  /**
   * The intent once it is settled or unknown: confirmed where the wanted state was seen. Throws DeskError as
   * `ledger.submit` does. Nothing is queued, and nothing is sent again by itself.
   */
  command(command: EncoderCommand, origin: EncoderOrigin): Promise<Intent>
}
