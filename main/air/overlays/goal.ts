import { readGoal } from '#answers/income.ts'
import { digitsOf } from '#answers/money.ts'
import { inOneLine } from '#answers/roles.ts'
import { figures } from './pace.ts'
import type { Source } from './types.ts'

const operation = 'GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}'

/** How far the chosen payment link is, where every amount in it is certain. */
export const goal: Source = ({ broadcast: { link }, choiceOf, quick }, read) => {
  if (link === undefined) return 'nothing'
  const answer = read({ operation, path: { paymentLinkId: link.id }, pace: figures(quick) })
  if (answer === undefined) return undefined
  const found = readGoal(answer, choiceOf(operation))
  const raised = found?.raised?.money
  if (raised === undefined) return 'not_understood'
  const target = found?.goal?.money
  if (found?.goal !== undefined && target?.currency !== raised.currency) return 'not_understood'
  return {
    kind: 'goal',
    title: inOneLine(link.name),
    raised: raised.minor,
    target: target?.minor ?? null,
    currency: raised.currency,
    digits: digitsOf(raised.currency) ?? 2,
  }
}
