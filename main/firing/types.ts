// Firings: several commands as one, taken step by step.
import type { Firing, FiringKind, FiringPlan, StepAction } from '#contract/firing.ts'
import type { EnvironmentId } from '#contract/models.ts'

export interface PlannedStep {
  id: string
  name: string
  action: StepAction
}

export interface Fire {
  /** The same press is answered with the firing that it made. */
  press: string
  kind: FiringKind
  environment: EnvironmentId
  pressedAt: string
  steps: readonly PlannedStep[]
  cue?: { rundown: string; id: string; title: string } | undefined
  by?: string | undefined
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
  /** Goes on with what is missing: a step that was seen is not taken again, one that is unknown is read first. */
  resume(id: string, press: { press: string; pressedAt: string; environment: EnvironmentId }): Promise<Firing>
  /** Goes on behind a step of kind `wait`, or fires a step of money or deletion that was held at the desk. */
  proceed(id: string, step: string): Promise<Firing>
  /** No further step is taken; nothing is undone. */
  stop(id: string): Promise<Firing>
  onChange(listener: (firing: Firing) => void): () => void
}
