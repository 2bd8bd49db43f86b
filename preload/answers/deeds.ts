// The deeds that screens give with their writes.
import { plainMoney, type Money } from './money.ts'
import { readInstant } from './dates.ts'
import type { StepId } from './poll/steps.ts'
import type { TransportAction } from '#contract/access-kinds.ts'
import { deedName, deedRules, type DeedCode } from '#contract/deeds.ts'
import type { Deed } from '#contract/deed-schema.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { Named } from '#contract/live.ts'

/** An amount as facts of a deed. */
export const moneyFacts = (money: Money): Pick<Deed['facts'], 'amount' | 'currency'> => ({
  amount: plainMoney(money),
  currency: money.currency,
})

/** Facts for a submit, without those that are missing. */
export function deedFor(code: DeedCode, facts: { [K in keyof Deed['facts']]?: Deed['facts'][K] | undefined }): Deed {
  const taken: ReadonlySet<string> = new Set([
    'id',
    'name',
    ...(code === 'record' ? [] : (deedRules[code].facts ?? [])),
  ])
  const name = facts.name === facts.id ? undefined : deedName(facts.name)
  const given = Object.entries({ ...facts, name, detail: deedName(facts.detail) })
  return { code, facts: Object.fromEntries(given.filter(([fact, value]) => value !== undefined && taken.has(fact))) }
}

const transportCodes: Record<TransportAction, DeedCode> = {
  start: 'broadcast_started',
  pause: 'broadcast_paused',
  resume: 'broadcast_resumed',
  stop: 'broadcast_stopped',
}

/** `detail` names the destination, where there are several. */
export const transportDeed = (action: TransportAction, of: Partial<Named> | undefined, detail?: string): Deed =>
  deedFor(transportCodes[action], { id: of?.id, name: of?.name, detail })

const pollCodes: Record<StepId, DeedCode> = {
  hidden: 'poll_hidden',
  live: 'poll_opened',
  reveal: 'poll_revealed',
  winner: 'poll_winner_shown',
  closed: 'poll_closed',
}

export const pollDeed = (step: StepId, id: string | undefined, name: string | undefined): Deed =>
  deedFor(pollCodes[step], { id, name })

/** With the length of the run, where its request says one. */
export function adDeed(code: 'ad_run' | 'ad_scheduled', body: Json | undefined, name?: string): Deed {
  const sent = isObject(body) ? body : {}
  const [from, to] = [readInstant(sent['startsAt']), readInstant(sent['endsAt'])]
  const seconds = sent['durationSeconds'] ?? (from === undefined || to === undefined ? undefined : (to - from) / 1_000)
  const title = name ?? sent['name']
  return deedFor(code, {
    name: typeof title === 'string' ? title : undefined,
    seconds: typeof seconds === 'number' && seconds > 0 ? Math.round(seconds) : undefined,
  })
}
