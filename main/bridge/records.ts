// The records that a call names by their ids, so that a grant is judged by what they belong to.
import type { Grant } from '#contract/access.ts'
import { DeskError } from '#contract/errors.ts'
import type { Situation } from '../core/access/rules.ts'
import type { ToldAnswers } from '../core/access/told-answers.ts'
import type { Services } from './handlers.ts'

type Records = NonNullable<Situation['records']>
type Params = Readonly<Record<string, unknown>>
type Parts = Pick<Services, 'drafts' | 'ledger' | 'history' | 'show' | 'firings' | 'rundowns'> & { told: ToldAnswers }

const changesDraft = new Set(['drafts.save', 'drafts.link', 'drafts.revert'])
/** They read the revision that they name; a Go names the one that it saw. */
const readsRevision = new Set(['rundown.get', 'rundown.revert', 'rundown.dryRun'])
const changesRundown = new Set(['rundown.save', 'rundown.revert', 'rundown.import'])

/**
 * Undefined where nothing is known of what a method names. Throws `not_found_here` where a record is gone, and
 * `invalid_state` for a change of a draft or rundown in the bin.
 */
export function recordLookup({ drafts, ledger, history, show, firings, rundowns, told }: Parts) {
  const draft = (id: string): Records[number] => {
    const { environment, sends } = drafts.get(id)
    return { environment, queued: sends.some(({ state }) => state === 'queued' || state === 'sending') }
  }
  /** The draft as it is, and the revision of it that is meant. */
  const withRevision = (id: string, revision: number): Records => {
    const now = draft(id)
    return [now, { ...now, environment: drafts.get(id, revision).environment }]
  }
  /** What a grant changed in the bin would be seen by nobody. */
  function refuseInBin(caller: Grant, id: string): void {
    const { environment = caller.environment, removedAt } = drafts.get(id)
    if (removedAt !== undefined && environment === caller.environment)
      throw new DeskError('invalid_state', 'This draft is in the bin.', { facts: { reason: 'draft_in_bin' } })
  }
  /** The rundown as it is, and the revision of it that is meant. */
  function rundown(caller: Grant, method: string, id: string, revision: unknown): Records {
    if (!rundowns.has(id)) return []
    const { environment, removedAt } = rundowns.headOf(id)
    if (removedAt !== undefined && environment === caller.environment && changesRundown.has(method))
      throw new DeskError('invalid_state', 'This rundown is in the bin.', { facts: { reason: 'rundown_in_bin' } })
    const now = { environment, queued: false }
    const named = readsRevision.has(method) && typeof revision === 'number' ? revision : undefined
    return named === undefined ? [now] : [now, { ...now, environment: rundowns.get(id, named).environment }]
  }
  const present = (id: string): Records => (drafts.has(id) ? [draft(id)] : [])

  return async (caller: Grant, method: string, params: Params): Promise<Records | undefined> => {
    const { id, ids, draft: sent, revision } = params
    if (changesDraft.has(method) && typeof id === 'string' && drafts.has(id)) refuseInBin(caller, id)
    if (method.startsWith('drafts.') && typeof id === 'string' && typeof revision === 'number')
      return withRevision(id, revision)
    if (method === 'drafts.save') return typeof id === 'string' ? present(id) : []
    if (method.startsWith('drafts.')) {
      const named = Array.isArray(ids) ? ids : [id]
      return named.every((one) => typeof one === 'string') ? named.map(draft) : undefined
    }
    if (method.startsWith('rundown.') && typeof id === 'string') return rundown(caller, method, id, revision)
    if (typeof sent === 'string') return present(sent)
    if (typeof id !== 'string') return undefined
    if (method === 'answers.part') return told.knows(caller.id, id) ? [{ environment: caller.environment }] : []
    if (method === 'ledger.get' || method === 'requests.ofIntent') return [{ environment: ledger.get(id).environment }]
    if (method === 'history.get') return [{ environment: (await history.get(id)).environment }]
    if (method === 'firing.get') return [{ environment: firings.get(id).environment }]
    if (method === 'show.report') return [{ environment: (await show.report(id)).show.environment }]
    return undefined
  }
}
