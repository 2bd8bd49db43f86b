import { expect, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import IntentOutcome from '../../../../renderer/records/resources/action/IntentOutcome.vue'
import { sampleIntent } from '../../support/sample-backend.ts'
import { mountOnDesk } from '../../support/mount.ts'

const at = '2026-11-21T20:00:00.000Z'
async function shown(values: Partial<Intent>): Promise<HTMLElement> {
  const { wrapper } = await mountOnDesk(IntentOutcome, { intent: { ...sampleIntent(0), error: undefined, ...values } })
  return wrapper.element as HTMLElement
}

// Catches green, or a way to send again, for what the platform has only taken.
test('what is accepted is amber, says that it is not done, and asks', async () => {
  const root = await shown({
    state: 'accepted',
    answer: { data: { id: 'job_1', status: 'queued' } },
    evidence: [{ at, event: 'answered', code: 'accepted', facts: { word: 'queued' }, status: 202 }],
  })
  expect(root.textContent).toContain('Accepted, not done yet')
  expect(root.textContent).toContain('The platform accepted it. It is not done yet.')
  expect(root.querySelector('.text-success')).toBeNull()
  expect([...root.querySelectorAll<HTMLElement>('[data-choice]')].map(({ dataset }) => dataset['choice'])).toEqual([
    'reconcile',
    'confirmed',
    'rejected',
  ])
})

// Catches an edit that nobody confirmed, shown like one that the platform did.
test('what was confirmed by an unclear answer says so', async () => {
  const evidence = (code: 'confirmed' | 'confirmed_unclear') => [{ at, event: 'answered', code, status: 200 }]
  const unclear = await shown({ state: 'confirmed', evidence: evidence('confirmed_unclear') })
  expect(unclear.textContent).toContain('Confirmed, though the answer did not say so.')
  const clear = await shown({ state: 'confirmed', evidence: evidence('confirmed') })
  expect(clear.textContent).not.toContain('did not say so')
})

// Catches an unclear answer whose word and body nobody can see, so that the person decides blindly.
test('an unclear answer shows its word and its body', async () => {
  const root = await shown({
    state: 'unknown',
    answer: { data: { id: 'r1', status: 'lodged' } },
    evidence: [
      {
        at,
        event: 'answered',
        code: 'answer_unclear',
        facts: { word: 'lodged' },
        status: 200,
        cause: 'unclear_answer',
      },
    ],
  })
  expect(root.textContent).toContain('“lodged”')
  expect(root.querySelector('details')?.textContent).toContain('lodged')
})
