// One press makes one command, however often it arrives.
import type { CommandName } from '#contract/access-kinds.ts'
import type { ArmedOutcome } from '#contract/commands.ts'
import { DeskError } from '#contract/errors.ts'

const mostKept = 200

export interface Asked {
  command: CommandName
  record: string | undefined
}

export function createPresses() {
  const known = new Map<string, { asked: Asked; outcome: Promise<ArmedOutcome> }>()

  return {
    /** The first one's outcome; a refusal is not kept. Throws DeskError `conflict` for another command. */
    once<T extends ArmedOutcome>(press: string, asked: Asked, run: () => Promise<T>): Promise<T> {
      const first = known.get(press)
      if (first !== undefined) {
        if (first.asked.command !== asked.command || first.asked.record !== asked.record) throw otherCommand()
        // The same command ends as the same.
        return first.outcome as Promise<T>
      }
      const outcome = run()
      known.set(press, { asked, outcome })
      outcome.catch(() => known.delete(press))
      for (const oldest of known.keys()) {
        if (known.size <= mostKept) break
        known.delete(oldest)
      }
      return outcome
    },
  }
}

const otherCommand = (): DeskError =>
  new DeskError('conflict', 'This press has run another command already.', { facts: { reason: 'press_used' } })
