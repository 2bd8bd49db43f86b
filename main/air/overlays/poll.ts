import { cutText } from '#contract/cut-text.ts'
import type { Json } from '#contract/json.ts'
import { spelled } from '#answers/json.ts'
import { inOneLine } from '#answers/roles.ts'
import { pollIn, type Poll } from '#answers/poll/poll.ts'
import { tallyOf } from '#answers/poll/tally.ts'
import type { Source } from './types.ts'

const longestText = 200
/** More can't be read on a picture. */
const mostAnswers = 20

/** The chosen poll while the audience may see it. Votes only once the platform says that the results are shown. */
export const poll: Source = ({ broadcast: { poll: chosen } }, read) => {
  if (chosen === undefined) return 'nothing'
  const request = { body: { embedId: chosen.id }, pace: 'tally' } as const
  const answer = read({ operation: 'POST /api/vote/embed/get', ...request })
  if (answer === undefined) return undefined
  const found = pollIn(answer)
  if (found === undefined || found.options.length === 0 || found.step === undefined) return 'not_understood'
  const revealed = isRevealed(found)
  if (found.step === 'hidden' || (found.step === 'closed' && !revealed)) return 'nothing'
  const own = tallyOf(answer, found.options)
  const question = short(found.question || chosen.name)
  if (!revealed) {
    const answers = found.options
      .slice(0, mostAnswers)
      .map(({ text }) => ({ text: short(text), votes: null, share: null }))
    return { kind: 'poll', question, answers, votes: own?.total ?? null, revealed }
  }
  let votes: Json | undefined
  if (own === undefined) {
    votes = read({ operation: 'POST /api/vote/cast/getall', ...request })
    if (votes === undefined) return undefined
  }
  const tally = own ?? tallyOf(votes, found.options)
  // A platform could name voters where the poll lists no such option.
  const rows = tally?.rows.filter(({ unlisted }) => !unlisted) ?? []
  if (rows.length === 0 || rows.some(({ count }) => count === undefined)) return 'not_understood'
  return {
    kind: 'poll',
    question,
    answers: rows
      .slice(0, mostAnswers)
      .map(({ text, count, share }) => ({ text: short(text), votes: count ?? null, share: share ?? null })),
    votes: tally?.total ?? null,
    revealed,
  }
}

/** A closed poll may still show its results. */
function isRevealed({ step, record }: Poll): boolean {
  return step === 'reveal' || step === 'winner' || (step === 'closed' && spelled(record, 'resultsVisible') === true)
}

const short = (text: string): string => cutText(inOneLine(text), longestText)
