// A poll that is being written, and the embed that it becomes. Names of the voting fields are those of the specification's section 2.3;
// `question` and `options` are the desk's choice. Fields that were not written here travel on untouched.
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { inCamelCase } from '#answers/json.ts'
import { scalarText } from '#answers/roles.ts'
import { optionsOf } from '#answers/poll/poll.ts'
import type { Poll, PollOption } from '#answers/poll/poll.ts'
import { stepOf } from '#answers/poll/steps.ts'

export interface PollForm {
  question: string
  options: PollOption[]
  /** Votes of one viewer. */
  voteTokenQuantity: number | undefined
  /** Numeric text; what it counts is not specified. */
  votingTimeReset: string
  /** Fields of the body that the form does not offer. */
  rest: JsonObject
}

export type FormProblem = 'question' | 'fewOptions' | 'emptyOption' | 'sameOption' | 'reset' | 'tokens'

export const leastOptions = 2
export const mostOptions = 20

const own =
  /^(id|embedId|name|question|options|status|votingOpen|resultsVisible|winnerVisible|voteTokenQuantity|votingTimeReset|voteButtonQuantity|voteButtonText\d+)$/
/** What the platform made of a poll: it belongs to that poll and never to the next round. */
const made =
  /^(_id|pollId|uuid|tally|results|counts|totalVotes|votes|winner|createdAt|createdOn|createdDate|updatedAt|updatedOn|updatedDate|openedAt|revealedAt|closedAt|clientReference|requestId)$/

export function emptyForm(): PollForm {
  return {
    question: '',
    options: [freshOption([]), freshOption(['a'])],
    voteTokenQuantity: 1,
    votingTimeReset: '',
    rest: {},
  }
}

/** An option with an identifier that none of the others has: `a`, `b`, ... */
export function freshOption(taken: readonly string[]): PollOption {
  for (let place = 0; ; place += 1) {
    const id = place < 26 ? String.fromCodePoint(97 + place) : `option${place + 1}`
    if (!taken.includes(id)) return { id, text: '' }
  }
}

/** The body of a new embed. It starts hidden: nobody sees a poll that was only just made. */
export function toBody({ question, options, voteTokenQuantity, votingTimeReset, rest }: PollForm): JsonObject {
  return {
    ...rest,
    name: question,
    question,
    options: options.map(({ id, text }) => ({ id, text })),
    ...(voteTokenQuantity === undefined ? {} : { voteTokenQuantity }),
    ...(votingTimeReset === '' ? {} : { votingTimeReset }),
    voteButtonQuantity: options.length,
    ...Object.fromEntries(options.map(({ text }, index) => [`voteButtonText${index + 1}`, text])),
    ...stepOf('hidden').fields,
  }
}

/** The form of a draft's body, or of whatever stands there. */
export function fromBody(body: Json): PollForm {
  const record = isObject(body) ? body : {}
  const tokens = Number(scalarText(record.voteTokenQuantity))
  return {
    question: typeof record.question === 'string' ? record.question : (scalarText(record.name) ?? ''),
    options: written(record),
    voteTokenQuantity: Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined,
    votingTimeReset: scalarText(record.votingTimeReset) ?? '',
    rest: Object.fromEntries(Object.entries(record).filter(([name]) => !own.test(name))),
  }
}

/** The next round of a poll: question, options and quantities are kept, what was counted is not. */
export function nextRound({ record, question, options }: Poll): PollForm {
  const form = fromBody(inCamelCase(record))
  return {
    ...form,
    question: form.question === '' ? question : form.question,
    options: options.length > 0 ? options.map((option) => ({ ...option })) : form.options,
    rest: Object.fromEntries(Object.entries(form.rest).filter(([name]) => !made.test(name))),
  }
}

/** What keeps a poll from being sent; empty where nothing does. The draft is kept whatever stands in it. */
export function problemsOf({ question, options, voteTokenQuantity, votingTimeReset }: PollForm): FormProblem[] {
  const texts = options.map(({ text }) => text.trim().toLowerCase())
  return [
    ...(question.trim() === '' ? (['question'] as const) : []),
    ...(options.length < leastOptions ? (['fewOptions'] as const) : []),
    ...(texts.includes('') ? (['emptyOption'] as const) : []),
    ...(new Set(texts.filter((text) => text !== '')).size < texts.filter((text) => text !== '').length
      ? (['sameOption'] as const)
      : []),
    ...(voteTokenQuantity !== undefined && (!Number.isSafeInteger(voteTokenQuantity) || voteTokenQuantity < 1)
      ? (['tokens'] as const)
      : []),
    ...(votingTimeReset !== '' && !/^\d{1,9}$/.test(votingTimeReset) ? (['reset'] as const) : []),
  ]
}

/** Options of a draft as they were typed: an empty text is kept here, where it is dropped from the platform's answers. */
function written(record: JsonObject): PollOption[] {
  const { options } = record
  if (!Array.isArray(options) || !options.every((option) => isObject(option) && typeof option.id === 'string'))
    return optionsOf(record)
  return options.flatMap((option) =>
    isObject(option)
      ? [{ id: scalarText(option.id) ?? '', text: typeof option.text === 'string' ? option.text : '' }]
      : [],
  )
}
