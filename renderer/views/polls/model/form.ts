// A poll that is being written, and the embed that it becomes. The voting fields are named in the specification's section 2.3; `question`
// and `options` are the desk's choice. Other fields are kept as they are.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { inCamelCase } from '#answers/json.ts'
import { scalarText } from '#answers/roles.ts'
import { optionsOf, type Poll, type PollOption } from '#answers/poll/poll.ts'
import { stepOf } from '#answers/poll/steps.ts'

export interface PollForm {
  question: string
  options: PollOption[]
  /** Votes per viewer. */
  voteTokenQuantity: number | undefined
  /** Numeric text; its unit is not specified. */
  votingTimeReset: string
  /** Fields of the body that the form lacks. */
  rest: JsonObject
}

export type FormProblem = 'question' | 'fewOptions' | 'emptyOption' | 'sameOption' | 'reset' | 'tokens'

export const leastOptions = 2
export const mostOptions = 20

const own =
  /^(id|embedId|name|question|options|status|votingOpen|resultsVisible|winnerVisible|voteTokenQuantity|votingTimeReset|voteButtonQuantity|voteButtonText\d+)$/
/** Fields that the platform sets: they are not copied to the next round. */
const setByPlatform =
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

/** An option with a new identifier: `a`, `b`, ... */
export function freshOption(taken: readonly string[]): PollOption {
  for (let place = 0; ; place += 1) {
    const id = place < 26 ? String.fromCodePoint(97 + place) : `option${place + 1}`
    if (!taken.includes(id)) return { id, text: '' }
  }
}

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

export function fromBody(body: Json): PollForm {
  const record = isObject(body) ? body : {}
  const tokens = Number(scalarText(record.voteTokenQuantity))
  return {
    question: typeof record.question === 'string' ? record.question : (scalarText(record.name) ?? ''),
    options: typedOptions(record),
    voteTokenQuantity: Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined,
    votingTimeReset: scalarText(record.votingTimeReset) ?? '',
    rest: Object.fromEntries(Object.entries(record).filter(([name]) => !own.test(name))),
  }
}

/** The next round keeps question, options and quantities, but nothing that was counted. */
export function nextRound({ record, question, options }: Poll): PollForm {
  const form = fromBody(inCamelCase(record))
  return {
    ...form,
    question: form.question === '' ? question : form.question,
    options: options.length > 0 ? options.map((option) => ({ ...option })) : form.options,
    rest: Object.fromEntries(Object.entries(form.rest).filter(([name]) => !setByPlatform.test(name))),
  }
}

/** What keeps a poll from being sent. */
export function problemsOf({ question, options, voteTokenQuantity, votingTimeReset }: PollForm): FormProblem[] {
  const texts = options.map(({ text }) => text.trim().toLowerCase())
  const written = texts.filter((text) => text !== '')
  const found: Record<FormProblem, boolean> = {
    question: question.trim() === '',
    fewOptions: options.length < leastOptions,
    emptyOption: written.length < texts.length,
    sameOption: new Set(written).size < written.length,
    tokens: voteTokenQuantity !== undefined && (!Number.isSafeInteger(voteTokenQuantity) || voteTokenQuantity < 1),
    reset: votingTimeReset !== '' && !/^\d{1,9}$/.test(votingTimeReset),
  }
  return (Object.keys(found) as FormProblem[]).filter((problem) => found[problem])
}

/** Options of a draft as typed: an empty text is kept, other than in the platform's answers. */
function typedOptions(record: JsonObject): PollOption[] {
  const { options } = record
  if (!Array.isArray(options) || !options.every((option) => isObject(option) && typeof option.id === 'string'))
    return optionsOf(record)
  return options.flatMap((option) =>
    isObject(option)
      ? [{ id: scalarText(option.id) ?? '', text: typeof option.text === 'string' ? option.text : '' }]
      : [],
  )
}
