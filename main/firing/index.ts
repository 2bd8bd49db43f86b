// Several commands that a person fires as one, such as the start of a broadcast or a cue.
import { firingRefusal, type FiringPlan } from '#contract/air/firing.ts'
import { deskErrorCodes, DeskError } from '#contract/errors.ts'
import { errorReasons } from '#contract/reasons.ts'
import { candidatesOf } from '../commands/candidates.ts'
import { createPreparation } from '../commands/preparation.ts'
import type { CommandParts } from '../commands/types.ts'
import type { Drafts } from '../drafts/types.ts'
import type { Ledger } from '../ledger/types.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import { createFiringChoices } from './choices.ts'
import { createEngine } from './engine.ts'
import { planOf } from './plan.ts'
import { refusePlainSecrets } from './secrets.ts'
import { createSteps, type StepParts } from './steps.ts'
import { createFiringStore } from './store.ts'
import type { FiringService } from './types.ts'

export interface FiringParts extends CommandParts, Pick<StepParts, 'encoders' | 'newestOfEncoder'> {
  database: Pick<ProfileDatabase, 'statement' | 'transaction' | 'beforeNext' | 'restored'>
  ledger: CommandParts['ledger'] & Pick<Ledger, 'pressed' | 'reconcile' | 'cancel' | 'onChange'>
  drafts: CommandParts['drafts'] & Pick<Drafts, 'has'>
  settings: CommandParts['settings'] & Parameters<typeof createFiringChoices>[0]['settings']
  /** The stopped one was put away. */
  onPutAway: () => void
}

const mostSteps = 60

export function createFirings(parts: FiringParts): FiringService {
  const { database, ledger, environments, operations, encoders, clock, log } = parts
  const preparation = createPreparation(parts)
  const choices = createFiringChoices(parts)
  const steps = createSteps({ ...parts, preparation })
  const engine = createEngine({
    store: createFiringStore(database),
    steps,
    selected: () => environments.selected(),
    restored: database.restored,
    clock,
    log,
    onPutAway: parts.onPutAway,
  })
  const unfollow = ledger.onChange((intent) => engine.intentChanged(intent))

  async function plan(kind: 'start' | 'end'): Promise<FiringPlan> {
    const environment = environments.selected()
    const [view, refused] = await Promise.all([
      steps.platform.read(environment, clock.now() - planAgeMs, ['destinations']),
      preparation.refusalOf(environment, 'Livestream'),
    ])
    preparation.refuseOther(environment)
    const act = kind === 'start' ? 'start' : 'stop'
    const candidates = candidatesOf(act, view.known)
    const planned = planOf(kind, {
      choices: choices.get(environment),
      stream: view.known.broadcast.stream,
      destinations: candidates.map(({ record, name, state, refusal }) => ({
        record,
        name,
        // One that is live already is left as it is.
        refused: state === 'live' ? undefined : reasonOf(refusal),
      })),
      isListed: view.isListed,
      encoder: encoders.state(),
      refused: reasonOf(refused),
    })
    return { kind, environment, ...planned }
  }

  const service: FiringService = {
    current: () => engine.current(),
    get: (id) => engine.get(id),
    ofPress: (press) => engine.ofPress(press),
    plan,
    fire: (fire) =>
      promised(() => {
        const known = engine.fired(fire)
        if (known !== undefined) return known
        engine.refuse(fire, fire.saw)
        refuseSteps(fire.steps.map(({ id }) => id))
        refusePlainSecrets(fire.steps, operations)
        return engine.fire(fire)
      }),
    async begin({ kind, press, environment, pressedAt, saw }, by) {
      const pressed = { press, kind, environment, pressedAt }
      const known = engine.fired(pressed)
      if (known !== undefined) return known
      engine.refuse(pressed, saw)
      const planned = await plan(kind)
      const missing = firingRefusal(planned)
      if (missing !== undefined && engine.fired(pressed) === undefined) throw notReady(kind, missing)
      return service.fire({ ...pressed, steps: planned.steps, saw, by })
    },
    resume: (id, pressed) => promised(() => engine.resume(id, pressed)),
    proceed: (id, step) => promised(() => engine.proceed(id, step)),
    stop: (id) => promised(() => engine.stop(id)),
    choices: choices.get,
    choose: (change) => choices.choose(change),
    scenes(environment) {
      const { withEncoder, startScene, endScene } = choices.get(environment)
      return withEncoder ? [startScene, endScene].filter((scene) => scene !== undefined) : []
    },
    start: () => engine.start(),
    close() {
      unfollow()
      engine.close()
    },
    onChange: (listener) => engine.onChange(listener),
  }
  return service
}

/** What it throws rejects. */
const promised = <T>(run: () => T): Promise<T> => new Promise((resolve) => resolve(run()))

/** What is shown may be as old as what a command goes by. */
const planAgeMs = 2_900

/** An error without a reason says all by its code. */
const reasonOf = (error: DeskError | undefined): string | undefined => error?.details.facts?.reason ?? error?.code

/** A cue may have none: it only has its place in time. */
function refuseSteps(ids: readonly string[]): void {
  if (ids.length <= mostSteps && new Set(ids).size === ids.length) return
  throw new DeskError('invalid_input', `A firing has ${mostSteps} steps at most, each with an id of its own.`, {
    facts: { reason: 'firing_steps', most: mostSteps },
  })
}

/** What is missing is a reason, or a code that says all. */
function notReady(kind: 'start' | 'end', missing: string): DeskError {
  const reason = errorReasons.find((one) => one === missing) ?? 'firing_not_ready'
  const code = deskErrorCodes.find((one) => one === missing) ?? 'invalid_state'
  return new DeskError(code, `This ${kind} can’t be fired now. Nothing was sent.`, { facts: { reason, missing } })
}
