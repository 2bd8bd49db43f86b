import { expect, test } from 'vitest'
import { DeskError, type ErrorFacts } from '#contract/errors.ts'
import { errorReasons } from '#contract/reasons.ts'
import DeskErrorPanel from '../../../../renderer/kit/components/DeskErrorPanel.vue'
import { mountOnDesk } from '../../support/mount.ts'

// What happened, the next step, the platform's own words and the reference to quote: leave one out and a person is stuck.
test('an error says what happened and what to do next, each once', async () => {
  const error = new DeskError('rate_limited', 'Slow down.', {
    status: 429,
    requestId: 'req_7f3a',
    retryAfterMs: 14_000,
    fields: [{ path: 'details.title', message: 'Too long' }],
  })
  const { wrapper } = await mountOnDesk(DeskErrorPanel, { error })
  const text = wrapper.text()
  for (const part of [
    'asked this product to wait',
    'Wait for the countdown',
    'req_7f3a',
    'HTTP 429',
    'details.title',
    'Too long',
    'Available again in 0:1',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Slow down.')
  expect(wrapper.find('details').attributes('open')).toBeUndefined()
  expect(wrapper.find('button[aria-label="Copy the request ID"]').exists()).toBe(true)
})

// Catches "correct what it names" beside words that are folded away, and words unfolded where fields say it better.
test.each([
  { fields: undefined, open: true },
  { fields: [{ path: 'details.title', message: 'Too long' }], open: false },
])('the words of a refusal are open where they alone say what to correct: $open', async ({ fields, open }) => {
  const error = new DeskError('invalid_request', 'Refused.', {
    facts: { said: 'The title is too long' },
    ...(fields !== undefined && { fields }),
  })
  const { wrapper } = await mountOnDesk(DeskErrorPanel, { error })
  expect(wrapper.find('details').attributes('open') !== undefined).toBe(open)
})

// Catches a refusal that leaves a person to look for the place where it is mended.
test('an address that was not confirmed leads to where it is', async () => {
  const facts = {
    reason: 'origin_not_confirmed',
    environment: 'production',
    origin: 'https://b.example.org',
    confirmed: 'https://a.example.org',
  } as const
  const { wrapper } = await mountOnDesk(DeskErrorPanel, {
    error: new DeskError('no_credentials', 'It would go to https://b.example.org.', { facts }),
  })
  expect(wrapper.text()).toContain('belongs to another address')
  expect(wrapper.text()).toContain('https://b.example.org')
  expect(wrapper.find('a[data-confirm-address]').attributes('href')).toBe('/settings#environments')
  const plain = await mountOnDesk(DeskErrorPanel, { error: new DeskError('no_credentials', 'Add one.') })
  expect(plain.wrapper.find('[data-confirm-address]').exists()).toBe(false)
})

const shown = async (facts: ErrorFacts): Promise<string> => {
  const { wrapper } = await mountOnDesk(DeskErrorPanel, {
    error: new DeskError('conflict', 'One sentence for scripts.', { facts }),
  })
  return wrapper
    .findAll('p')
    .map((line) => line.text())
    .join(' ')
}

// Catches a refusal that is told in the words of a log: a tired person must read what stands in the way, and what to do.
test.each([
  [
    { reason: 'environment_changed', told: 'rehearsal', now: 'production' },
    'You armed this for Rehearsal, but the environment is now Production. Nothing was sent. Check where it should go, then arm again.',
  ],
  [
    {
      reason: 'newer_intent',
      id: 'intent-9',
      operation: 'PUT /api/video/event/update',
      state: 'confirmed',
      at: new Date(Date.now() - 3_400).toISOString(),
    },
    'Something newer was sent to the same record: confirmed, 3 s ago. This was not sent. Check what it did, then arm again.',
  ],
  [
    { reason: 'newer_intent', id: 'intent-9' },
    'Something newer was sent to the same record. This was not sent. Check what it did, then arm again.',
  ],
  [
    { reason: 'press_too_old', ageMs: 14_300 },
    'The press arrived 14 s late. Nothing was sent. Check the current state, then press again.',
  ],
  [
    { reason: 'press_in_future', aheadMs: 62_000 },
    "This page's clock is 1 min ahead of Showdesk's clock. Nothing was sent. Correct the clocks, then press again.",
  ],
  [
    { reason: 'waited_too_long', waitedMs: 20_100 },
    'It waited too long for its turn (20 s). Nothing was sent. Check the current state, then press again.',
  ],
  [
    { reason: 'clock_moved' },
    'The computer slept or its clock changed after you pressed. Nothing was sent. Check the current state, then press again.',
  ],
] as Array<[ErrorFacts, string]>)('a refusal with facts is told in words of the page: %o', async (facts, words) => {
  const text = await shown(facts)
  // How long this file takes is not what is looked at.
  expect(text.replace(/\d+ s ago/, '3 s ago')).toContain(words)
  expect(text).not.toContain('One sentence for scripts.')
})

// Catches a sentence with a hole in it, where a fact that it names is missing.
test('each reason is told without any fact too', async () => {
  for (const reason of errorReasons) expect(await shown({ reason })).not.toMatch(/[{}]|undefined|errors\.reason/)
})

// Catches an unknown outcome without its cause or its doubt, a cause said twice, and the platform's words outside of the details.
test('an unknown outcome says its cause, the doubt and what the platform said', async () => {
  const { wrapper } = await mountOnDesk(DeskErrorPanel, {
    error: new DeskError('unknown_outcome', 'One sentence for scripts.', {
      facts: { reason: 'platform_failed', status: 500, said: 'No room left' },
    }),
  })
  const lines = wrapper.findAll('p').map((line) => line.text())
  expect(lines[0]).toBe('The platform had an internal error (status 500). It may or may not have taken effect.')
  expect(lines[1]).toMatch(/^Check the current state/)
  expect(wrapper.get('[data-error-details]').text()).toContain('“No room left”')
  expect(wrapper.text().split('No room left')).toHaveLength(2)
})

// Catches a field whose problem is shown as main words it for logs.
test('a field says what is expected in words of the page', async () => {
  const { wrapper } = await mountOnDesk(DeskErrorPanel, {
    error: new DeskError('invalid_input', 'One sentence for scripts.', {
      fields: [
        { path: 'a', message: 'For logs', reason: 'wrong_type', facts: { expected: 'count' } },
        { path: 'b', message: 'The platform says so' },
      ],
    }),
  })
  const [known, quoted] = wrapper.findAll('li').map((line) => line.text())
  expect(known).toContain('Expected: a whole number from 0, such as 2')
  expect(quoted).toContain('The platform says so')
})
