// The steps of a poll in front of an audience, as data. The specification names no state of a voting embed, so the field names and words
// here are the desk's choice; where an account's platform uses others, this file is the one place to change.
import type { Json, JsonObject } from '#contract/json.ts'
import { spelled } from '../json.ts'
import { textIn } from '../roles.ts'

export const stepIds = ['hidden', 'live', 'reveal', 'winner', 'closed'] as const
export type StepId = (typeof stepIds)[number]

export interface Step {
  id: StepId
  icon: string
  /** What an update of the embed carries beside its identifier. */
  fields: Readonly<Record<'status', string> & Record<'votingOpen' | 'resultsVisible' | 'winnerVisible', boolean>>
  /** Words of the platform that say the same, in small letters without dashes and blanks. */
  words: readonly string[]
}

/** In the order of a show. */
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

const byId = new Map(steps.map((step) => [step.id, step]))

/** @throws RangeError for a step that is none: that is a fault of the caller. */
export function stepOf(id: StepId): Step {
  const step = byId.get(id)
  if (step === undefined) throw new RangeError(`${id} is no step of a poll`)
  return step
}

/** The platform's own word for a poll's state, as it came; undefined where it says none. */
export function statusOf(record: JsonObject): string | undefined {
  return textIn(record, 'status', 'vote/embed')
}

/** The step that a record of the platform is at; undefined where it says none that the desk knows. */
export function readStep(record: JsonObject): StepId | undefined {
  const status = statusOf(record)
  const word = status?.toLowerCase().replace(/[-_\s]/g, '')
  const named = word === undefined ? undefined : steps.find(({ words }) => words.includes(word))?.id
  if (word !== undefined && named !== 'live') return named
  if (isOn(spelled(record, 'winnerVisible'))) return 'winner'
  if (isOn(spelled(record, 'resultsVisible'))) return 'reveal'
  return named ?? (isOn(spelled(record, 'votingOpen')) ? 'live' : undefined)
}

/** Whether votes count at a step. */
export const takesVotes = (id: StepId | undefined): boolean => id !== undefined && stepOf(id).fields.votingOpen

const isOn = (value: Json | undefined): boolean => value === true || value === 'true' || value === 1
