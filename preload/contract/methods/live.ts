import { z } from 'zod'
import {
  airWordMeanings,
  broadcastSchema,
  budgetSchema,
  fieldChoiceSchema,
  liveValueSchema,
  mostSaid,
  paces,
  showCheckSchema,
  showReportSchema,
  showSchema,
  showStateSchema,
  stageScreenSchema,
  wordChoiceSchema,
  wordMeanings,
} from '../live.ts'
import { instant, recordOf } from '../schema.ts'
import {
  empty,
  environmentId,
  id,
  instantInput,
  nothing,
  operationKey,
  operationRequest,
  type MethodDeclarations,
} from './method.ts'

const environment = environmentId
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u
const choice = z.strictObject({ id: z.string().min(1).max(512), name: z.string().max(512) })

export const liveMethods = {
  'live.follow': {
    scope: 'read',
    about:
      'Replaces what one page watches, 64 reads at most, for 30 seconds: a page that is still there says it again. `values` are as they are known, in the order of the watches; see [Watched reads](#watched-reads).',
    input: z.strictObject({
      page: id,
      visible: z.boolean(),
      watches: z.array(operationRequest.extend({ pace: z.enum(paces) })).max(64),
    }),
    output: () => z.strictObject({ values: z.array(liveValueSchema()), budget: budgetSchema() }),
  },
  'live.refresh': {
    scope: 'read',
    about: 'The value after it was read now, from the reserve of persons; how the read ended stands in it.',
    input: z.strictObject({ key: z.string().max(16_384) }),
    output: liveValueSchema,
  },
  'live.budget': { scope: 'read', about: 'The request budget.', input: nothing, output: budgetSchema },
  'live.configure': {
    scope: 'desk',
    about: '6 to 600 requests a minute, of them 1 to 300 in reserve; kept over restarts.',
    input: z.strictObject({
      perMinute: z.int().min(6).max(600).optional(),
      reserve: z.int().min(1).max(300).optional(),
    }),
    output: budgetSchema,
  },

  'broadcast.get': {
    scope: 'read',
    about: 'The broadcast of an environment.',
    input: z.strictObject({ environment }),
    output: broadcastSchema,
  },
  'broadcast.choose': {
    scope: 'desk',
    about: 'What is left out stays, null takes it away.',
    input: z.strictObject({
      environment,
      stream: choice.nullable().optional(),
      poll: choice.nullable().optional(),
      link: choice.nullable().optional(),
      plannedEndAt: instantInput.nullable().optional(),
    }),
    output: broadcastSchema,
  },

  'show.get': {
    scope: 'read',
    about: 'The show that is on, if one is; see [A show](#a-show).',
    input: nothing,
    output: showStateSchema,
  },
  'show.check': {
    scope: 'read',
    about:
      'The check before a show; takes up to 10 s, since it asks the platform. `stream` is the one to look at instead of the chosen one.',
    input: z.strictObject({ stream: z.string().min(1).max(512).optional() }).default({}),
    output: () => z.strictObject({ checks: z.array(showCheckSchema()) }),
  },
  'show.enter': {
    scope: 'desk',
    about: 'Turns show mode on.',
    input: z.strictObject({ title: z.string().trim().min(1).max(200), plannedEndAt: instantInput.optional() }),
    output: showStateSchema,
  },
  'show.leave': { scope: 'desk', about: 'Turns show mode off.', input: nothing, output: showReportSchema },
  'show.list': {
    scope: 'read',
    about: 'Newest first, each with `endedAt` once it was left.',
    input: z.strictObject({ limit: z.int().min(1).max(100) }),
    output: () => z.strictObject({ shows: z.array(showSchema().extend({ endedAt: instant().exactOptional() })) }),
  },
  'show.report': {
    scope: 'read',
    about: 'The report; so far, where the show is still on.',
    input: z.strictObject({ id }),
    output: showReportSchema,
  },

  'stage.say': {
    scope: 'desk',
    about: 'Shows one line on the stage and keeps it with the show that is on; an empty text clears it.',
    input: z.strictObject({ text: z.string().trim().max(mostSaid).regex(oneLine, 'One line') }),
    output: showStateSchema,
  },
  'stage.screens': {
    scope: 'desk',
    about: 'The screens that the host can open the stage on; none where a browser opens it.',
    input: nothing,
    output: () => z.strictObject({ screens: z.array(stageScreenSchema()) }),
    pageOnly: true,
  },
  'stage.open': {
    scope: 'desk',
    about: 'Opens the stage on a screen, or brings it to the front or to another screen.',
    input: z.strictObject({ screen: id.optional() }).default({}),
    output: empty,
    pageOnly: true,
  },

  'fields.list': {
    scope: 'read',
    about: 'See [Field choices](#field-choices).',
    input: z.strictObject({ environment }),
    output: () => z.strictObject({ choices: z.array(fieldChoiceSchema()) }),
  },
  'fields.choose': {
    scope: 'desk',
    about: 'What is left out stays, role by role and word by word; null takes a word back.',
    input: z.strictObject({
      environment,
      operation: operationKey,
      fields: recordOf(z.string().max(64), z.string().min(1).max(256), 64).optional(),
      amounts: z.enum(['minor', 'major']).optional(),
      list: z.string().max(512).optional(),
      airWords: recordOf(z.string().min(1).max(80), z.enum(airWordMeanings).nullable(), 64).optional(),
    }),
    output: fieldChoiceSchema,
  },
  'fields.forget': {
    scope: 'desk',
    about: 'Takes the choice back.',
    input: z.strictObject({ environment, operation: operationKey }),
    output: empty,
  },
  'words.list': {
    scope: 'read',
    about: 'See [Status words](#status-words).',
    input: z.strictObject({ environment }),
    output: () => z.strictObject({ choices: z.array(wordChoiceSchema()) }),
  },
  'words.teach': {
    scope: 'desk',
    about: 'Says what a status word of the platform means; applied to later answers.',
    input: z.strictObject({ environment, word: z.string().min(1).max(100), means: z.enum(wordMeanings) }),
    output: wordChoiceSchema,
  },
  'words.forget': {
    scope: 'desk',
    about: 'Takes it back.',
    input: z.strictObject({ environment, word: z.string().min(1).max(100) }),
    output: empty,
  },
} satisfies MethodDeclarations
