// Why a dock shows nothing, and so what a person can do about it.
import type { EnvironmentId } from '#contract/models.ts'
import type { Door } from '#kit/bridge/door.ts'

/**
 * `address`: it names no panel, or has no secret. `ended`: Showdesk answers, but not to this secret. `off`: it lets nobody
 * in. `gone`: it does not answer. `environment`: another one is active.
 */
export const dockRefusals = ['address', 'ended', 'off', 'gone', 'environment'] as const
export type DockRefusal = (typeof dockRefusals)[number]

export interface DockSituation {
  addressed: boolean
  linked: boolean
  /** Whether there was a link since the page was opened. */
  everLinked: boolean
  /** Undefined before it was tried. */
  door: Door | undefined
  /** Times in a row that the door was open and the link refused nevertheless. */
  refused: number
  /** Of the dock's own grant; undefined for the desk itself, and while it is not known. */
  granted: EnvironmentId | undefined
  selected: EnvironmentId | undefined
}

/** A desk that starts anew may answer a moment before it links. */
const sureAfter = 2

/** Why an explanation takes the panel's place; undefined while it has something to show. */
export function refusalOf(now: DockSituation): DockRefusal | undefined {
  if (!now.addressed) return 'address'
  if (!now.linked) {
    if (now.door === 'open') return now.refused >= sureAfter ? 'ended' : undefined
    if (now.door === 'shut') return 'off'
    // What was read stays in sight, dimmed, with its age.
    return now.door === 'silent' && !now.everLinked ? 'gone' : undefined
  }
  const { granted, selected } = now
  return granted !== undefined && selected !== undefined && granted !== selected ? 'environment' : undefined
}
