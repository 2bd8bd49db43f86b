// Compares what a person was shown when they armed with what is there now. The one place that does.
import type { ErrorReason } from '#contract/reasons.ts'
import { DeskError } from '#contract/errors.ts'
import type { Shown, ShownDestination, ShownPart } from '#contract/shown.ts'

/** In this order; the first that differs is told. */
const parts = [
  'stream',
  'destinations',
  'poll',
  'ad',
  'cue',
  'encoder',
  'scene',
  'recording',
  'order',
] as const satisfies readonly ShownPart[]

/** How it goes, which has no name. */
const choices: readonly ShownPart[] = ['recording', 'order']

/** A destination without an event of its own is the one that its key names. */
export const isSameDestination = (one: ShownDestination, other: ShownDestination): boolean =>
  one.key === other.key && (one.event === undefined || other.event === undefined || one.event === other.event)

/**
 * Why a press may not be fired: undefined where everything that it acts on now is what was shown. `only` compares those
 * parts alone. `nameOf` is the name of an identity, for people.
 */
export function shownError(
  shown: Shown,
  now: Shown,
  nameOf: (identity: string) => string,
  only: readonly ShownPart[] = parts,
): DeskError | undefined {
  const part = parts.find((one) => only.includes(one) && differs(shown, now, one))
  if (part === undefined) return undefined
  if (shown[part] === undefined) return shownNeeded(part)
  const [before, instead] = [told(shown, now, part), told(now, shown, part)].map((ids) => ids.map(nameOf)) as [
    string[],
    string[],
  ]
  return new DeskError('conflict', `${part} was changed since the command was armed. Nothing was sent.`, {
    facts: { reason: reasonOf(part, before, instead), part, shown: before, instead },
  })
}

function reasonOf(part: ShownPart, before: readonly string[], instead: readonly string[]): ErrorReason {
  if (choices.includes(part)) return 'shown_choices'
  if (instead.length === 0) return 'shown_gone'
  return before.length === 0 ? 'shown_added' : 'shown_changed'
}

function differs(shown: Shown, now: Shown, part: ShownPart): boolean {
  if (now[part] === undefined) return shown[part] !== undefined
  if (part !== 'destinations') return shown[part] !== now[part]
  return told(now, shown, part).length > 0 || told(shown, now, part).length > 0
}

/** What is in `one` and not in `other`. */
function told(one: Shown, other: Shown, part: ShownPart): string[] {
  if (part === 'destinations')
    return (one.destinations ?? []).flatMap((destination) =>
      other.destinations?.some((known) => isSameDestination(destination, known)) === true ? [] : [destination.key],
    )
  const value = one[part]
  return value === undefined || value === null ? [] : [String(value)]
}

/** Of a command that the audience sees. */
export const shownNeeded = (part: string): DeskError => needed('shown', part, 'shown_needed')
export const momentNeeded = (): DeskError => needed('pressedAt', 'moment', 'moment_needed')

const needed = (path: string, part: string, reason: 'shown_needed' | 'moment_needed'): DeskError =>
  new DeskError('invalid_input', `A command that the audience sees says ${path} (${part}).`, {
    facts: { reason, part },
    fields: [{ path, message: 'Is missing', reason: 'missing' }],
  })

const mostNames = 500

/** Names of what was shown, since what is gone can't be asked for its name. */
export function createNames() {
  const names = new Map<string, string>()
  return {
    note(identity: string | undefined, name: string | undefined): void {
      if (identity === undefined || name === undefined || name === '') return
      names.delete(identity)
      names.set(identity, name)
      for (const oldest of names.keys()) {
        if (names.size <= mostNames) break
        names.delete(oldest)
      }
    },
    of: (identity: string): string => names.get(identity) ?? identity,
  }
}
