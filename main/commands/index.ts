// Named commands of a broadcast for callers other than the desk's own page. They take the live view's way: its reads, its
// refusals, its bodies, and the ledger.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { recordCommands, type RecordCommand } from '#contract/access-kinds.ts'
import type { CommandOutcome, CommandTarget } from '#contract/commands.ts'
import { defined } from '#contract/defined.ts'
import type { DraftHead } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { eventOperations, eventUpdate } from '#answers/broadcast/destinations.ts'
import { mayCommand } from '../access/rules.ts'
import { nameOf, type Caller } from '../types.ts'
import { isoNow } from '../ports.ts'
import { createArming } from './arming.ts'
import { candidatesOf, markOf, type Known } from './candidates.ts'
import { createPresses } from './presses.ts'
import { createReads, readsFor, watchOf, type ReadName, type Values } from './reads.ts'
import { createRefusals, noPoll, noStream } from './refusals.ts'
import type { Candidate, CommandInput, CommandParts, Commands } from './types.ts'

/** Answers that are older are read again before a command. */
const freshMs = 5_000
/** A command waits so long for a read, then goes by what is known, as the live view's do. */
const commandPatienceMs = 2_000
const listPatienceMs = 10_000
const mostWrites = 100

export function createCommands(parts: CommandParts): Commands {
  const { ledger, drafts, environments, events, clock, operations } = parts
  const reads = createReads(parts)
  const refusalOf = createRefusals(parts)
  const presses = createPresses()
  const arming = createArming({ clock, emit: (armed) => events.emit('command.armed', { armed }) })
  /** The grant that armed. */
  let armedBy: string | undefined

  const stop = events.subscribe((event, payload) => {
    if (event === 'environments.changed') {
      if (arming.current()?.environment !== environments.selected()) arming.lapse()
    } else if (event === 'access.changed') {
      const { on, grants } = payload as { on: boolean; grants: ReadonlyArray<{ id: string }> }
      if (!on || !grants.some(({ id }) => id === armedBy)) arming.lapse()
    }
  })

  function commandsOf(caller: Caller, environment: EnvironmentId): RecordCommand[] {
    return recordCommands.filter((command) => mayCommand(caller, command, { selected: environment }))
  }

  let detailNames: string[] | undefined
  /** The details that the catalog names for an event. */
  function details(): string[] {
    const body = operations.get(eventUpdate)?.body
    const schema = body === undefined ? undefined : (z.toJSONSchema(body, { io: 'input' }) as JsonSchema)
    return (detailNames ??= Object.keys(schema?.properties?.details?.properties ?? {}))
  }

  const holdOf = (caller: Caller, environment: EnvironmentId, commands: readonly RecordCommand[]) => {
    const broadcast = parts.broadcast(environment)
    const watches = readsFor(commands).flatMap((name) => {
      const watch = watchOf(name, broadcast, parts.showIsOn())
      return watch === undefined ? [] : [[name, watch] as const]
    })
    return { page: `commands/${'id' in caller ? caller.id : caller.scope}`, watches: new Map(watches) }
  }

  function knownFrom(environment: EnvironmentId, values: Values): Known {
    const page = ledger.list({ limit: mostWrites, product: 'Livestream', environment })
    return {
      broadcast: parts.broadcast(environment),
      values,
      writes: page.items.filter(({ operation }) => (eventOperations as readonly string[]).includes(operation)),
      profiles: parts.profiles.list().filter((profile) => profile.environment === environment),
      details: details(),
      choiceOf: (operation) => parts.choiceOf(environment, operation),
      now: clock.now(),
      offsetMs: parts.reachability.connection(environment).clockOffsetMs ?? 0,
    }
  }

  /** The record that was named, or the only one there is. */
  function find({ command, record }: CommandInput, known: Known): Candidate {
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

  function absent(command: RecordCommand, record: string | undefined, { broadcast }: Known): DeskError {
    if (record === undefined && command !== 'runAd') {
      if (command === 'reveal' || command === 'hide') return noPoll()
      if (broadcast.stream === undefined) return noStream()
    }
    return new DeskError('not_found_here', `There is no record ${record ?? ''} for ${command}.`, {
      facts: { reason: 'command_record_unknown', command, record: record ?? '' },
    })
  }

  function refuseOther(told: EnvironmentId): void {
    const now = environments.selected()
    if (now === told) return
    throw new DeskError('conflict', 'The desk was switched to another environment meanwhile.', {
      facts: { reason: 'environment_changed', told, now },
    })
  }

  async function send(
    input: CommandInput,
    caller: Caller,
    built: ReturnType<Candidate['build']>,
    { environment, saw, pressedAt }: { environment: EnvironmentId; saw: string | null; pressedAt: string },
  ): Promise<CommandOutcome> {
    const { deed, ...request } = built
    const live = operations.get(request.operation)?.risk !== 'edit'
    // An edit does not grow too old, as in the live view.
    const decision = live ? { environment, pressedAt, saw } : { environment }
    try {
      const intent = await ledger.submit(request, {
        press: input.press ?? randomUUID(),
        deed,
        environment,
        decision,
        ...defined({ by: nameOf(caller) }),
      })
      return { outcome: 'sent', intent }
    } catch (error) {
      const before = earlierOf(error, (intent) => intent.environment === environment && intent.deed?.code === deed.code)
      if (before === undefined) throw error
      return { outcome: 'sent', intent: before }
    }
  }

  /** What the same press sent before the desk was started again. */
  function earlierOf(error: unknown, isSame: (intent: Intent) => boolean): Intent | undefined {
    const facts = error instanceof DeskError ? error.details.facts : undefined
    if (facts?.reason !== 'press_used' || typeof facts.intent !== 'string') return undefined
    const intent = ledger.get(facts.intent)
    return isSame(intent) ? intent : undefined
  }

  async function keepMark(
    known: Known,
    environment: EnvironmentId,
    title: string | undefined,
    caller: Caller,
  ): Promise<CommandOutcome> {
    const draft = await drafts.save(
      { ...markOf(known, title), path: {}, query: {}, notes: '', extra: {}, tags: ['mark'], environment },
      nameOf(caller),
    )
    const { items } = await drafts.list({ limit: mostWrites, removed: false, tag: 'mark', environment })
    const { id, operation, tags, revision, createdAt, updatedAt, body } = draft
    const bytes = Buffer.byteLength(JSON.stringify(body))
    const head: DraftHead = items.find((one) => one.id === id) ?? {
      id,
      operation,
      title: draft.title,
      tags,
      revision,
      bytes,
      createdAt,
      updatedAt,
      environment,
    }
    return { outcome: 'kept', draft: head }
  }

  async function perform(input: CommandInput, caller: Caller, environment: EnvironmentId): Promise<CommandOutcome> {
    const { command } = input
    const held = holdOf(caller, environment, commandsOf(caller, environment))
    const pressedAt = isoNow(clock)
    // A mark is made at once: it sends nothing, and a moment later it would mark another one.
    if (command === 'mark') {
      const known = knownFrom(environment, reads.hold(held))
      if (input.record !== undefined) find(input, known)
      return keepMark(known, environment, input.title, caller)
    }

    const needed = readsFor([command]).filter((name: ReadName) => held.watches.has(name))
    const values = await reads.read({ ...held, needed, freshMs, patienceMs: commandPatienceMs })
    const shown = new Map([...values].filter(([name]) => needed.includes(name)))

    /** The command by what is known now. Throws what the live view refuses. */
    async function prepare(): Promise<{ candidate: Candidate; built: ReturnType<Candidate['build']> }> {
      const refusal = await refusalOf(environment, find(input, now()).product)
      refuseOther(environment)
      const candidate = find(input, now())
      const reason = refusal ?? candidate.refusal
      if (reason !== undefined) throw reason
      return { candidate, built: candidate.build(isoNow(clock), input.title) }
    }
    const now = (): Known => knownFrom(environment, reads.hold(held))

    refuseOther(environment)
    const { candidate, built } = await prepare()
    const { id: saw } = ledger.newest(built, environment)
    const isArmed = caller.scope !== 'desk' && caller.mode !== 'fire'
    const outcome = isArmed
      ? await arm()
      : await send(input, caller, built, { environment, saw, pressedAt }).finally(() => reads.again(shown))
    return outcome

    function arm(): Promise<CommandOutcome> {
      const { name, record } = candidate
      const by = 'name' in caller ? caller.name : ''
      const armed = arming.arm({ command, record, name, environment, by }, async () => {
        const firedAt = isoNow(clock)
        const fired = await prepare()
        return send(input, caller, fired.built, { environment, saw, pressedAt: firedAt }).finally(() =>
          reads.again(shown),
        )
      })
      armedBy = 'id' in caller ? caller.id : undefined
      return armed
    }
  }

  return {
    async list(caller) {
      const environment = environments.selected()
      const commands = commandsOf(caller, environment)
      const held = holdOf(caller, environment, commands)
      if (held.watches.size === 0) return []
      const needed = [...held.watches.keys()]
      const values = await reads.read({ ...held, needed, patienceMs: listPatienceMs })
      if (environments.selected() !== environment) return []
      const known = knownFrom(environment, values)
      return commands.flatMap((command) => candidatesOf(command, known)).map(targetOf)
    },

    async run(input, caller) {
      const { command, record, press } = input
      const environment = environments.selected()
      if (!mayCommand(caller, command, { selected: environment })) {
        throw new DeskError('forbidden', `This grant does not run ${command} in ${environment}.`, {
          facts: { reason: 'command_not_granted', command, environment },
        })
      }
      if (press === undefined) return perform(input, caller, environment)
      const by = 'id' in caller ? caller.id : caller.scope
      return presses.once(`${by} ${press}`, { command, record }, () => perform(input, caller, environment))
    },

    async asGranted({ command, record, name, press }, caller, run) {
      if (caller.scope === 'desk') return await run()
      const environment = environments.selected()
      return presses.once(`${caller.id} ${press}`, { command, record }, async () => {
        if (caller.mode === 'fire') return await run()
        const armed = arming.arm({ command, record, name, environment, by: caller.name }, () => run(isoNow(clock)))
        armedBy = caller.id
        return await armed
      })
    },
    armed: () => arming.current(),
    fire: (id) => arming.fire(id),
    disarm: (id) => arming.lapse(id),
    stop() {
      stop()
      arming.lapse()
    },
  }
}

const targetOf = ({ command, record, name, state, active, readAt }: Candidate): CommandTarget => ({
  command,
  record,
  name,
  readAt,
  ...defined({ state, active }),
})
