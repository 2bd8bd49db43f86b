// What commands are made of: the reads that show their records, the candidates that follow, why one is not sent, and the
// draft that a mark is. Named commands and firings prepare theirs here.
import { z } from 'zod'
import type { RecordCommand } from '#contract/access-kinds.ts'
import type { Draft } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { Watch } from '#contract/live.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { eventOperations, eventUpdate } from '#answers/broadcast/destinations.ts'
import { candidatesOf, markOf, type Known } from './candidates.ts'
import { createReads, readsFor, watchOf, type ReadName, type Values } from './reads.ts'
import { createRefusals, noPoll, noStream } from './refusals.ts'
import type { Candidate, CommandParts } from './types.ts'

const mostWrites = 100

export interface Meant {
  command: RecordCommand
  record?: string | undefined
}

export const isEventWrite = (operation: string): boolean => (eventOperations as readonly string[]).includes(operation)

/** The newest writes to events of an environment, newest first. */
export const eventWrites = (ledger: Pick<CommandParts['ledger'], 'list'>, environment: EnvironmentId): Intent[] =>
  ledger
    .list({ limit: mostWrites, product: 'Livestream', environment })
    .items.filter(({ operation }) => isEventWrite(operation))

export type Preparation = ReturnType<typeof createPreparation>

export function createPreparation(parts: CommandParts) {
  const { ledger, drafts, environments, clock, operations } = parts
  const reads = createReads(parts)
  const refusalOf = createRefusals(parts)

  let detailNames: string[] | undefined
  /** The details that the catalog names for an event. */
  function details(): string[] {
    const body = operations.get(eventUpdate)?.body
    const schema = body === undefined ? undefined : (z.toJSONSchema(body, { io: 'input' }) as JsonSchema)
    return (detailNames ??= Object.keys(schema?.properties?.details?.properties ?? {}))
  }

  function knownFrom(environment: EnvironmentId, values: Values): Known {
    return {
      broadcast: parts.broadcast(environment),
      values,
      writes: eventWrites(ledger, environment),
      profiles: parts.profiles.list().filter((profile) => profile.environment === environment),
      details: details(),
      choiceOf: (operation) => parts.choiceOf(environment, operation),
      now: clock.now(),
      offsetMs: parts.reachability.connection(environment).clockOffsetMs ?? 0,
    }
  }

  /** The record that was named, or the only one there is. */
  function find({ command, record }: Meant, known: Known): Candidate {
    const all = candidatesOf(command, known)
    const named = record === undefined ? all : all.filter((one) => one.record === record)
    const [found, other] = named
    if (found === undefined) throw absent(command, record, known)
    if (other !== undefined) {
      throw new DeskError('invalid_input', `${command} needs the name of a record.`, {
        facts: { reason: 'command_record_needed', command },
        fields: [{ path: 'record', message: 'Several records can be meant', reason: 'missing' }],
      })
    }
    return found
  }

  function refuseOther(told: EnvironmentId): void {
    const now = environments.selected()
    if (now === told) return
    throw new DeskError('conflict', 'The desk was switched to another environment meanwhile.', {
      facts: { reason: 'environment_changed', told, now },
    })
  }

  return {
    reads,
    knownFrom,
    find,
    refuseOther,
    refusalOf,
    /** The reads behind the commands, by what is chosen in the live view. */
    watchesOf(environment: EnvironmentId, commands: readonly RecordCommand[]): Map<ReadName, Watch> {
      const broadcast = parts.broadcast(environment)
      return new Map(
        readsFor(commands).flatMap((name) => {
          const watch = watchOf(name, broadcast, parts.showIsOn())
          return watch === undefined ? [] : [[name, watch] as const]
        }),
      )
    },
    /** The command by what is known at the end. Throws what the live view refuses. */
    async ready(meant: Meant, environment: EnvironmentId, known: () => Known): Promise<Candidate> {
      const refusal = await refusalOf(environment, find(meant, known()).product)
      refuseOther(environment)
      const candidate = find(meant, known())
      const reason = refusal ?? candidate.refusal
      if (reason !== undefined) throw reason
      return candidate
    },
    /** Keeps a mark as the draft of a clip, under `id` where one is given. */
    async keepMark(
      known: Known,
      environment: EnvironmentId,
      { title, by, id }: { title?: string | undefined; by?: string | undefined; id?: string },
    ): Promise<Draft> {
      const draft = await drafts.save(
        {
          ...markOf(known, title),
          path: {},
          query: {},
          notes: '',
          extra: {},
          tags: ['mark'],
          environment,
          ...(id !== undefined && { id }),
        },
        by,
      )
      parts.onMark?.(draft, by)
      return draft
    },
  }
}

function absent(command: RecordCommand, record: string | undefined, { broadcast }: Known): DeskError {
  if (record === undefined && command !== 'runAd') {
    if (command === 'reveal' || command === 'hide') return noPoll()
    if (broadcast.stream === undefined) return noStream()
  }
  return new DeskError('not_found_here', `There is no record ${record ?? ''} for ${command}.`, {
    facts: { reason: 'command_record_unknown', command, record: record ?? '' },
  })
}
