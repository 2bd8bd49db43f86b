import type { ExportedFile } from '#contract/draft.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { LearnedForm, LearnedHead, LearnedPart } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'

export interface Learned {
  /** In the order of their keys. */
  list(environment: EnvironmentId): LearnedHead[]
  /** Null where nothing was learned. */
  get(environment: EnvironmentId, operation: string): LearnedForm | null
  /** Throws DeskError `invalid_input` for an unknown operation, a specified body, or what is no schema of names and types; its `fields` name the place. */
  edit(environment: EnvironmentId, operation: string, part: LearnedPart, schema: JsonSchema): LearnedForm
  /** One operation, or everything of an environment; answers how many forms there were. */
  forget(environment: EnvironmentId, operation?: string): number
  /** Every schema of an environment by operation, as JSON. */
  export(environment: EnvironmentId): ExportedFile
  /** Stops to listen; what was learned is written. */
  stop(): void
}
