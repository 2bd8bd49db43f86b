// Checks where, when and over what a person decided on a command: on arrival, with the commit of `sending`, and right before the socket
// opens. A queued edit drops its decision, so that it never grows too old.
import type { Decision } from '#contract/command.ts'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Risk } from '#contract/operation.ts'
import { stopwatch, type Clock } from '../../core/ports.ts'
import type { Command, Entry } from './intent-store.ts'
import { lateError } from './checks.ts'
import { grantEnded } from './errors.ts'
import type { Journal } from './journal.ts'

export interface Aim {
  operation: { key: string; risk: Risk; queueable: boolean }
  environment: EnvironmentId
  records: readonly string[]
  /** The intent, where it has a row. */
  id?: string
  /** When it was sent last, where an attempt since the press matters. */
  sentAt?: string | undefined
}

export const oldestPressMs = 10_000
export const mostAheadMs = 1_000
export const mostMovedMs = 2_000
/** Longer than the commands of one press take to arrive. */
const pressMs = 60_000

interface Sibling {
  id: string
  pressedAt: string
  operation: string
  records: string
  age: () => number
}

/** Why what was pressed then and arrived `at` is not what the person still means; undefined without a moment. */
export function pressAgeError(pressedAt: string | undefined, at: number, operation?: string): DeskError | undefined {
  if (pressedAt === undefined) return undefined
  const ageMs = at - Date.parse(pressedAt)
  if (ageMs >= -mostAheadMs && ageMs <= oldestPressMs) return undefined
  return new DeskError('cancelled', `It was pressed ${Math.round(ageMs / 1_000)} s before it arrived.`, {
    ...defined({ operation }),
    facts: ageMs > 0 ? { reason: 'press_too_old', ageMs } : { reason: 'press_in_future', aheadMs: -ageMs },
  })
}

/** Why what was meant for `told` does not go where the desk is `now`. */
export function environmentMoved(told: EnvironmentId, now: EnvironmentId, operation?: string): DeskError | undefined {
  if (now === told) return undefined
  return new DeskError('conflict', `This was confirmed for ${told}, and the desk is on ${now} now.`, {
    ...defined({ operation }),
    facts: { reason: 'environment_changed', told, now },
  })
}

export function createDecisions({
  clock,
  journal,
  chosen,
}: {
  clock: Clock
  journal: Journal
  chosen: () => EnvironmentId
}) {
  let made: Sibling[] = []

  /** One press may send several commands whose records share a name, such as the destinations of one event, but never two to the same record. */
  function siblingsOf(decision: Decision, { operation, records }: Aim): string[] {
    if (operation.risk === 'money') return []
    const own = mark(records)
    return made
      .filter(
        (other) => other.pressedAt === decision.pressedAt && other.operation === operation.key && other.records !== own,
      )
      .map(({ id }) => id)
  }

  function environmentError({ decision }: Command, { operation, environment }: Aim): DeskError | undefined {
    const told = decision.environment
    if (told === undefined) return undefined
    const now = told !== environment ? environment : operation.risk === 'edit' ? told : chosen()
    return environmentMoved(told, now, operation.key)
  }

  const pressError = ({ decision, at }: Command, { operation }: Aim): DeskError | undefined =>
    pressAgeError(decision.pressedAt, at, operation.key)

  /** What whoever submitted it says: a grant has ended, or something else is chosen than was shown. */
  function endedError({ mayGo, refuse }: Command, { operation }: Aim): DeskError | undefined {
    return mayGo?.() === false ? grantEnded(operation.key) : refuse?.()
  }

  function sawError({ decision, at }: Command, aim: Aim): DeskError | undefined {
    const { saw } = decision
    const pressedAt = new Date(decision.pressedAt ?? at).toISOString()
    // Somebody sent this very intent again after the press.
    if (aim.id !== undefined && aim.sentAt !== undefined && aim.sentAt > pressedAt) return newerError(aim, aim.id, saw)
    if (saw === undefined || aim.records.length === 0) return undefined
    const except = new Set([...siblingsOf(decision, aim), ...(aim.id === undefined ? [] : [aim.id])])
    const newer = journal.newestOf(aim.records, saw ?? '', except.size + 1).find((id) => !except.has(id))
    // The one that was seen has been sent again since the press.
    const again =
      saw !== null && saw !== aim.id && !aim.operation.queueable && journal.sentAgain(saw, pressedAt) ? saw : undefined
    const intent = newer ?? again
    return intent === undefined ? undefined : newerError(aim, intent, saw)
  }

  function newerError(aim: Aim, intent: string, saw: string | null = null): DeskError {
    return new DeskError('conflict', `Intent ${intent} of the same record is newer than the decision.`, {
      operation: aim.operation.key,
      facts: { reason: 'newer_intent', intent, saw, ...journal.stateOf(intent) },
    })
  }

  function movedError({ movedMs }: Command, { operation }: Aim): DeskError | undefined {
    const moved = movedMs()
    if (operation.queueable || Math.abs(moved) <= mostMovedMs) return undefined
    return new DeskError('cancelled', 'The machine slept, or its clock was set, after the press.', {
      operation: operation.key,
      facts: { reason: 'clock_moved', movedMs: Math.round(moved) },
    })
  }

  return {
    arrive(decision: Decision = {}, { mayGo, refuse }: Pick<Command, 'mayGo' | 'refuse'> = {}): Command {
      const at = clock.now()
      const steady = clock.monotonic?.() ?? at
      return {
        decision,
        ...defined({ mayGo, refuse }),
        at,
        elapsedMs: stopwatch(clock),
        movedMs: () => clock.now() - at - ((clock.monotonic?.() ?? clock.now()) - steady),
      }
    },
    /** Throws DeskError `conflict` or `cancelled` where a command that has just arrived may not be sent. */
    check(command: Command, aim: Aim): void {
      const error =
        endedError(command, aim) ?? environmentError(command, aim) ?? pressError(command, aim) ?? sawError(command, aim)
      if (error !== undefined) throw error
    },
    /** Remembers a new intent, so that others of the same press do not conflict with it. */
    made({ command, intent, records }: Entry): void {
      made = made.filter(({ age }) => age() < pressMs)
      const pressedAt = command?.decision.pressedAt
      if (pressedAt !== undefined && records.length > 0)
        made.push({
          id: intent.id,
          pressedAt,
          operation: intent.operation,
          records: mark(records),
          age: stopwatch(clock),
        })
    },
    /** Why a command may not be sent now. */
    refusal({ command, operation, intent, records }: Entry): DeskError | undefined {
      if (command === undefined) return undefined
      const aim = { operation, environment: intent.environment, records, id: intent.id }
      return (
        endedError(command, aim) ??
        movedError(command, aim) ??
        lateError({ operation, command }) ??
        environmentError(command, aim) ??
        sawError(command, aim)
      )
    },
    newest: (records: readonly string[]): string | undefined => journal.newestOf(records, '', 1)[0],
  }
}

const mark = (records: readonly string[]): string => JSON.stringify([...records].sort())
