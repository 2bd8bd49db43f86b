// Which of the listed targets a press of Start, Pause, Resume or Stop is about.
import type { RecordCommand } from '#contract/access-kinds.ts'
import type { CommandTarget } from '#contract/commands.ts'
import { transportActions, type TransportAction } from '#answers/transport.ts'

/** A destination, with what was read of it. */
export interface Place {
  record: string
  name: string
  state: string | undefined
}

const isTransport = (command: RecordCommand): command is TransportAction =>
  transportActions.some((action) => action === command)

/** Each destination once, in the order of the list. */
export function placesOf(targets: readonly CommandTarget[]): Place[] {
  const places = new Map<string, Place>()
  for (const { command, record, name, state } of targets)
    if (isTransport(command) && !places.has(record)) places.set(record, { record, name, state })
  return [...places.values()]
}

/** What a person most likely wants next, among the commands that they have. */
export function leadOf(
  places: readonly Place[],
  commands: readonly RecordCommand[],
): Exclude<TransportAction, 'stop'> | undefined {
  const is = (state: string): boolean => places.some((place) => place.state === state)
  const order = is('live')
    ? (['pause', 'start', 'resume'] as const)
    : is('paused')
      ? (['resume', 'start', 'pause'] as const)
      : (['start', 'resume', 'pause'] as const)
  return order.find((action) => commands.includes(action))
}

/** The targets that a command would change, of one destination or, without a record, of all. */
export const aimedAt = (
  command: RecordCommand,
  targets: readonly CommandTarget[],
  record: string | undefined,
): CommandTarget[] =>
  targets.filter(
    (target) =>
      target.command === command && target.active !== false && (record === undefined || target.record === record),
  )
