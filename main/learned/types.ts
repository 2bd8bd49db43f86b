import type { ExportedFile } from '#contract/draft.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { LearnedForm, LearnedHead, LearnedPart, TaughtOperation } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Form } from './form.ts'

export interface Learned {
  /** In the order of their keys. */
  list(environment: EnvironmentId): LearnedHead[]
  /** Null where nothing was learned. */
  get(environment: EnvironmentId, operation: string): LearnedForm | null
  /** Throws DeskError `invalid_input` for an unknown operation, a specified body, or what is no schema of names and types; its `fields` name the place. */
  edit(environment: EnvironmentId, operation: string, part: LearnedPart, schema: JsonSchema): LearnedForm
  /** Whether a name holds a secret that the desk knows. */
  holdsInName(name: string): boolean
  /** What forms from a file would add. */
  wouldTeach(environment: EnvironmentId, taught: ReadonlyMap<string, Form>): TaughtOperation[]
  /** Adds forms from a file, on disk before it returns. */
  teach(environment: EnvironmentId, taught: ReadonlyMap<string, Form>): void
  /** One operation, or everything of an environment; answers how many forms there were. */
  forget(environment: EnvironmentId, operation?: string): number
  /** Every schema of an environment by operation, as JSON. */
  export(environment: EnvironmentId): ExportedFile
  /** Stops to listen; what was learned is written. */
  stop(): void
}
