// Several commands that a person fires as one, such as the start of a broadcast or a cue.
import { firingRefusal, type FiringPlan } from '#contract/air/firing.ts'
import { deskErrorCodes, DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { errorReasons } from '#contract/reasons.ts'
import type { Shown } from '#contract/shown.ts'
import { candidatesOf, type Known } from '../commands/candidates.ts'
import { createPreparation } from '../commands/preparation.ts'
import { shownError } from '../commands/shown.ts'
import type { CommandParts } from '../commands/types.ts'
import type { Drafts } from '../../writing/drafts/types.ts'
import type { Ledger } from '../../platform/ledger/types.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { createFiringChoices } from './choices.ts'
import { createEngine } from './engine.ts'
import { createLeft } from './left.ts'
import { planOf } from './plan.ts'
import { refusePlainSecrets } from './secrets.ts'
import { choicesOfEnd, comparedAtEnd, endsOf, shownBy } from './shown.ts'
import { createSteps, type StepParts } from './steps.ts'
import { createFiringStore } from './store.ts'
import type { FiringService } from './types.ts'

export interface FiringParts extends CommandParts, Pick<StepParts, 'encoders' | 'newestOfEncoder'> {
  database: Pick<ProfileDatabase, 'statement' | 'transaction' | 'beforeNext' | 'urgently' | 'restored'>
  ledger: CommandParts['ledger'] & Pick<Ledger, 'pressed' | 'reconcile' | 'cancel' | 'onChange'>
  drafts: CommandParts['drafts'] & Pick<Drafts, 'has'>
  settings: CommandParts['settings'] & Parameters<typeof createFiringChoices>[0]['settings']
  /** Called when the person dismisses a stopped one. */
  onPutAway: () => void
}

const mostSteps = 60

type Kind = FiringPlan['kind']

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
  const left = createLeft({ ...parts, restored: database.restored })
  const unfollow = ledger.onChange((intent) => engine.intentChanged(intent))

  interface Seen {
    environment: EnvironmentId
    known: Known
    isListed: boolean
    /** Why nothing could be sent to the platform. */
    refused: string | undefined
  }

  /** What was read at most `ageMs` ago, where it can be read in time. */
  async function look(ageMs: number): Promise<Seen> {
    const environment = environments.selected()
    const [view, refused] = await Promise.all([
      steps.platform.read({ environment }, clock.now() - ageMs, ['destinations']),
      preparation.refusalOf(environment, 'Livestream'),
    ])
    preparation.refuseOther(environment)
    preparation.remember(view.known)
    const { encoder } = encoders.state()
    preparation.names.note(encoder?.id, encoder?.name)
    return { environment, known: view.known, isListed: view.isListed, refused: reasonOf(refused) }
  }

  const shownNow = (kind: Kind, environment: EnvironmentId, known: Known): Shown =>
    shownBy(kind, choices.get(environment), known, encoders.state().encoder)

  /** By what is there now; an end that was shown before by what was shown. */
  function planned(kind: Kind, { environment, known, isListed, refused }: Seen, before?: Shown) {
    const act = kind === 'start' ? 'start' : 'stop'
    const chosen = choices.get(environment)
    const ends = before && endsOf(before, known, preparation)
    const plan = planOf(kind, {
      choices: before === undefined ? chosen : choicesOfEnd(chosen, before),
      stream: known.broadcast.stream,
      destinations:
        ends?.destinations ??
        candidatesOf(act, known).map(({ record, name, state, refusal }) => ({
          record,
          name,
          // One that is live already is left as it is.
          refused: state === 'live' ? undefined : reasonOf(refusal),
        })),
      isListed,
      encoder: encoders.state(),
      refused,
    })
    return { ...plan, left: ends?.left ?? [] }
  }

  async function plan(kind: Kind): Promise<FiringPlan> {
    const seen = await look(planAgeMs)
    const { environment, known } = seen
    const { steps: taken, missing } = planned(kind, seen)
    return { kind, environment, steps: taken, missing, shown: shownNow(kind, environment, known) }
  }

  /** Throws DeskError `conflict` where it is not what was shown any more. */
  function refuseOther(kind: Kind, environment: EnvironmentId, known: Known, shown: Shown): void {
    const isStart = kind === 'start'
    // An end without software leaves whichever is in use alone.
    const compared = typeof shown.encoder === 'string' ? comparedAtEnd : (['stream'] as const)
    const changed = shownError(
      shown,
      shownNow(kind, environment, known),
      preparation.names.of,
      ...(isStart ? [] : [compared]),
    )
    if (changed !== undefined) throw changed
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
    async begin({ kind, press, environment, pressedAt, shown, saw }, by) {
      const pressed = { press, kind, environment, pressedAt }
      const before = engine.fired(pressed)
      if (before !== undefined) return before
      engine.refuse(pressed, saw)
      // The platform's list may have changed since it was shown. An end does not wait for that.
      const seen = await look(kind === 'start' ? 0 : planAgeMs)
      // The same press may have come meanwhile.
      const same = engine.fired(pressed)
      if (same !== undefined) return same
      const { known } = seen
      refuseOther(kind, environment, known, shown)
      const { left: alone, ...taken } = planned(kind, seen, kind === 'end' ? shown : undefined)
      const missing = firingRefusal({ kind, ...taken })
      if (missing !== undefined) throw notReady(kind, missing)
      const firing = await service.fire({
        ...pressed,
        steps: taken.steps,
        stream: known.broadcast.stream,
        encoder: shown.encoder ?? undefined,
        left: alone.length === 0 ? undefined : alone,
        saw,
        by,
        inCommit(begun) {
          refuseOther(kind, environment, steps.platform.hold({ environment }), shown)
          left.keep(begun)
        },
      })
      left.began(firing)
      return firing
    },
    resume: (id, pressed) => promised(() => engine.resume(id, pressed)),
    proceed: (id, step) => promised(() => engine.proceed(id, step)),
    stop: (id) => promised(() => engine.stop(id)),
    left: () => left.list(),
    dismissLeft: (firing) => left.dismiss(firing),
    onLeft: (listener) => left.onChange(listener),
    choices: choices.get,
    choose: (change) => choices.choose(change),
    scenes(environment) {
      const { withEncoder, startScene, endScene } = choices.get(environment)
      return withEncoder ? [startScene, endScene].filter((scene) => scene !== undefined) : []
    },
    start: () => engine.start(),
    close() {
      unfollow()
      left.close()
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
