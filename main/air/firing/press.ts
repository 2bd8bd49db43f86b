// The press of each step, and what is asked of a person's press.
import { createHash } from 'node:crypto'
import type { EnvironmentId } from '#contract/models.ts'
import { environmentMoved, pressAgeError } from '../../platform/ledger/decision.ts'

/** The same names always make the same UUID, so that a step which is taken again is the same press. */
export function derivedPress(...names: ReadonlyArray<string | number>): string {
  const bytes = createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 16)
  // Version 5, as of a UUID that is made from a name.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export interface PressedBy {
  press: string
  environment: EnvironmentId
  /** ISO 8601. */
  pressedAt: string
}

/** Throws DeskError `conflict` for another environment than the selected one, `cancelled` for a press that is too old or lies ahead. */
export function refusePress({ environment, pressedAt }: PressedBy, selected: EnvironmentId, now: number): void {
  const error = environmentMoved(environment, selected) ?? pressAgeError(pressedAt, now)
  if (error !== undefined) throw error
}
