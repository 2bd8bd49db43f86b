// What commands are made of: the reads that show their records, the candidates that follow, why one is not sent, and the
// draft that a mark is. Named commands and firings prepare theirs here.
import { z } from 'zod'
import { pollCommands, recordCommands, type RecordCommand } from '#contract/access-kinds.ts'
import type { Draft } from '#contract/draft.ts'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { Broadcast, Named, Watch } from '#contract/live.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { Shown } from '#contract/shown.ts'
import { eventOperations, eventUpdate, type Destination } from '#answers/broadcast/destinations.ts'
import { environmentMoved } from '../../platform/ledger/decision.ts'
import { candidatesOf, destinationsIn, markOf, transport, type Known, type Said } from './candidates.ts'
import { createReads, readsFor, watchOf, type ReadName, type Values } from './reads.ts'
import { createRefusals, noPoll, noStream } from './refusals.ts'
import { createNames, shownError } from './shown.ts'
import type { Candidate, CommandParts } from './types.ts'

const mostWrites = 100
const mostSeen = 500
const mostRemembered = 500

export interface Meant extends Said {
  command: RecordCommand
  record?: string | undefined
  shown?: Shown | undefined
}

export const isEventWrite = (operation: string): boolean => (eventOperations as readonly string[]).includes(operation)

/** The newest writes to events of an environment, newest first: among the last 500 of its product, however they come in pages. */
export function eventWrites(ledger: Pick<CommandParts['ledger'], 'list'>, environment: EnvironmentId): Intent[] {
  const found: Intent[] = []
  let before: string | undefined
  let seen = 0
  do {
    const page = ledger.list({ limit: mostWrites, product: 'Livestream', environment, ...defined({ before }) })
    found.push(...page.items.filter(({ operation }) => isEventWrite(operation)))
    seen += page.items.length
    before = page.next
  } while (before !== undefined && found.length < mostWrites && seen < mostSeen)
  return found
}

export type Preparation = ReturnType<typeof createPreparation>

export function createPreparation(parts: CommandParts) {
  const { ledger, drafts, environments, clock, operations } = parts
  const reads = createReads(parts)
  const refusalOf = createRefusals(parts)

  const names = createNames()
  /** What was shown of each stream: a stop reaches it also where the list lacks it later. */
  const remembered = new Map<string, Destination>()
  const placeOf = ({ broadcast }: Known, key: string): string =>
    JSON.stringify([broadcast.environment, broadcast.stream?.id, key])

  function noteChosen({ stream, poll }: Broadcast): void {
    for (const one of [stream, poll]) names.note(one?.id, one?.name)
  }

  /** What is about to be shown. */
  function remember(known: Known): void {
    noteChosen(known.broadcast)
    for (const command of recordCommands)
      for (const { record, name } of candidatesOf(command, known)) names.note(record, name)
    for (const destination of destinationsIn(known)) {
      const place = placeOf(known, destination.key)
      remembered.delete(place)
      remembered.set(place, destination)
    }
    for (const oldest of remembered.keys()) {
      if (remembered.size <= mostRemembered) break
      remembered.delete(oldest)
    }
  }

  /** Nobody knows the state of what is not listed any more. */
  function unlisted(key: string | undefined, known: Known): Destination | undefined {
    const before = key === undefined ? undefined : remembered.get(placeOf(known, key))
    return before && { ...before, state: 'unclear', listed: false }
  }

  /** With the stream that was given, whatever is chosen. */
  function broadcastOf(environment: EnvironmentId, stream: Named | undefined): Broadcast {
    const chosen = parts.broadcast(environment)
    return stream === undefined ? chosen : { ...chosen, stream }
  }

  let detailNames: string[] | undefined
  /** The details that the catalog names for an event. */
  function details(): string[] {
    const body = operations.get(eventUpdate)?.body
    const schema = body === undefined ? undefined : (z.toJSONSchema(body, { io: 'input' }) as JsonSchema)
    return (detailNames ??= Object.keys(schema?.properties?.details?.properties ?? {}))
  }

  function knownFrom(environment: EnvironmentId, values: Values, stream?: Named): Known {
    return {
      broadcast: broadcastOf(environment, stream),
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
  function find(meant: Meant, known: Known): Candidate {
    const { command, record } = meant
    const all = candidatesOf(command, known, meant)
    const named = record === undefined ? all : all.filter((one) => one.record === record)
    const [found, other] = named
    if (found === undefined) {
      const gone = command === 'stop' ? unlisted(record, known) : undefined
      if (gone !== undefined) return transport('stop', gone, true, known)
      throw absent(command, record, known)
    }
    if (other !== undefined) {
      throw new DeskError('invalid_input', `${command} needs the name of a record.`, {
        facts: { reason: 'command_record_needed', command },
        fields: [{ path: 'record', message: 'Several records can be meant', reason: 'missing' }],
      })
    }
    return found
  }

  /** What the command would act on now; undefined where it has to be named first. */
  function shownNow({ command, record }: Meant, known: Known): Shown | undefined {
    const named = candidatesOf(command, known).filter((one) => record === undefined || one.record === record)
    if (named.length > 1) return undefined
    const found = named[0]?.shown
    // A stop ends what goes there, whichever event that is by now.
    if (found !== undefined && command !== 'stop') return found
    const stream = known.broadcast.stream?.id ?? null
    switch (command) {
      case 'stop':
      case 'start':
      case 'pause':
      case 'resume': {
        const key = named[0]?.record ?? (command === 'stop' ? unlisted(record, known)?.key : undefined)
        return { stream, destinations: key === undefined ? [] : [{ key }] }
      }
      case 'reveal':
      case 'winner':
      case 'hide':
      case 'close':
        return defined({ poll: known.broadcast.poll?.id })
      case 'runAd':
      case 'clip':
      case 'mark':
        return { stream }
    }
  }

  function refuseOther(told: EnvironmentId): void {
    const moved = environmentMoved(told, environments.selected())
    if (moved !== undefined) throw moved
  }

  return {
    reads,
    knownFrom,
    find,
    refuseOther,
    refusalOf,
    remember,
    unlisted,
    names,
    /** Why the command would act on something else than was shown. */
    changed(meant: Meant, known: Known): DeskError | undefined {
      noteChosen(known.broadcast)
      const now = meant.shown && shownNow(meant, known)
      return now && shownError(meant.shown ?? {}, now, names.of)
    },
    /** The same, of stream and poll alone: they are what a person chooses. */
    chosenElse(shown: Shown | undefined, environment: EnvironmentId): DeskError | undefined {
      const chosen = parts.broadcast(environment)
      const { stream, poll } = chosen
      noteChosen(chosen)
      return (
        shown &&
        shownError(
          shown,
          {
            ...('stream' in shown && { stream: stream?.id ?? null }),
            ...('poll' in shown && poll !== undefined && { poll: poll.id }),
          },
          names.of,
          ['stream', 'poll'],
        )
      )
    },
    /** The reads behind the commands, by what is chosen in the live view, or for the stream that is given. */
    watchesOf(environment: EnvironmentId, commands: readonly RecordCommand[], stream?: Named): Map<ReadName, Watch> {
      const broadcast = broadcastOf(environment, stream)
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
    if ((pollCommands as readonly RecordCommand[]).includes(command)) return noPoll()
    if (broadcast.stream === undefined) return noStream()
  }
  return new DeskError('not_found_here', `There is no record ${record ?? ''} for ${command}.`, {
    facts: { reason: 'command_record_unknown', command, record: record ?? '' },
  })
}
