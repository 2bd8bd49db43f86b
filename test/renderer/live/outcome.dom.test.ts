// How a command is said to have ended, by its intent and by what is read afterwards.
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { stepOf, type StepId } from '#answers/poll/steps.ts'
import { stopClock } from '../support/clock.ts'
import { answerOf, embed, fire, liveAnswers, openLive } from './desk.ts'

stopClock()
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

/** What is said of a poll that was closed, by its intent, and by a reading of its step since. */
async function said(intent: Partial<Intent>, step?: StepId): Promise<string | undefined> {
  const desk = await openLive()
  await fire(desk, '[data-poll="close"]')
  await desk.settle(0, { settledAt: ago(1_000), ...intent })
  const { data } = liveAnswers()['POST /api/vote/embed/get'] as { data: JsonObject }
  if (step !== undefined)
    await desk.tell(embed, 'tally', { answer: answerOf({ data: { ...data, ...stepOf(step).fields } }) })
  const verdict = desk.wrapper.find('[data-panel="poll"] [data-outcome]').attributes('data-outcome')
  desk.wrapper.unmount()
  return verdict
}

// Catches "confirmed" for what nobody has seen, and a refusal that is told as an effect.
test('a command ends as what is known of it', async () => {
  expect(await said({ state: 'accepted' })).toBe('accepted')
  expect(await said({ state: 'accepted' }, 'live')).toBe('accepted')
  expect(await said({ state: 'accepted' }, 'closed')).toBe('confirmed')
  expect(await said({ state: 'confirmed' }, 'closed')).toBe('confirmed')
  expect(await said({ state: 'confirmed' }, 'live')).toBe('contradicted')
  expect(await said({ state: 'confirmed', settledAt: new Date(Date.now() + 60_000).toISOString() })).toBe('accepted')
  expect(await said({ state: 'unknown' }, 'closed')).toBe('unknown')
  expect(await said({ state: 'rejected' }, 'closed')).toBe('rejected')
  expect(await said({ state: 'sending' })).toBe('sending')
})
