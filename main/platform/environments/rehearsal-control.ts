// Runs the rehearsal platform inside the desk while it is the chosen environment.
import { DeskError } from '#contract/errors.ts'
import type { Fault, RehearsalState } from '#contract/models.ts'
import type { Operation } from '../catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { Rehearsal } from '../rehearsal/index.ts'

export interface RehearsalControl {
  /** Starts the platform if the chosen environment needs it. */
  follow(): Promise<void>
  baseUrl(): string | undefined
  state(): RehearsalState
  /** This and the next throw DeskError `invalid_state` while rehearsal is not chosen. */
  setFault(fault: Fault, on: boolean): Promise<RehearsalState>
  reset(): Promise<RehearsalState>
  close(): Promise<void>
}

/** `wanted` says whether requests may go to the embedded platform now. */
export function createRehearsalControl(options: {
  operations: ReadonlyMap<string, Operation>
  clock: Clock
  log: Log
  wanted: () => boolean
  onStart: () => void
  onChange: (state: RehearsalState) => void
}): RehearsalControl {
  const { wanted, onStart, onChange, ...parts } = options
  let starting: Promise<Rehearsal> | undefined
  let running: Rehearsal | undefined

  async function start(): Promise<Rehearsal> {
    const { startRehearsal } = await import('../rehearsal/index.ts')
    const rehearsal = await startRehearsal(parts)
    rehearsal.onChange(onChange)
    running = rehearsal
    onStart()
    return rehearsal
  }
  async function demand(): Promise<Rehearsal> {
    if (!wanted()) {
      throw new DeskError('invalid_state', 'Faults belong to the rehearsal platform.', {
        facts: { reason: 'rehearsal_only' },
      })
    }
    return await (starting ??= start())
  }

  async function change(run: (rehearsal: Rehearsal) => RehearsalState): Promise<RehearsalState> {
    const rehearsal = await demand()
    run(rehearsal)
    await rehearsal.settled()
    return rehearsal.state()
  }

  return {
    async follow() {
      if (wanted()) await demand()
    },
    baseUrl: () => running?.baseUrl,
    state: () => running?.state() ?? { running: false, faults: [] },
    setFault: (fault, on) => change((rehearsal) => rehearsal.setFault(fault, on)),
    reset: () => change((rehearsal) => rehearsal.reset()),
    async close() {
      if (starting !== undefined) await (await starting).close()
    },
  }
}
