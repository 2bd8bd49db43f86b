import { z } from 'zod'
import { accessStateSchema, grantInput, grantSchema } from '../access.ts'
import { overlayKinds, recordCommands } from '../access-kinds.ts'
import { decisionInputs } from '../command.ts'
import { armedCommandSchema, armedOutcomeSchema, commandOutcomeSchema, commandTargetSchema } from '../commands.ts'
import { newestSchema } from '../models.ts'
import { overlayFrameSchema } from '../overlay.ts'
import { shownSchema } from '../shown.ts'
import { empty, id, nothing, type MethodDeclarations } from './method.ts'

/** What a command is about. */
const target = {
  command: z.enum(recordCommands),
  record: z.string().min(1).max(512).optional(),
  seconds: z.int().min(1).max(86_400).optional(),
}

const made = () => z.strictObject({ grant: grantSchema(), secret: z.string() })

export const accessMethods = {
  'access.get': {
    scope: 'desk',
    about: 'Whether others may connect, at which port, and their grants.',
    input: nothing,
    output: accessStateSchema,
  },
  'access.switch': {
    scope: 'desk',
    about:
      'Lets others connect, or closes all connections but those of the desk’s own page. The first time it chooses a free port, which stays.',
    input: z.strictObject({ on: z.boolean() }),
    output: accessStateSchema,
    pageOnly: true,
  },
  'access.port': {
    scope: 'desk',
    about: 'Moves to another port; null chooses a free one. Addresses that were copied before stop working.',
    input: z.strictObject({ port: z.int().min(1024).max(65_535).nullable() }),
    output: accessStateSchema,
    pageOnly: true,
  },
  'access.grant': {
    scope: 'desk',
    about: 'Makes a grant. Its secret is told here and nowhere else.',
    input: grantInput,
    output: made,
    pageOnly: true,
  },
  'access.renew': {
    scope: 'desk',
    about: 'A new secret for a grant; the old one ends, and its connections close within a second.',
    input: z.strictObject({ id }),
    output: made,
    pageOnly: true,
  },
  'access.revoke': {
    scope: 'desk',
    about: 'Takes a grant away; its connections close within a second.',
    input: z.strictObject({ id }),
    output: accessStateSchema,
    pageOnly: true,
  },
  'access.own': {
    scope: 'watch',
    about: 'The caller’s own grant; null for the desk itself.',
    input: nothing,
    output: () => z.strictObject({ grant: grantSchema().nullable() }),
  },

  'overlay.follow': {
    scope: 'watch',
    about:
      'The frame of one kind now; `overlay.value` follows for 30 seconds, each second and where it changes. Say it again while the overlay is there. See [Overlays](#overlays).',
    input: z.strictObject({ kind: z.enum(overlayKinds) }),
    output: overlayFrameSchema,
  },

  'command.list': {
    scope: 'operate',
    about: 'What the caller can run now, command by command and record by record, as it was read last.',
    input: nothing,
    output: () => z.strictObject({ targets: z.array(commandTargetSchema()) }),
  },
  'command.run': {
    scope: 'operate',
    about:
      'Runs a named command. With a grant of mode `arm` it waits up to 5 seconds for a person at the desk. `record` is one of `command.list`; `title` is for a clip or a mark, `seconds` for an ad whose length nobody knows. The same `press` is answered with the first one’s outcome; `pressedAt` keeps a press that arrives late from being sent, and `shown` is that of the target in `command.list`: `conflict` where it is otherwise now. What the audience sees needs both. `environment` and `saw` (of `command.newest`) are where the person saw it go, and the newest intent that was known when it was armed. The desk alone says `without` (what becomes of options that it lacks) and `again` (the intent of unknown outcome that is repeated).',
    input: z.strictObject({
      ...target,
      title: z.string().trim().min(1).max(200).optional(),
      without: z.enum(['leave', 'null']).optional(),
      again: id.optional(),
      press: z.uuid().optional(),
      ...decisionInputs,
      shown: shownSchema().optional(),
    }),
    output: commandOutcomeSchema,
  },
  'command.newest': {
    scope: 'operate',
    about:
      'The newest intent of the record that a command would change, for `saw` of `command.run`; null where there is none.',
    input: z.strictObject({ ...target, environment: decisionInputs.environment }),
    output: newestSchema,
  },
  'command.armed': {
    scope: 'desk',
    about: 'The command that waits for a person, if one does.',
    input: nothing,
    output: () => z.strictObject({ armed: armedCommandSchema().nullable() }),
  },
  'command.fire': {
    scope: 'desk',
    about: 'Fires the armed command; `invalid_state` once its time is over.',
    input: z.strictObject({ id }),
    output: armedOutcomeSchema,
    pageOnly: true,
  },
  'command.disarm': {
    scope: 'desk',
    about: 'Lets the armed command lapse.',
    input: z.strictObject({ id }),
    output: empty,
    pageOnly: true,
  },
} satisfies MethodDeclarations
