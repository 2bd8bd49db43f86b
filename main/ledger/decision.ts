// Where, when and over what a person decided on a command. It is checked on arrival, before anything is written; again with the commit that
// claims it; and once more right before its socket opens. What a person has put in the queue sheds it: queued edits never grow old.
import type { Decision } from '#contract/command.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Risk } from '#contract/operation.ts'
import type { Clock } from '../ports.ts'
import { stopwatch } from '../ports.ts'
import type { Command, Entry } from './intent-store.ts'
import { lateError } from './checks.ts'
import type { Journal } from './journal.ts'

/** What a command is checked against. */
export interface Aim {
  operation: { key: string; risk: Risk; queueable: boolean }
  environment: EnvironmentId
  /** Names of its record. */
  records: readonly string[]
  /** The intent itself, where it has a row. */
  id?: string
  /** When it was sent last, where a person asks for it again and a sending since the press matters. */
  sentAt?: string | undefined
}

export interface Decisions {
  arrive(decision: Decision | undefined): Command
  /** Throws DeskError `conflict` or `cancelled` with facts where a command that has just arrived may not go; nothing is written then. */
  check(command: Command, aim: Aim): void
  /** Remembers an intent that is about to be written, so that the others of its press know it. */
  made(entry: Entry): void
  /** Why a command may not be sent at this moment. */
  refusal(entry: Entry): DeskError | undefined
  /** The newest intent of a record. */
  newest(records: readonly string[]): string | undefined
}

const oldestPressMs = 10_000
const mostAheadMs = 1_000
const mostMovedMs = 2_000
/** Longer than anything of one press is on its way. */
const pressMs = 60_000

interface Sibling {
  id: string
  pressedAt: string
  operation: string
  records: string
  age: () => number
}

export function createDecisions({
  clock,
  journal,
  chosen,
}: {
  clock: Clock
  journal: Journal
  chosen: () => EnvironmentId
}): Decisions {
  let made: Sibling[] = []

  /** One press may fire several commands that share a name of their records, such as the destinations of one event. The very same record is never shared. */
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
    if (now === told) return undefined
    const message = `This was confirmed for ${told}, and now it would go to ${now} or from a desk that shows ${now}. Nothing was sent. Look at the environment, then decide anew.`
    return new DeskError('conflict', message, {
      operation: operation.key,
      facts: { reason: 'environment_changed', told, now },
    })
  }

  function pressError({ decision, at }: Command, { operation }: Aim): DeskError | undefined {
    if (decision.pressedAt === undefined) return undefined
    const ageMs = at - Date.parse(decision.pressedAt)
    if (ageMs >= -mostAheadMs && ageMs <= oldestPressMs) return undefined
    const reason = ageMs > 0 ? 'press_too_old' : 'press_in_future'
    const said =
      ageMs > 0
        ? `was pressed ${Math.round(ageMs / 1_000)} s before it arrived`
        : 'was pressed in the future by this clock'
    return new DeskError(
      'cancelled',
      `This ${said}, so nothing was sent. Look at what is there now, then press anew.`,
      { operation: operation.key, facts: ageMs > 0 ? { reason, ageMs } : { reason, aheadMs: -ageMs } },
    )
  }

  function sawError({ decision, at }: Command, aim: Aim): DeskError | undefined {
    const { saw } = decision
    const pressedAt = new Date(decision.pressedAt ?? at).toISOString()
    // Somebody else has sent this very intent again after the press.
    if (aim.id !== undefined && aim.sentAt !== undefined && aim.sentAt > pressedAt) return newerError(aim, aim.id, saw)
    if (saw === undefined || aim.records.length === 0) return undefined
    const except = new Set([...siblingsOf(decision, aim), ...(aim.id === undefined ? [] : [aim.id])])
    const newer = journal.newestOf(aim.records, saw ?? '', except.size + 1).find((id) => !except.has(id))
    // That one was sent again after the press, which nobody saw either.
    const again =
      saw !== null && saw !== aim.id && !aim.operation.queueable && journal.sentAgain(saw, pressedAt) ? saw : undefined
    const intent = newer ?? again
    return intent === undefined ? undefined : newerError(aim, intent, saw)
  }

  function newerError(aim: Aim, intent: string, saw: string | null = null): DeskError {
    const message = `Something newer was asked for the same record (intent ${intent}) than what this was decided on. Nothing of this was sent. Look at that one, then decide anew.`
    return new DeskError('conflict', message, {
      operation: aim.operation.key,
      facts: { reason: 'newer_intent', intent, saw, ...journal.stateOf(intent) },
    })
  }

  function movedError({ movedMs }: Command, { operation }: Aim): DeskError | undefined {
    const moved = movedMs()
    if (operation.queueable || Math.abs(moved) <= mostMovedMs) return undefined
    const message =
      'The machine slept, or its clock was set, after this was pressed. Nothing of it was sent. Look at what is there now, then press anew.'
    return new DeskError('cancelled', message, {
      operation: operation.key,
      facts: { reason: 'clock_moved', movedMs: Math.round(moved) },
    })
  }

  return {
    arrive(decision = {}) {
      const at = clock.now()
      const steady = clock.monotonic?.() ?? at
      return {
        decision,
        at,
        elapsedMs: stopwatch(clock),
        movedMs: () => clock.now() - at - ((clock.monotonic?.() ?? clock.now()) - steady),
      }
    },
    check(command, aim) {
      const error = environmentError(command, aim) ?? pressError(command, aim) ?? sawError(command, aim)
      if (error !== undefined) throw error
    },
    made({ command, intent, records }) {
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
    refusal({ command, operation, intent, records }) {
      if (command === undefined) return undefined
      const aim = { operation, environment: intent.environment, records, id: intent.id }
      return (
        movedError(command, aim) ??
        lateError({ operation, command }) ??
        environmentError(command, aim) ??
        sawError(command, aim)
      )
    },
    newest: (records) => journal.newestOf(records, '', 1)[0],
  }
}

const mark = (records: readonly string[]): string => JSON.stringify([...records].sort())
