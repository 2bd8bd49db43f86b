// What a show came to, in numbers. Nothing here stands for a value that was not read.
import { isUnsettled } from '#contract/models.ts'
import { readAmount, type Money } from '#answers/money.ts'
import { impliedDeed, type DeedCode } from '#contract/deeds.ts'
import type { ReadTally, ShowEntry, Span } from '#contract/live.ts'
import { wholePercents } from '#kit/composables/locale/numbers.ts'

const msOf = ({ from, to, seenAt }: Span): number => Math.max(0, Date.parse(to ?? seenAt) - Date.parse(from))

/** As far as it was read. */
export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + msOf(span), 0)

const codeOf = ({ deed, operation }: ShowEntry): DeedCode =>
  deed === undefined || deed.code === 'record' ? impliedDeed(operation) : deed.code

const refundCodes = ['refunded', 'refund_requested', 'refund_processed'] as const

export interface Refunds {
  code: (typeof refundCodes)[number]
  sums: Money[]
  count: number
  /** Whose amount the desk did not keep. */
  withoutAmount: number
}

/** Confirmed refunds. What was requested and what was processed may be the same money, so they are not added up. */
export function refundsOf(entries: readonly ShowEntry[]): Refunds[] {
  return refundCodes.flatMap((code) => {
    const own = entries.filter((entry) => entry.state === 'confirmed' && codeOf(entry) === code)
    if (own.length === 0) return []
    const sums = new Map<string, number>()
    let withoutAmount = 0
    for (const { deed } of own) {
      const reading = readAmount(deed?.facts.amount, deed?.facts.currency, 'major')
      if (reading.ok) sums.set(reading.money.currency, (sums.get(reading.money.currency) ?? 0) + reading.money.minor)
      else withoutAmount += 1
    }
    return [
      { code, sums: [...sums].map(([currency, minor]) => ({ currency, minor })), count: own.length, withoutAmount },
    ]
  })
}

export const clipsOf = (entries: readonly ShowEntry[]): ShowEntry[] =>
  entries.filter((entry) => entry.state === 'confirmed' && codeOf(entry) === 'clip_made')

/** What nobody knows the end of, what is not done yet, or what was refused. */
export const troubleIn = (entries: readonly ShowEntry[]): ShowEntry[] =>
  entries.filter(({ state }) => isUnsettled(state) || state === 'rejected')

interface PollShare {
  text: string
  votes: number | undefined
  /** Between 0 and 1. */
  share: number | undefined
  /** Whole, by the largest remainder. */
  percent: number | undefined
}

/** Without all votes or their total nobody's share is known. */
export function sharesOf({ options, total }: ReadTally): PollShare[] {
  const counted = options.every(({ votes }) => votes !== undefined)
  const sum = options.reduce((all, { votes = 0 }) => all + votes, 0)
  const whole = total ?? (counted ? sum : undefined)
  const shares = options.map(({ votes }) =>
    votes === undefined || whole === undefined || whole <= 0 ? undefined : votes / whole,
  )
  const percents = wholePercents(
    shares.map((share) => share ?? 0),
    1,
  )
  return options.map(({ text, votes }, at) => ({
    text,
    votes,
    share: shares[at],
    percent: shares[at] === undefined ? undefined : percents[at],
  }))
}
