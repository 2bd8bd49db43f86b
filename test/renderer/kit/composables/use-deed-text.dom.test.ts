// Every screen says what was done in these sentences.
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { OperationRequest } from '#contract/operation.ts'
import { usePrivacy } from '../../../../renderer/kit/composables/usePrivacy.ts'
import { useDeedText } from '../../../../renderer/kit/composables/deed/useDeedText.ts'
import { mountOnDesk } from '../../support/mount.ts'

const { masked } = usePrivacy()
afterEach(() => {
  masked.value = false
})

async function open(customers: object[] = []) {
  const reads: string[] = []
  let deeds: ReturnType<typeof useDeedText> | undefined
  const Probe = defineComponent(() => {
    deeds = useDeedText()
    return () => h('p')
  })
  await mountOnDesk(
    Probe,
    {},
    {
      prepare(bridge) {
        bridge.answer('platform.read', (({ operation }: OperationRequest) => {
          reads.push(operation)
          return { data: { items: customers }, status: 200, durationMs: 1 }
        }) as never)
      },
    },
  )
  if (deeds === undefined) throw new Error('Nothing was mounted')
  return { deeds, reads }
}

const reveal = {
  operation: 'PUT /api/vote/embed/update',
  deed: { code: 'poll_revealed' as const, facts: { id: 'emb_2', name: 'Who should come next?' } },
}
const stop = {
  operation: 'PUT /api/video/event/update',
  deed: { code: 'broadcast_stopped' as const, facts: { name: 'Night show', detail: 'Output one' } },
}

// Catches a log that speaks of routes, and one that tells as done what was only asked for.
test('a deed is told in the past only once it is confirmed', async () => {
  const { deeds } = await open()
  expect(deeds.title({ ...reveal, state: 'confirmed' })).toBe('Revealed “Who should come next?”')
  expect(deeds.title({ ...reveal, state: 'rejected' })).toBe('Reveal “Who should come next?”')
  expect(deeds.asked(reveal)).toBe('Reveal “Who should come next?”')
  expect(deeds.title({ ...stop, state: 'confirmed' })).toBe('Stopped “Night show” (Output one)')
})

test('with its state, as it is announced', async () => {
  const { deeds } = await open()
  expect(deeds.said({ ...reveal, state: 'confirmed' })).toBe('Revealed “Who should come next?”')
  expect(deeds.said({ ...reveal, state: 'rejected' })).toBe('Reveal “Who should come next?”: refused')
  const at = '2026-11-21T20:00:00.000Z'
  const read = (verdict: 'absent' | 'found') => ({ at, event: 'read', verdict })
  expect(
    deeds.said({ ...stop, state: 'unknown', evidence: [{ at, event: 'sent' }, read('absent'), read('absent')] }),
  ).toBe('Stop “Night show” (Output one) did not arrive, read 2 times')
  expect(deeds.said({ ...stop, state: 'unknown', evidence: [read('absent'), { at, event: 'sent' }] })).toBe(
    'Stop “Night show” (Output one): not known',
  )
})

test('money is told with its sum, a length in seconds', async () => {
  const { deeds } = await open()
  const refund = { operation: 'POST /api/payment/refund/fullrefund', state: 'confirmed' as const }
  expect(
    deeds.title({ ...refund, deed: { code: 'refunded', facts: { id: 'chg_5', amount: '15.00', currency: 'EUR' } } }),
  ).toMatch(/^Refunded .*15\.00/)
  expect(deeds.title({ ...refund, deed: { code: 'refunded', facts: { id: 'chg_5' } } })).toBe(
    'Refunded the charge chg_5',
  )
  expect(
    deeds.asked({
      operation: 'POST /api/ads/placement/create',
      deed: { code: 'ad_run', facts: { name: 'Spot', seconds: 30 } },
    }),
  ).toBe('Run “Spot” (30 s)')
})

// Catches a request from the editor, or of an earlier version, that is told by its route.
test('without a deed the catalog, the request and the record speak', async () => {
  const { deeds } = await open()
  const operation = 'PUT /api/events/general/update'
  expect(deeds.title({ operation, state: 'confirmed', deed: { code: 'record', facts: { name: 'Quiz' } } })).toBe(
    'Changed the event “Quiz”',
  )
  expect(deeds.asked({ operation, request: { body: { title: 'Quiz' } } })).toBe('Change the event “Quiz”')
  expect(deeds.asked({ operation: 'POST /api/marketing/template/delete', request: { body: { id: 'tpl_1' } } })).toBe(
    'Delete the template tpl_1',
  )
  expect(deeds.asked({ operation: 'POST /api/account/general/logout' })).toBe('Sign out')
  expect(deeds.asked({ operation: 'POST /api/later/thing/do' })).toBe('POST /api/later/thing/do')
})

const remove = {
  operation: 'POST /api/payment/customer/delete',
  environment: 'rehearsal' as const,
  state: 'confirmed' as const,
  deed: { code: 'record' as const, facts: { id: 'cus_1' } },
}

// Catches a person whom nobody recognises, a name in a picture of the screen, and one in a file that leaves the desk.
test('the name of a person is looked up for the page, hidden in a show, and in no file', async () => {
  const { deeds, reads } = await open([{ id: 'cus_1', name: 'Hana Example' }])
  expect(deeds.title(remove)).toBe('Deleted the customer cus_1')
  await expect.poll(() => deeds.title(remove)).toBe('Deleted the customer Hana Example')
  expect(reads).toEqual(['POST /api/payment/customer/all'])
  expect(deeds.kept(remove)).toBe('Deleted the customer cus_1')
  expect(deeds.title({ ...remove, environment: 'production' })).toBe('Deleted the customer cus_1')
  masked.value = true
  expect(deeds.title(remove)).toBe('Deleted the customer cus_1')
  expect(deeds.said(remove)).toBe('Deleted the customer cus_1')
})

// Catches a show during which the list of all customers is read for a line of the log.
test('in a show nobody is looked up', async () => {
  masked.value = true
  const { deeds, reads } = await open([{ id: 'cus_1', name: 'Hana Example' }])
  expect(deeds.title(remove)).toBe('Deleted the customer cus_1')
  expect(
    deeds.asked({ operation: 'POST /api/payment/customer/update', request: { body: { name: 'Hana Example' } } }),
  ).toBe('Change the customer')
  expect(reads).toEqual([])
})
