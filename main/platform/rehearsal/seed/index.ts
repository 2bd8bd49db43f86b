// A small invented studio: a weekly show, its audience and its money. Addresses are at example.com.
import type { Seed } from '../store.ts'
import { accounts } from './accounts.ts'
import { ads } from './ads.ts'
import { billing } from './billing.ts'
import { broadcast } from './broadcast.ts'
import { community } from './community.ts'
import { customers } from './customers.ts'
import { loyalty } from './loyalty.ts'
import { marketing } from './marketing.ts'
import { payments } from './payments.ts'
import { polls } from './polls.ts'
import { calendarAround } from './record.ts'

const parts = [accounts, ads, billing, broadcast, community, customers, loyalty, marketing, payments, polls]

/** The same day gives the same studio. */
export function studio(now: number): Seed {
  const calendar = calendarAround(now)
  return Object.fromEntries(
    parts
      .flatMap((part) => Object.entries(part(calendar)))
      .map(([resource, records]) => [
        resource,
        records.toSorted((one, other) =>
          one.createdAt < other.createdAt ? -1 : Number(one.createdAt > other.createdAt),
        ),
      ]),
  )
}
