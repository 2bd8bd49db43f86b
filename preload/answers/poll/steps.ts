// The steps of a poll as data. The specification names no states, so these field names and words are the desk's choice:
// change them here.
import type { PollCommand } from '#contract/access-kinds.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { spelled } from '../json.ts'
import { textIn } from '../roles.ts'

export const stepIds = ['hidden', 'live', 'reveal', 'winner', 'closed'] as const
export type StepId = (typeof stepIds)[number]

export interface Step {
  id: StepId
  icon: string
  fields: Readonly<Record<'status', string> & Record<'votingOpen' | 'resultsVisible' | 'winnerVisible', boolean>>
  /** The platform's words for it, in small letters without dashes and blanks. */
  words: readonly string[]
}

export const steps: readonly Step[] = [
  {
    id: 'hidden',
    icon: 'i-lucide-eye-off',
    fields: { status: 'hidden', votingOpen: false, resultsVisible: false, winnerVisible: false },
    words: ['hidden', 'draft', 'created', 'new', 'planned', 'scheduled', 'pending', 'inactive', 'idle', 'off'],
  },
  {
    id: 'live',
    icon: 'i-lucide-radio',
    fields: { status: 'open', votingOpen: true, resultsVisible: false, winnerVisible: false },
    words: ['open', 'opened', 'live', 'active', 'running', 'started', 'voting'],
  },
  {
    id: 'reveal',
    icon: 'i-lucide-chart-bar',
    fields: { status: 'revealed', votingOpen: true, resultsVisible: true, winnerVisible: false },
    words: ['revealed', 'reveal', 'results', 'resultsshown', 'showingresults'],
  },
  {
    id: 'winner',
    icon: 'i-lucide-trophy',
    fields: { status: 'winner', votingOpen: false, resultsVisible: true, winnerVisible: true },
    words: ['winner', 'decided', 'winnershown'],
  },
  {
    id: 'closed',
    icon: 'i-lucide-lock',
    fields: { status: 'closed', votingOpen: false, resultsVisible: false, winnerVisible: false },
    words: ['closed', 'ended', 'finished', 'completed', 'complete', 'done', 'stopped', 'expired', 'archived', 'over'],
  },
]

/** The step that each command brings about, and those in which it would change nothing. */
export const pollSteps: Readonly<Record<PollCommand, { step: StepId; done: readonly StepId[] }>> = {
  reveal: { step: 'reveal', done: ['reveal', 'winner', 'closed'] },
  winner: { step: 'winner', done: ['winner', 'closed'] },
  hide: { step: 'hidden', done: ['hidden'] },
  close: { step: 'closed', done: ['closed'] },
}

const byId = new Map(steps.map((step) => [step.id, step]))

/** @throws RangeError for an unknown step. */
export function stepOf(id: StepId): Step {
  const step = byId.get(id)
  if (step === undefined) throw new RangeError(`${id} is no step of a poll`)
  return step
}

export function statusOf(record: JsonObject): string | undefined {
  return textIn(record, 'status', 'vote/embed')
}

export function readStep(record: JsonObject): StepId | undefined {
  const status = statusOf(record)
  const word = status?.toLowerCase().replace(/[-_\s]/g, '')
  const named = word === undefined ? undefined : steps.find(({ words }) => words.includes(word))?.id
  if (word !== undefined && named !== 'live') return named
  if (isOn(spelled(record, 'winnerVisible'))) return 'winner'
  if (isOn(spelled(record, 'resultsVisible'))) return 'reveal'
  return named ?? (isOn(spelled(record, 'votingOpen')) ? 'live' : undefined)
}

/** A poll whose state is not known may be open. */
export const mayTakeVotes = (id: StepId | undefined): boolean => id === undefined || takesVotes(id)

export const takesVotes = (id: StepId | undefined): boolean => id !== undefined && stepOf(id).fields.votingOpen

const isOn = (value: Json | undefined): boolean => value === true || value === 'true' || value === 1
