// What of a step changes. Pure.
import { defined } from '#contract/defined.ts'
import type { Firing, FiringStep } from '#contract/air/firing.ts'

/** What is undefined is taken away. */
export type Patch = { [K in keyof FiringStep]?: FiringStep[K] | undefined }

export const changed = (step: FiringStep, patch: Patch): FiringStep => defined({ ...step, ...patch }) as FiringStep

export const patched = (firing: Firing, id: string, patch: Patch): FiringStep[] =>
  firing.steps.map((step) => (step.id === id ? changed(step, patch) : step))

/** As if it had never been tried. */
export const fresh = (attempt: number): Patch => ({
  state: 'planned',
  attempt,
  intent: undefined,
  reason: undefined,
  facts: undefined,
  takenAt: undefined,
  endedAt: undefined,
})
