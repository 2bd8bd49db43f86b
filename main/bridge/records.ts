// The records that a call names by their ids, so that a grant is judged by what they belong to.
import type { Grant } from '#contract/access.ts'
import type { Situation } from '../access/rules.ts'
import type { ToldAnswers } from '../access/told-answers.ts'
import type { Services } from './handlers.ts'

type Records = NonNullable<Situation['records']>
type Params = Readonly<Record<string, unknown>>
type Parts = Pick<Services, 'drafts' | 'ledger' | 'history' | 'show' | 'rundowns'> & { told: ToldAnswers }

/** Throws `not_found_here` where a record is gone; undefined where nothing is known of what a method names. */
export function recordLookup({ drafts, ledger, history, show, rundowns, told }: Parts) {
  const draft = (id: string): Records[number] => {
    const { environment, sends } = drafts.get(id)
    return { environment, queued: sends.some(({ state }) => state === 'queued' || state === 'sending') }
  }
  const present = (id: string): Records => (drafts.has(id) ? [draft(id)] : [])

  return async (caller: Grant, method: string, { id, ids, draft: sent }: Params): Promise<Records | undefined> => {
    if (method === 'drafts.save') return typeof id === 'string' ? present(id) : []
    if (method.startsWith('drafts.')) {
      const named = Array.isArray(ids) ? ids : [id]
      return named.every((one) => typeof one === 'string') ? named.map(draft) : undefined
    }
    if (method.startsWith('rundown.') && typeof id === 'string')
      return rundowns.has(id) ? [{ environment: rundowns.headOf(id).environment, queued: false }] : []
    if (typeof sent === 'string') return present(sent)
    if (typeof id !== 'string') return undefined
    if (method === 'answers.part') return told.knows(caller.id, id) ? [{ environment: caller.environment }] : []
    if (method === 'ledger.get' || method === 'requests.ofIntent') return [{ environment: ledger.get(id).environment }]
    if (method === 'history.get') return [{ environment: (await history.get(id)).environment }]
    if (method === 'show.report') return [{ environment: (await show.report(id)).show.environment }]
    return undefined
  }
}
