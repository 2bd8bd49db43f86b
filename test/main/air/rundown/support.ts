// A store of rundowns on a real profile, with a clock that tests move and an engine of firings in memory that outlives a
// restart, as its table does.
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { bridgeMethods, type BridgeParams } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { Firing, FiringStep } from '#contract/air/firing.ts'
import type { Named } from '#contract/live.ts'
import { createListeners } from '#contract/listeners.ts'
import type { IntentState } from '#contract/models.ts'
import type { Cue, CueStep, DryRun, Rundown, RundownPosition } from '#contract/air/rundown.ts'
import type { Firings } from '../../../../main/air/firing/types.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../../main/core/keychain/vault.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { createRundowns } from '../../../../main/air/rundown/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { atRestOver } from '../../../support/at-rest.ts'
import { createFakeClock, quietLog, settle, type FakeClock } from '../../platform/ledger/support.ts'
import { temporary } from '../../core/storage/support.ts'

export { settle } from '../../platform/ledger/support.ts'

export const wait = (id: string, text = id): CueStep => ({ id, name: text, action: { kind: 'wait', text } })
export const mark = (id: string): CueStep => ({ id, name: id, action: { kind: 'mark', title: id } })
export const operation = (id: string, key: string, body: Record<string, string> = {}): CueStep => ({
  id,
  name: id,
  action: { kind: 'operation', operation: key, request: { body } },
})

export const cue = (id: string, more: Partial<Cue> = {}): Cue => ({
  ...{ id, kind: 'cue', title: `Title of ${id}`, note: '', colour: 'grey', linked: false, skip: false, steps: [] },
  ...more,
})

export const input = (cues: Cue[], more: Partial<BridgeParams<'rundown.save'>> = {}): BridgeParams<'rundown.save'> =>
  bridgeMethods['rundown.save'].input.parse({
    ...{ title: 'Evening', environment: 'rehearsal', template: false, cues },
    ...more,
  })

export const listing = (more: Record<string, unknown> = {}): BridgeParams<'rundown.list'> =>
  bridgeMethods['rundown.list'].input.parse({ limit: 50, ...more })

type Took = 'seen' | 'unknown' | 'contradicted'

/** Takes each step by `take`; what it holds survives a restart. */
export function createMemoryEngine(clock: FakeClock) {
  const listeners = createListeners<[Firing]>()
  const made = new Map<string, { press: string; firing: Firing; left: boolean }>()
  const engine = {
    /** The effect of a step, by firing and step. */
    take: (() => 'seen') as (firing: Firing, step: FiringStep) => Took | Promise<Took>,
    /** The process is gone: nothing of what runs goes on. */
    generation: 0,
    all: () => [...made.values()].map(({ firing }) => firing),
    /** As the start after a crash does. */
    crash(): void {
      engine.generation += 1
      for (const one of made.values())
        if (one.firing.state === 'running')
          one.firing = {
            ...one.firing,
            state: 'stopped',
            because: 'desk_stopped',
            steps: one.firing.steps.map((step) => (step.state === 'taking' ? { ...step, state: 'unknown' } : step)),
          }
    },
  }
  const put = (firing: Firing): Firing => {
    const one = made.get(firing.id)
    if (one !== undefined) one.firing = firing
    listeners.emit(firing)
    return firing
  }
  const patched = (firing: Firing, id: string, state: FiringStep['state']): Firing => ({
    ...firing,
    steps: firing.steps.map((step) => (step.id === id ? { ...step, state } : step)),
  })
  const newest = () => [...made.values()].at(-1)

  async function goOn(id: string): Promise<void> {
    const { generation } = engine
    const now = (): Firing => made.get(id)?.firing ?? fail()
    for (;;) {
      const step = now().steps.find(({ state }) => state !== 'seen')
      if (step === undefined) return void put({ ...now(), state: 'done', endedAt: new Date(clock.now()).toISOString() })
      if (step.action.kind === 'wait' && step.state === 'planned')
        return void put({ ...patched(now(), step.id, 'waiting'), state: 'waiting' })
      put(patched(now(), step.id, 'taking'))
      const took = await engine.take(now(), step)
      if (engine.generation !== generation) return
      put(patched(now(), step.id, took))
      if (took !== 'seen')
        return void put({
          ...now(),
          state: 'stopped',
          because: took === 'unknown' ? 'step_unknown' : 'step_failed',
          endedAt: new Date(clock.now()).toISOString(),
        })
    }
  }

  const firings: Firings = {
    current() {
      const last = newest()
      return last === undefined || last.left || last.firing.state === 'done' ? null : last.firing
    },
    get: (id) => made.get(id)?.firing ?? fail(),
    ofPress: (press) => [...made.values()].find((one) => one.press === press)?.firing,
    plan: () => Promise.reject(new Error('not here')),
    async fire({ press, kind, environment, pressedAt, steps, cue: of, stream, encoder, by, inCommit }) {
      if (clock.now() - Date.parse(pressedAt) > 5_000)
        throw new DeskError('cancelled', 'Too old.', { facts: { reason: 'press_too_old', ageMs: 6_000 } })
      const firing: Firing = {
        ...{ id: randomUUID(), kind, environment, state: 'running' },
        ...(of !== undefined && { cue: of }),
        ...(stream !== undefined && { stream }),
        ...(encoder !== undefined && { encoder }),
        steps: steps.map((step) => ({ ...step, state: 'planned', attempt: 1 })),
        firedAt: new Date(clock.now()).toISOString(),
        ...(by !== undefined && { by }),
      }
      inCommit?.(firing)
      made.set(firing.id, { press, firing, left: false })
      listeners.emit(firing)
      void goOn(firing.id)
      return firing
    },
    resume: () => Promise.reject(new Error('not here')),
    async proceed(id, step) {
      put({ ...patched(made.get(id)?.firing ?? fail(), step, 'seen'), state: 'running' })
      void goOn(id)
      return made.get(id)?.firing ?? fail()
    },
    async stop(id) {
      const one = made.get(id)
      if (one === undefined) return fail()
      if (one.firing.state === 'stopped') one.left = true
      return put({ ...one.firing, state: 'stopped', because: 'by_person' })
    },
    onChange: listeners.add,
  }
  return { engine, firings }
}

const fail = (): never => {
  throw new Error('There is no such firing.')
}

export async function createDesk() {
  const folder = await temporary()
  const clock = createFakeClock()
  const keychain = createMemoryKeychain({ clock, log: quietLog })
  const { engine, firings } = createMemoryEngine(clock)
  const intents = new Map<string, IntentState>()
  const told: Array<RundownPosition | null> = []
  const runs: DryRun[] = []
  let selected = 'rehearsal' as const
  let software: EncoderState | undefined
  let stream: Named | undefined

  async function open() {
    const redactor = createRedactor()
    const database = await openProfile({
      folder,
      clock,
      log: quietLog,
      isSecret: (text) => redactor.holdsAtRest(text),
    })
    const vault = createVault({ keychain, redactor, index: createVaultIndex(database) })
    const rundowns = createRundowns({
      ...{ database, vault, redactor, atRest: atRestOver(redactor), operations, firings, clock, log: quietLog },
      intentState: (id) => intents.get(id) ?? 'confirmed',
      selected: () => selected,
      client: { read: unused, preview: unused, check: unused, gate: () => undefined },
      credentials: { status: unused },
      scheme: (_, byCatalog) => byCatalog,
      embedded: () => true,
      encoder: () => software,
      stream: () => stream,
      choiceOf: () => undefined,
      onPosition: (_, position) => void told.push(position),
      onDryRun: (run) => void runs.push(run),
    })
    rundowns.start()
    return { database, redactor, vault, rundowns }
  }
  const parts = await open()
  const desk = {
    ...{ folder, clock, engine, firings, intents, told, runs, ...parts },
    select: (id: typeof selected) => void (selected = id),
    chooseStream: (next: Named | undefined) => void (stream = next),
    useSoftware: (next: EncoderState | undefined) => void (software = next),
    /** As `kill -9` and a new start. */
    async kill() {
      engine.crash()
      void desk.rundowns.stop()
      clock.clear()
      desk.database.close()
      Object.assign(desk, await open())
    },
    async chosen(cues: Cue[]): Promise<Rundown> {
      const rundown = await desk.rundowns.save(input(cues))
      desk.rundowns.show.choose('rehearsal', rundown.id)
      return rundown
    },
    at(): RundownPosition {
      const position = desk.rundowns.show.position('rehearsal')
      if (position === null) throw new Error('No rundown is chosen.')
      return position
    },
    press(position: RundownPosition = desk.at(), press: string = randomUUID()) {
      const { rundown: id, revision, position: saw, shown } = position
      const pressedAt = new Date(clock.now()).toISOString()
      return desk.rundowns.show.go({ id, revision, position: saw, shown, press, environment: 'rehearsal', pressedAt })
    },
    async go(position?: RundownPosition, press?: string) {
      const gone = await desk.press(position, press)
      await settle()
      return gone
    },
  }
  onTestFinished(async () => {
    await desk.rundowns.stop()
    clock.clear()
    desk.database.close()
  })
  return desk
}

const unused = (): never => {
  throw new Error('This test did not set it.')
}

export const reasonOf = async (work: Promise<unknown> | (() => unknown)): Promise<unknown> => {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    if (error instanceof DeskError) return error.details.facts?.reason ?? error.code
    throw error
  }
  return undefined
}
