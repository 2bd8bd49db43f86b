import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Intent } from '#contract/models.ts'
import IntentActions from '../../../renderer/views/activity/parts/IntentActions.vue'
import { mountOnDesk } from '../support/mount.ts'

const stop: Intent = {
  id: 'intent-5',
  reference: 'sd-5',
  operation: 'PUT /api/video/event/update',
  state: 'rejected',
  environment: 'rehearsal',
  product: 'Livestream',
  risk: 'onair',
  request: { body: { options: { providerName: 'Main stage' } } },
  attempts: 1,
  createdAt: '2026-11-22T20:14:05.000Z',
  evidence: [],
}
const click = async (selector: string): Promise<void> => {
  document.querySelector<HTMLElement>(selector)?.click()
  await flushPromises()
}
async function sentAgain(newest: string | null): Promise<unknown> {
  const { bridge } = await mountOnDesk(
    IntentActions,
    { intent: stop, name: 'Event - Update', queueable: false },
    {
      prepare: (memory) => {
        memory.answer('ledger.newest', () => ({ id: newest }))
        memory.answer('ledger.retry', () => stop)
      },
    },
  )
  await click('[data-action="retry"]')
  await click('[role="dialog"] [data-arm]')
  await click('[role="dialog"] [data-fire]')
  return bridge.requests.find(({ method }) => method === 'ledger.retry')?.params
}

// Catches a sending again that says nothing of its place, its moment and what was seen; and one that has seen less than what it repeats.
test.each([
  ['a newer one, where there is one', 'intent-8', 'intent-8'],
  ['the one that is sent again, where none is known', null, 'intent-5'],
])('sending a live command again carries %s', async (_, newest, saw) => {
  const params = (await sentAgain(newest)) as { pressedAt: string }
  expect(params).toMatchObject({ id: 'intent-5', environment: 'rehearsal', saw })
  expect(Math.abs(Date.now() - Date.parse(params.pressedAt))).toBeLessThan(10_000)
})
