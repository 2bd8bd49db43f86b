import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import TeachWord from '../../../../renderer/records/resources/action/TeachWord.vue'
import { mountOnDesk } from '../../support/mount.ts'

const refund = (word: string | undefined): Intent => ({
  id: 'intent-5',
  reference: 'sd-5',
  operation: 'POST /api/payment/refund/partialrefund',
  state: 'unknown',
  environment: 'production',
  product: 'Payments',
  risk: 'money',
  request: { body: { chargeId: 'ch_1', amount: 12.4 } },
  attempts: 1,
  createdAt: '2026-11-22T20:14:05.000Z',
  evidence: [],
  error: {
    code: 'unknown_outcome',
    message: 'It is not known how the request ended.',
    facts: { reason: 'answer_unclear', ...(word !== undefined && { word }) },
    retryable: false,
  },
})

// Catches a word that nobody specified and nobody is asked about, and an answer that is kept for another environment.
test('what an unknown word means is asked where it was met, and kept', async () => {
  const { bridge } = await mountOnDesk(TeachWord, { intent: refund('settled') })
  const question = document.querySelector('[data-teach-word]')
  expect(question?.textContent).toContain('Your platform says “settled”. Is that done?')
  document.querySelector<HTMLElement>('[data-means="done"]')?.click()
  await flushPromises()
  expect(bridge.requests.find(({ method }) => method === 'words.teach')?.params).toEqual({
    environment: 'production',
    word: 'settled',
    means: 'done',
  })
  expect(question?.querySelector('[role="status"]')?.textContent).toContain('Kept for later answers')
})

// Catches a question about nothing.
test('without a word nothing is asked', async () => {
  await mountOnDesk(TeachWord, { intent: refund(undefined) })
  expect(document.querySelector('[data-teach-word]')).toBeNull()
})
