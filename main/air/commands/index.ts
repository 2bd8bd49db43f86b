// Named commands of a broadcast: a page, a dock, a controller or a script names command and record, and what is sent is
// built here.
import { randomUUID } from 'node:crypto'
import { isOnAirCommand, recordCommands, type RecordCommand } from '#contract/access-kinds.ts'
import type { CommandOutcome, CommandTarget } from '#contract/commands.ts'
import { defined } from '#contract/defined.ts'
import type { DraftHead } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { mayCommand } from '../../core/access/rules.ts'
import { pressAgeError } from '../../platform/ledger/decision.ts'
import { grantEnded } from '../../platform/ledger/errors.ts'
import { nameOf, type Caller } from '../../core/types.ts'
import { isoNow } from '../../core/ports.ts'
import { createArming } from './arming.ts'
import { candidatesOf, type Known } from './candidates.ts'
import { createPreparation } from './preparation.ts'
import { createPresses } from './presses.ts'
import { readsFor, type ReadName } from './reads.ts'
import { momentNeeded, shownNeeded } from './shown.ts'
import type { Candidate, CommandInput, CommandParts, Commands } from './types.ts'

/** Answers that are older are read again before a command. */
const freshMs = 5_000
/** A command waits so long for a read, then goes by what is known. */
const commandPatienceMs = 2_000
const listPatienceMs = 10_000
const mostMarks = 100

export function createCommands(parts: CommandParts): Commands {
  const { ledger, drafts, environments, events, clock, operations, access } = parts
  const preparation = createPreparation(parts)
  const { reads, knownFrom, find, refuseOther } = preparation
  const presses = createPresses()
  const arming = createArming({ clock, emit: (armed) => events.emit('command.armed', { armed }) })
  /** The grant that armed. */
  let armedBy: string | undefined

  const stops = [
    events.subscribe((event) => {
      if (event === 'environments.changed' && arming.current()?.environment !== environments.selected()) arming.lapse()
    }),
    access.onEnd((id) => {
      if (id === armedBy) arming.lapse()
    }),
  ]

  function commandsOf(caller: Caller, environment: EnvironmentId): RecordCommand[] {
    return recordCommands.filter((command) => mayCommand(caller, command, { selected: environment }))
  }

  const holdOf = (caller: Caller, environment: EnvironmentId, commands: readonly RecordCommand[]) => ({
    page: `commands/${'id' in caller ? caller.id : caller.scope}`,
    watches: preparation.watchesOf(environment, commands),
  })

  async function send(
    input: CommandInput,
    caller: Caller,
    built: ReturnType<Candidate['build']>,
    decided: {
      environment: EnvironmentId
      saw: string | null
      pressedAt: string
      mayGo: () => boolean
      refuse: () => DeskError | undefined
    },
  ): Promise<CommandOutcome> {
    const { environment, saw, pressedAt, mayGo, refuse } = decided
    const { deed, ...request } = built
    const live = operations.get(request.operation)?.risk !== 'edit'
    // An edit does not grow too old.
    const decision = live ? { environment, pressedAt, saw } : { environment }
    try {
      const intent = await ledger.submit(request, {
        press: input.press ?? randomUUID(),
        deed,
        environment,
        decision,
        mayGo,
        refuse,
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
    const draft = await preparation.keepMark(known, environment, { title, by: nameOf(caller) })
    const { items } = await drafts.list({ limit: mostMarks, removed: false, tag: 'mark', environment })
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
    if (isOnAirCommand(command)) {
      if (input.pressedAt === undefined) throw momentNeeded()
      if (input.shown === undefined) throw shownNeeded(command)
    }
    const held = holdOf(caller, environment, commandsOf(caller, environment))
    const pressedAt = input.pressedAt ?? isoNow(clock)
    const isArmed = caller.scope !== 'desk' && caller.mode !== 'fire'
    // The ledger looks at what is sent, after it answered a press that it knows.
    const late = isArmed || command === 'mark' ? pressAgeError(input.pressedAt, clock.now()) : undefined
    if (late !== undefined) throw late
    const mayGo = 'id' in caller ? access.whileHeld(caller.id) : () => true
    // A mark is made at once: it sends nothing, and a moment later it would mark another one.
    if (command === 'mark') {
      const known = knownFrom(environment, reads.hold(held))
      if (input.record !== undefined) find(input, known)
      return keepMark(known, environment, input.title, caller)
    }

    const needed = readsFor([command]).filter((name: ReadName) => held.watches.has(name))
    // The desk's own page shows what was read; others may look at something older.
    const age = caller.scope === 'desk' && caller.page ? {} : { freshMs }
    const values = await reads.read({ ...held, needed, ...age, patienceMs: commandPatienceMs })
    const shown = new Map([...values].filter(([name]) => needed.includes(name)))

    /** The command by what is known now. Throws what the live view refuses. */
    async function prepare(): Promise<{ candidate: Candidate; built: ReturnType<Candidate['build']> }> {
      const changed = preparation.changed(input, now())
      if (changed !== undefined) throw changed
      const candidate = await preparation.ready(input, environment, now)
      if (!mayGo()) throw grantEnded()
      return { candidate, built: candidate.build(isoNow(clock), input.title) }
    }
    const now = (): Known => knownFrom(environment, reads.hold(held))
    /** The same of what is chosen, in the commit that sends it. */
    const refuse = (): DeskError | undefined => preparation.chosenElse(input.shown, environment)

    refuseOther(environment)
    const { candidate, built } = await prepare()
    const { saw = ledger.newest(built, environment).id } = input
    return isArmed
      ? await arm()
      : await send(input, caller, built, { environment, saw, pressedAt, mayGo, refuse }).finally(() =>
          reads.again(shown),
        )

    function arm(): Promise<CommandOutcome> {
      const { name, record } = candidate
      const by = 'name' in caller ? caller.name : ''
      const armed = arming.arm({ command, record, name, environment, by }, async () => {
        const firedAt = isoNow(clock)
        const fired = await prepare()
        return send(input, caller, fired.built, { environment, saw, pressedAt: firedAt, mayGo, refuse }).finally(() =>
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
      preparation.remember(known)
      return commands.flatMap((command) => candidatesOf(command, known)).map(targetOf)
    },

    newest({ environment: told, ...meant }, caller) {
      const environment = environments.selected()
      if (told !== undefined) refuseOther(told)
      const known = knownFrom(environment, reads.hold(holdOf(caller, environment, commandsOf(caller, environment))))
      preparation.remember(known)
      return ledger.newest(find(meant, known).build(isoNow(clock), undefined), environment)
    },

    async run(given, caller) {
      // What is left out, and what is repeated, a person decides at the desk.
      const input = caller.scope === 'desk' ? given : { ...given, without: undefined, again: undefined }
      const { command, record, press } = input
      const environment = environments.selected()
      if (input.environment !== undefined) refuseOther(input.environment)
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
      if (caller.scope === 'desk') return await run({})
      const environment = environments.selected()
      const mayGo = access.whileHeld(caller.id)
      return presses.once(`${caller.id} ${press}`, { command, record }, async () => {
        if (caller.mode === 'fire') return await run({ mayGo })
        const armed = arming.arm({ command, record, name: name(), environment, by: caller.name }, async () => {
          if (!mayGo()) throw grantEnded()
          return run({ firedAt: isoNow(clock), mayGo })
        })
        armedBy = caller.id
        return await armed
      })
    },
    armed: () => arming.current(),
    fire: (id) => arming.fire(id),
    disarm: (id) => arming.lapse(id),
    stop() {
      for (const stop of stops) stop()
      arming.lapse()
    },
  }
}

const targetOf = ({ command, record, name, state, active, readAt, shown }: Candidate): CommandTarget => ({
  command,
  record,
  name,
  readAt,
  shown,
  ...defined({ state, active }),
})
