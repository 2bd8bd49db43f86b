import { z } from 'zod'
import { exportedFileSchema } from '../draft.ts'
import {
  cueFields,
  dryRunSchema,
  goOutcomeSchema,
  rundownContentSchema,
  rundownImportPreviewSchema,
  rundownPageSchema,
  rundownPositionSchema,
  rundownRevisionSchema,
  rundownSchema,
} from '../air/rundown.ts'
import { shownSchema } from '../shown.ts'
import { empty, environmentId, instantInput, longestFile, task, type MethodDeclarations } from './method.ts'

const id = z.string().regex(/^[\w-]{1,128}$/, 'Letters, digits, _ and - only')
const revision = z.int().min(1)
const baseRevision = z.int().min(0)
const title = z.string().max(200)
const position = () => z.strictObject({ position: rundownPositionSchema().nullable() })
const dryRun = () => z.strictObject({ run: dryRunSchema().nullable() })
const map = z.array(z.enum(cueFields).nullable()).max(200)
const sheet = z.strictObject({
  delimiter: z.enum([',', ';']),
  headings: z.array(z.string().max(200)).length(cueFields.length),
})
/** What was seen when it was pressed. */
const seen = { id, revision, position: z.int().min(0), environment: environmentId }

export const rundownMethods = {
  'rundown.list': {
    scope: 'read',
    about: 'Heads without cues, newest change first. `removed` lists the bin instead.',
    input: z.strictObject({
      query: z.string().max(200).optional(),
      template: z.boolean().optional(),
      environment: environmentId.optional(),
      removed: z.boolean().default(false),
      limit: z.int().min(1).max(200),
      before: z.string().max(256).optional(),
    }),
    output: rundownPageSchema,
  },
  'rundown.get': {
    scope: 'read',
    about: 'The rundown, or one revision of it.',
    input: z.strictObject({ id, revision: revision.optional() }),
    output: rundownSchema,
  },
  'rundown.save': {
    scope: 'draft',
    about:
      'Answered once it is on disk. Without `id`, or with one that is not there yet, a new rundown; else `conflict` where `baseRevision` is not the newest. `keepAsText` names fields (as `leftOut` does) in which what looks like a stored secret is ordinary text.',
    input: z.strictObject({
      id: id.optional(),
      baseRevision: baseRevision.optional(),
      ...rundownContentSchema().shape,
      keepAsText: z.array(z.string().max(1_024)).max(64).optional(),
    }),
    output: rundownSchema,
  },
  'rundown.history': {
    scope: 'read',
    about: 'Revisions, newest first.',
    input: z.strictObject({ id, limit: z.int().min(1).max(500), before: revision.optional() }),
    output: () => z.strictObject({ items: z.array(rundownRevisionSchema()), next: z.number().exactOptional() }),
  },
  'rundown.revert': {
    scope: 'draft',
    about: 'Brings that content back as a new revision.',
    input: z.strictObject({ id, revision, baseRevision }),
    output: rundownSchema,
  },
  'rundown.remove': {
    scope: 'draft',
    about: 'Into the bin, or for good. `invalid_state` while it is the rundown of a show.',
    input: z.strictObject({ id, forever: z.boolean().default(false) }),
    output: empty,
  },
  'rundown.restore': { scope: 'draft', about: 'Out of the bin.', input: z.strictObject({ id }), output: rundownSchema },
  'rundown.copy': {
    scope: 'draft',
    about: 'A copy: a show made of a template, a template made of a show, or another of the same kind.',
    input: z.strictObject({
      id,
      template: z.boolean().optional(),
      title: title.optional(),
      environment: environmentId.optional(),
    }),
    output: rundownSchema,
  },

  'rundown.choose': {
    scope: 'desk',
    about:
      'The rundown of the show in an environment; null takes it away. One that was chosen before begins anew. `invalid_state` while one of its cues is being fired.',
    input: z.strictObject({ environment: environmentId, id: id.nullable() }),
    output: position,
  },
  'rundown.position': {
    scope: 'read',
    about: 'Where the show of an environment is in its rundown; null where none is chosen.',
    input: z.strictObject({ environment: environmentId }),
    output: position,
  },
  'rundown.go': {
    scope: 'operate',
    about:
      'Fires the next cue step by step. `conflict` where `revision` or `position` is not the newest: another pressed, or the rundown was changed; and where `shown`, that of the position, is otherwise now. The same `press` is answered with the first one’s outcome. A grant needs the command `go`; with mode `arm` it waits up to 5 seconds for a person at the desk.',
    input: z.strictObject({ ...seen, shown: shownSchema(), press: z.uuid(), pressedAt: instantInput }),
    output: goOutcomeSchema,
  },
  'rundown.move': {
    scope: 'operate',
    about: 'Makes another cue the next one; fires nothing. `conflict` as in `rundown.go`.',
    input: z.strictObject({ ...seen, next: z.string().min(1).max(64) }),
    output: position,
  },

  'rundown.dryRun': {
    scope: 'draft',
    about:
      'Begins to go through a rundown against a rehearsal platform of its own, at ten times the speed. Of the real environment it only reads. `rundown.dryRun` tells how it goes. `invalid_state` while another one runs.',
    input: z.strictObject({ id, revision: revision.optional() }),
    output: dryRunSchema,
  },
  'rundown.dryRunLast': {
    scope: 'read',
    about: 'The dry run of a rundown that runs, or its newest one since the desk was started.',
    input: z.strictObject({ id }),
    output: dryRun,
  },
  'rundown.dryRunCancel': {
    scope: 'draft',
    about: 'Ends the dry run of a rundown; what it found so far stays.',
    input: z.strictObject({ id }),
    output: dryRun,
  },

  'rundown.importPreview': {
    scope: 'read',
    about:
      'What the text of a CSV file would bring: its columns, what each is taken for, and the cues. With `id` as a merge into that rundown.',
    input: z.strictObject({
      text: z.string().max(longestFile),
      map: map.optional(),
      id: id.optional(),
      task: task.optional(),
    }),
    output: rundownImportPreviewSchema,
  },
  'rundown.import': {
    scope: 'draft',
    about:
      'Cues out of the text of a CSV file, or the rundown of an exported JSON file. With `id` they are merged into that rundown by their ids: only the columns of the file change, and what the file lacks stays.',
    input: z.strictObject({
      text: z.string().max(longestFile),
      map: map.optional(),
      id: id.optional(),
      baseRevision: baseRevision.optional(),
      title: title.optional(),
      environment: environmentId,
      task: task.optional(),
    }),
    output: rundownSchema,
  },
  'rundown.export': {
    scope: 'read',
    about:
      'The rundown as the text of a file. Steps and all else are in `json` alone, without secrets. `sheet` is how the spreadsheet that opens a CSV file separates cells, and the heading of each column.',
    input: z.strictObject({ id, format: z.enum(['csv', 'json']), sheet: sheet.optional() }),
    output: exportedFileSchema,
  },
} satisfies MethodDeclarations
