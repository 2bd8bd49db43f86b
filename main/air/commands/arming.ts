// The one command that waits for a person. Time, sleep and a clock that was set let it lapse; only a person at the desk
// fires it.
import { randomUUID } from 'node:crypto'
import { armedMs } from '#contract/access-kinds.ts'
import type { ArmedCommand, ArmedOutcome } from '#contract/commands.ts'
import { DeskError } from '#contract/errors.ts'
import { stopwatch, type Clock } from '../../core/ports.ts'

/** By so much the clock may be corrected meanwhile. */
const mostMovedMs = 2_000

export interface Arming {
  current(): ArmedCommand | null
  /** The outcome of `send` once it is fired, else `lapsed`. Throws DeskError `invalid_state` while another is armed. */
  arm<T extends ArmedOutcome>(
    command: Omit<ArmedCommand, 'id' | 'until'>,
    send: () => Promise<T>,
  ): Promise<T | { outcome: 'lapsed' }>
  fire(id: string): Promise<ArmedOutcome>
  /** Without an id whichever is armed. */
  lapse(id?: string): void
}

export function createArming({ clock, emit }: { clock: Clock; emit: (armed: ArmedCommand | null) => void }): Arming {
  let waiting:
    | {
        armed: ArmedCommand
        isOver: () => boolean
        lapse: () => void
        fire: () => Promise<ArmedOutcome>
      }
    | undefined

  /** Ends one that slept through its time. */
  function live() {
    if (waiting?.isOver() === true) waiting.lapse()
    return waiting
  }

  return {
    current: () => live()?.armed ?? null,
    arm(command, send) {
      const before = live()?.armed
      if (before !== undefined) throw alreadyArmed(before)
      const [wall, steady] = [clock.now(), clock.monotonic?.() ?? clock.now()]
      const elapsedMs = stopwatch(clock)
      const movedMs = () => clock.now() - wall - ((clock.monotonic?.() ?? clock.now()) - steady)
      const armed = { ...command, id: randomUUID(), until: new Date(wall + armedMs).toISOString() }
      return new Promise((resolve, reject) => {
        function end(): void {
          cancel()
          waiting = undefined
          emit(null)
        }
        const lapse = (): void => {
          end()
          resolve({ outcome: 'lapsed' })
        }
        const cancel = clock.after(armedMs, lapse)
        waiting = {
          armed,
          lapse,
          isOver: () => elapsedMs() >= armedMs || Math.abs(movedMs()) > mostMovedMs,
          fire() {
            end()
            const sent = send()
            sent.then(resolve, reject)
            return sent
          },
        }
        emit(armed)
      })
    },
    async fire(id) {
      const ready = live()
      if (ready?.armed.id !== id) throw lapsed()
      return await ready.fire()
    },
    lapse(id) {
      if (waiting !== undefined && (id === undefined || waiting.armed.id === id)) waiting.lapse()
    },
  }
}

const alreadyArmed = ({ name, by }: ArmedCommand): DeskError =>
  new DeskError('invalid_state', `Another command waits for a person at the desk, armed by ${by}.`, {
    facts: { reason: 'command_armed', name, by },
  })

const lapsed = (): DeskError =>
  new DeskError('invalid_state', 'This command is not armed any more. Nothing was sent.', {
    facts: { reason: 'command_lapsed' },
  })
