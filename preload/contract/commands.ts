// Named commands of a broadcast: a caller names the command and its record, main builds the request.
import { z } from 'zod'
import { commandNames, recordCommands } from './access-kinds.ts'
import { draftHeadSchema } from './draft.ts'
import { environmentIdSchema, intentSchema } from './models.ts'
import { goOutcomeSchema } from './air/rundown.ts'
import { instant, named, type Of } from './schema.ts'
import { shownSchema } from './shown.ts'

/** A command that can be run with a record: a destination, a poll, an ad or a stream. */
export const commandTargetSchema = named('CommandTarget', () =>
  z.strictObject({
    command: z.enum(recordCommands),
    record: z.string(),
    name: z.string(),
    /** What the record's state was when it was read: `live`, `paused`, `revealed` and so on; for lamps. */
    state: z.string().exactOptional(),
    /** Whether the command would change that state. */
    active: z.boolean().exactOptional(),
    readAt: instant().nullable(),
    /** What it acts on. Whoever shows the target gives it back with the command. */
    shown: shownSchema(),
  }),
)
export type CommandTarget = Of<typeof commandTargetSchema>

/** A command that waits for a person at the desk. */
export const armedCommandSchema = named('ArmedCommand', () =>
  z.strictObject({
    id: z.string(),
    command: z.enum(commandNames),
    record: z.string(),
    /** Of the record, for people. */
    name: z.string(),
    environment: environmentIdSchema(),
    /** Name of the grant that asked. */
    by: z.string(),
    until: instant(),
  }),
)
export type ArmedCommand = Of<typeof armedCommandSchema>

/** `sent` as the ledger knows it, `kept` as a draft (a mark), `lapsed` where nobody fired it in time. */
export const commandOutcomeSchema = named('CommandOutcome', () =>
  z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('sent'), intent: intentSchema() }),
    z.strictObject({ outcome: z.literal('kept'), draft: draftHeadSchema() }),
    z.strictObject({ outcome: z.literal('lapsed') }),
  ]),
)
export type CommandOutcome = Of<typeof commandOutcomeSchema>

/** What became of an armed command: of a named one, or of `rundown.go`. */
export const armedOutcomeSchema = named('ArmedOutcome', () => z.union([commandOutcomeSchema(), goOutcomeSchema()]))
export type ArmedOutcome = Of<typeof armedOutcomeSchema>
