// Firings: several commands as one, taken step by step.
import type { BridgeParams } from '#contract/bridge.ts'
import type { Facts } from '#contract/errors.ts'
import type {
  Firing,
  FiringChoices,
  FiringKind,
  FiringPlan,
  FiringStep,
  LeftOnAir,
  StepAction,
} from '#contract/air/firing.ts'
import type { Named } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'

export interface PlannedStep {
  id: string
  name: string
  action: StepAction
  /** The ids of the steps that it depends on; all before it where this is left out. */
  needs?: string[]
}

export interface Fire {
  /** The same press is answered with the firing that it made. */
  press: string
  kind: FiringKind
  environment: EnvironmentId
  pressedAt: string
  steps: readonly PlannedStep[]
  cue?: { rundown: string; id: string; title: string } | undefined
  /** What it acts on, whatever is chosen later. */
  stream?: Named | undefined
  encoder?: string | undefined
  /** What an end leaves alone. */
  left?: Firing['left'] | undefined
  by?: string | undefined
  /** Asked before each step, and until its socket opens; false stops the firing. */
  mayGo?: (() => boolean) | undefined
  /** The newest firing that the caller knew, or null: `conflict` where another was made since. */
  saw?: string | null | undefined
  /** Called in the commit that keeps the firing, so that both are on disk or neither; what it throws keeps nothing. */
  inCommit?: ((firing: Firing) => void) | undefined
}

export interface Firings {
  /** The one that runs or waits, else the newest that was stopped and not left, else null. */
  current(): Firing | null
  get(id: string): Firing
  /** What the press has fired, if anything. */
  ofPress(press: string): Firing | undefined
  plan(kind: 'start' | 'end'): Promise<FiringPlan>
  /**
   * Keeps the firing on disk and begins with its first step; answers at once. Throws DeskError `invalid_state` while
   * another runs, `conflict` or `cancelled` where the press is too old or says another environment.
   */
  fire(fire: Fire): Promise<Firing>
  /**
   * Goes on with what is missing: a step that is over is not taken again, one that is unknown is read first. Of an end,
   * whatever is not read as off is stopped again.
   */
  resume(id: string, press: { press: string; pressedAt: string; environment: EnvironmentId }): Promise<Firing>
  /**
   * Goes on behind a step of kind `wait`, or fires a step of money or deletion that was held at the desk: where the
   * firing waits because of `hold_needed`, only for the desk's own page.
   */
  proceed(id: string, step: string): Promise<Firing>
  /** No further step is taken; nothing is undone. One that was stopped before is dismissed. */
  stop(id: string): Promise<Firing>
  onChange(listener: (firing: Firing) => void): () => void
}

/** What bridge and composition need beside. */
export interface FiringService extends Firings {
  /** Fires a start or an end by what the choices say. Throws as `fire`, and DeskError `invalid_state` for what is missing. */
  begin(input: BridgeParams<'firing.fire'>, by?: string): Promise<Firing>
  choices(environment: EnvironmentId): FiringChoices
  choose(change: BridgeParams<'firing.choose'>): FiringChoices
  /** What ends left on air, of every environment and stream. */
  left(): LeftOnAir[]
  /** Tells no more what that end left; answers what is still told. Throws DeskError `not_found_here`. */
  dismissLeft(firing: string): LeftOnAir[]
  onLeft(listener: (left: LeftOnAir[]) => void): () => void
  /** Those that a start and an end show. */
  scenes(environment: EnvironmentId): string[]
  /** Call once ledger and streaming software know what a crash left: a firing that went on is stopped. */
  start(): void
  /** Takes no further step; the next start tells what was taken. */
  close(): void
}

/** How a step ended. `planned`: nothing was sent, and nothing was seen. */
export interface StepOutcome {
  state: 'accepted' | 'seen' | 'skipped' | 'contradicted' | 'unknown' | 'planned'
  intent?: string
  reason?: string
  facts?: Facts
}

export interface Taking {
  firing: Firing
  step: FiringStep
  press: string
  /** When main saw the step before it done. */
  pressedAt: string
  mayGo: (() => boolean) | undefined
  /** Aborted once nobody waits for what a step observes. */
  signal: AbortSignal
  /** The firing as it is now. */
  now: () => Firing
  /** Told of steps whose effect is seen while another one looks. */
  onSeen: (steps: readonly string[]) => void
}

/** What the engine asks of the rest of the desk. None of it throws. */
export interface Steps {
  /** Whether a person at the desk has to hold it first: it moves money or deletes. */
  needsHold(action: StepAction): boolean
  take(taking: Taking): Promise<StepOutcome>
  /** What became of a step that was taken before, by what ledger and drafts know. */
  known(firing: Firing, step: FiringStep): StepOutcome
  /** The same once it was read again; `planned` and `contradicted` are taken again. */
  revisit(firing: Firing, step: FiringStep): Promise<StepOutcome>
}
