import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import RefundDialog from '../../../renderer/views/payments/parts/refund/RefundDialog.vue'
import { mountOnDesk, type Mounted } from '../support/mount.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { answerPayments, refund, type FakePlatform } from './fake-platform.ts'

interface Open extends Mounted {
  platform: FakePlatform
}
const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.body
const find = (selector: string): HTMLElement | null => dialog().querySelector<HTMLElement>(selector)
const figure = (name: string): string => find(`[data-figure="${name}"]`)?.textContent.trim() ?? ''

async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await flushPromises()
}
async function open(prepare: (platform: FakePlatform, bridge: MemoryBridge) => void = () => undefined): Promise<Open> {
  let platform: FakePlatform | undefined
  const desk = await mountOnDesk(
    RefundDialog,
    { chargeId: 'chg_1', open: true },
    {
      prepare: (bridge) => {
        platform = answerPayments(bridge)
        prepare(platform, bridge)
      },
    },
  )
  await settle()
  if (platform === undefined) throw new Error('Nothing was prepared')
  return { ...desk, platform }
}
async function type(text: string): Promise<void> {
  const input = dialog().querySelector<HTMLInputElement>('input[inputmode="decimal"]')
  if (input === null) throw new Error('There is no amount to type')
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await settle()
}
async function press(selector: string): Promise<void> {
  const button = find(selector)
  if (button === null) throw new Error(`There is no ${selector}`)
  button.click()
  await settle()
}
/** What only a confirmed refund may be called; a button that asks whether it was refunded is no claim. */
const saysDone = (): boolean =>
  [...dialog().querySelectorAll('[data-state], strong, p')].some((part) =>
    /^\W*(Confirmed|Refunded)/.test(part.textContent.trim()),
  )
/** Without a pointer the button is pressed twice. */
async function hold(selector = '[data-confirm]'): Promise<void> {
  await press(selector)
  await press(selector)
}

// What was refunded before must be seen, all pages of it, before an amount can be typed.
test('the charge and every page of its refunds are read first', async () => {
  const { platform } = await open((fake) => {
    fake.refunds = Array.from({ length: 8 }, (_, at) => refund(at, 500, at === 7 ? 'failed' : 'pending'))
  })
  expect(dialog().querySelectorAll('[data-refund]')).toHaveLength(8)
  expect([figure('charged'), figure('refunded'), figure('remaining')]).toEqual(['100.00 EUR', '35.00 EUR', '65.00 EUR'])
  const pages = platform.reads.filter(({ operation }) => operation.endsWith('searchbycharge'))
  expect(pages.map(({ body }) => (body as { offset: number }).offset)).toEqual([0, 3, 6, 8])
})

// The way of a refund: typed, reviewed with every name, held, sent once.
test('a part goes back once, as it was confirmed', async () => {
  const { platform } = await open()
  await type('12,40')
  await press('[data-review]')
  const facts = find('[data-facts]')?.textContent ?? ''
  for (const word of ['12.40 EUR', 'cus_1', 'chg_1', 'Rehearsal', 'API key', '87.60 EUR']) expect(facts).toContain(word)
  expect(platform.submitted).toEqual([])
  platform.outcome = () => {
    platform.refunds = [{ ...refund(1, 1_240), createdAt: new Date().toISOString() }]
    return { state: 'confirmed' }
  }
  await hold()
  expect(platform.submitted).toHaveLength(1)
  expect(platform.submitted[0]).toMatchObject({
    operation: 'POST /api/payment/refund/partialrefund',
    body: { chargeId: 'chg_1', amount: 1_240, currency: 'EUR' },
    deed: { code: 'refunded', facts: { id: 'chg_1', amount: '12.40', currency: 'EUR' } },
  })
  expect(find('[data-outcome]')?.dataset['outcome']).toBe('confirmed')
  expect(find('[data-outcome]')?.textContent).toContain('Refunded 12.40 EUR')
  expect(saysDone()).toBe(true)
  expect(find('[data-remaining]')?.textContent).toContain('87.60 EUR')
  expect(find('[data-again]')).not.toBeNull()
})

// A further refund that is offered where nothing is left, and news that tell a status code instead of the amount.
test('after the last part nothing more is offered', async () => {
  const { platform } = await open()
  await type('100')
  await press('[data-review]')
  platform.outcome = () => {
    platform.refunds = [{ ...refund(1, 10_000), createdAt: new Date().toISOString() }]
    return { state: 'confirmed' }
  }
  await hold()
  expect(find('[data-outcome]')?.textContent).toContain('Refunded 100.00 EUR')
  expect(find('[data-again]')).toBeNull()
})

// Refused at the field, with the numbers, and nothing to press.
test.each([
  ['100.01', '100.00 EUR'],
  ['0', 'above zero'],
  ['12.3455', '2 decimals'],
  ['5 USD', 'Refunds use the same currency'],
  ['ten', 'such as 12.40'],
])('%s is refused at the field', async (text, words) => {
  await open()
  await type(text)
  expect([...dialog().querySelectorAll('p.text-error')].map(({ textContent }) => textContent).join(' ')).toContain(
    words,
  )
  expect(find('[data-review]')?.hasAttribute('disabled')).toBe(true)
})

// A refund from another window between look and hold must stop this one.
test('a refund that came meanwhile stops the second before it is sent', async () => {
  const { platform } = await open()
  await type('60')
  await press('[data-review]')
  platform.refunds = [refund(9, 6_000)]
  await hold()
  expect(platform.submitted).toEqual([])
  expect(find('[data-changed]')?.textContent).toContain('ref_9')
  expect(figure('remaining')).toBe('40.00 EUR')
  expect(find('[data-review]')?.hasAttribute('disabled')).toBe(true)
})

// Between typing and review as well.
test('the review looks again', async () => {
  const { platform } = await open()
  await type('10')
  platform.refunds = [refund(9, 100)]
  await press('[data-review]')
  expect(find('[data-confirm]')).toBeNull()
  expect(find('[data-changed]')).not.toBeNull()
  await press('[data-review]')
  expect(find('[data-confirm]')).not.toBeNull()
})

// Closed while the last look is on its way: the person has changed their mind, and nothing may leave.
test('closing during the last look is a no', async () => {
  const { platform } = await open()
  await type('10')
  await press('[data-review]')
  let go: () => void = () => undefined
  platform.wait = new Promise<void>((done) => (go = done))
  const before = platform.reads.length
  await hold()
  expect(platform.reads.length).toBeGreaterThan(before)
  await press('[aria-label="Close"]')
  go()
  await settle()
  expect(platform.submitted).toEqual([])
})

// Half of the refunds read is no ground for money.
test('a rate limit in the middle of the pages refuses until all is read', async () => {
  const { platform } = await open((fake) => {
    fake.refunds = Array.from({ length: 5 }, (_, at) => refund(at, 500))
    fake.hook = ({ operation, body }) => {
      if (operation.endsWith('searchbycharge') && (body as { offset: number }).offset > 0)
        throw new DeskError('rate_limited', 'Wait.', { retryAfterMs: 9_000 })
      return undefined
    }
  })
  expect(find('[data-stop]')?.dataset['stop']).toBe('failed')
  expect(find('[data-error-code="rate_limited"]')).not.toBeNull()
  expect(find('[data-review]')).toBeNull()
  expect(find('[data-amount]')).toBeNull()
  platform.hook = () => undefined
  await press('[data-stop] button')
  expect(figure('remaining')).toBe('75.00 EUR')
})

// Amounts as text, as objects and as nothing: read exactly, or refused with the way out.
test('amounts in other shapes are read exactly', async () => {
  await open((fake) => {
    fake.charge = { chargeId: 'chg_1', status: 'captured', amount: { value: '100.00', currency: 'EUR' } }
    fake.refunds = [refund(1, '12.40'), refund(2, { value: '7.60', currency: 'EUR' }, 'strange_new_status')]
  })
  expect(figure('remaining')).toBe('80.00 EUR')
  expect(dialog().textContent).toContain('Strange new status')
})

test('an amount that can not be read refuses and leads to the field', async () => {
  await open((fake) => {
    fake.refunds = [refund(1, null, 'pending')]
  })
  expect(find('[data-blocker="refund_amount"]')?.textContent).toContain('ref_1')
  expect(find('[data-blocker="refund_amount"] button')).not.toBeNull()
  expect(find('[data-review]')?.hasAttribute('disabled') ?? true).toBe(true)
  expect(figure('remaining')).toBe('unknown')
})

// One refund as an object where a list was expected: it is shown, and whether it is all of them is a guess.
test('one object where refunds were expected is no ground for money', async () => {
  await open((fake) => {
    fake.hook = ({ operation }) => (operation.endsWith('searchbycharge') ? { data: refund(1, 2_500) } : undefined)
  })
  expect(find('[data-blocker="not_clear"]')?.textContent).toContain('A list was expected, but one record arrived.')
  expect(find('[data-review]')?.hasAttribute('disabled') ?? true).toBe(true)
  expect(figure('remaining')).toBe('unknown')
})

// Outside the rehearsal nobody knows whether 10000 is cents: asked once, kept for charge and refunds.
test('the unit is asked once and opens the way', async () => {
  const { bridge } = await open((fake, bridge) => {
    fake.refunds = [refund(1, 2_500)]
    bridge.answer('environments.list', () => ({
      environments: [
        {
          id: 'development',
          name: 'development',
          baseUrl: 'https://dev.platform.test',
          selected: true,
          configured: true,
        },
      ],
    }))
  })
  expect([figure('charged'), figure('remaining')]).toEqual(['unknown', 'unknown'])
  expect(find('[data-review]')?.hasAttribute('disabled') ?? true).toBe(true)
  await press('[data-unit="minor"]')
  expect([figure('charged'), figure('remaining')]).toEqual(['100.00 EUR', '75.00 EUR'])
  const chosen = bridge.requests.filter(({ method }) => method === 'fields.choose').map(({ params }) => params)
  expect(chosen).toEqual(
    ['POST /api/payment/charge/get', 'POST /api/payment/refund/searchbycharge'].map((operation) => ({
      environment: 'development',
      operation,
      amounts: 'minor',
    })),
  )
})

// The lost answer: what came since is shown, nothing goes again, and the person's word settles it.
test('an unknown outcome shows the refund found since and asks', async () => {
  const { platform } = await open((fake) => {
    fake.refunds = [refund(1, 1_000)]
  })
  await type('25')
  await press('[data-review]')
  platform.outcome = () => {
    platform.refunds = [...platform.refunds, refund(2, 2_500)]
    return { state: 'unknown', error: { code: 'unknown_outcome', message: 'Cut.', retryable: false } }
  }
  await hold()
  expect(find('[data-unknown]')).not.toBeNull()
  expect(find('[data-found]')?.dataset['found']).toBe('1')
  expect(find('[data-unknown] [data-refund="ref_2"]')).not.toBeNull()
  expect(find('[data-unknown] [data-refund="ref_1"]')).toBeNull()
  expect(find('[data-choice="not_done"]')?.hasAttribute('disabled')).toBe(true)
  await press('[data-choice="done"]')
  expect(find('[data-outcome]')?.dataset['outcome']).toBe('confirmed')
  expect(platform.submitted).toHaveLength(1)
})

// Catches "Confirmed. Refunded" for what the platform only took into its queue, and a button that sends it again.
test('an accepted refund is shown as not done, in amber, and stops a second', async () => {
  const { platform } = await open()
  await type('25')
  await press('[data-review]')
  platform.outcome = () => ({ state: 'accepted', answer: { data: { id: 'job_1', status: 'queued' } } })
  await hold()
  const said = find('[data-unknown]')?.textContent ?? ''
  expect(said).toContain('Accepted, not done yet')
  expect(said).not.toContain('Confirmed')
  expect(find('[data-unknown] .text-warning')?.textContent).toContain('Accepted, not done yet')
  expect(find('[data-unknown] .text-success')).toBeNull()
  expect(saysDone()).toBe(false)
  expect(find('[data-choice="again"]')).toBeNull()
  expect(find('[data-again]')).toBeNull()
  expect(find('[data-remaining]')).toBeNull()
  await press('[data-choice="not_done"]')
  expect(platform.intents[0]?.state).toBe('rejected')
  expect(platform.submitted).toHaveLength(1)
})

// Catches "Confirmed. Refunded" for a refusal that came inside HTTP 200, and one that keeps the platform's reason to itself.
test('a refund that is refused inside HTTP 200 is not done, with the platform’s sentence', async () => {
  const { platform } = await open()
  await type('25')
  await press('[data-review]')
  platform.outcome = () => {
    platform.refunds = [refund(1, 2_500, 'failed')]
    return {
      state: 'rejected',
      status: 200,
      error: {
        code: 'invalid_request',
        message: 'The platform refused it.',
        status: 200,
        retryable: false,
        facts: { said: 'The account of the payer is closed.' },
      },
      answer: { data: { id: 'ref_1', status: 'failed', message: 'The account of the payer is closed.' } },
    }
  }
  await hold()
  const outcome = find('[data-outcome]')
  expect(outcome?.dataset['outcome']).toBe('rejected')
  expect(outcome?.textContent).toContain('The account of the payer is closed.')
  expect(outcome?.querySelector<HTMLDetailsElement>('[data-error-details]')?.open).toBe(true)
  expect(saysDone()).toBe(false)
  expect(find('[data-remaining]')).toBeNull()
  await press('[data-again]')
  expect(figure('remaining')).toBe('100.00 EUR')
  expect(platform.submitted).toHaveLength(1)
})

// Catches an answer that is called lost although it came, and a word that can be taught everywhere but here.
test('an answer that does not say whether it was refunded is shown as such, with what it said', async () => {
  const { platform, bridge } = await open()
  await type('25')
  await press('[data-review]')
  platform.outcome = () => ({
    state: 'unknown',
    error: {
      code: 'unknown_outcome',
      message: 'The answer does not say.',
      status: 200,
      retryable: false,
      facts: { reason: 'answer_unclear', word: 'parked', said: 'Parked until noon.' },
    },
    answer: { data: { id: 'ref_1', status: 'parked', message: 'Parked until noon.' } },
  })
  await hold()
  const said = find('[data-unknown]')?.textContent ?? ''
  expect(said).not.toContain('never arrived')
  expect(said).toContain('Parked until noon.')
  expect(saysDone()).toBe(false)
  expect(find('[data-remaining]')).toBeNull()
  await press('[data-teach-word] [data-means="accepted"]')
  expect(bridge.requests.find(({ method }) => method === 'words.teach')?.params).toMatchObject({
    word: 'parked',
    means: 'accepted',
  })
  expect(platform.submitted).toHaveLength(1)
})

// While one is unknown, another one must not start, from this window or a later one, on whatever page of the ledger it is.
test.each([0, 2])('an unknown refund of the charge stops a second, behind %d other pages', async (pages) => {
  const { platform } = await open((fake) => {
    const at = new Date().toISOString()
    fake.intentsOfPage = 1
    const unknown = (id: string, chargeId: string): Intent => ({
      id,
      reference: 'r',
      operation: 'POST /api/payment/charge/reverse',
      state: 'unknown',
      environment: 'rehearsal',
      product: 'Payments',
      risk: 'money',
      request: { body: { chargeId, amount: 500, currency: 'EUR' } },
      attempts: 1,
      createdAt: at,
      sentAt: at,
      evidence: [],
    })
    for (let page = 0; page < pages; page += 1) fake.intents.push(unknown(`other ${page}`, 'chg_2'))
    fake.intents.push(unknown('lost', 'chg_1'))
  })
  expect(find('[data-unknown]')).not.toBeNull()
  expect(find('[data-review]')).toBeNull()
  expect(find('[data-found]')?.dataset['found']).toBe('0')
  await press('[data-choice="not_done"]')
  expect(platform.intents.at(-1)?.state).toBe('rejected')
  expect(find('[data-review]')).not.toBeNull()
})

// A link that drops at the press: asked again, the same press, never a second refund.
test('a lost link asks again with the same press', async () => {
  const { platform, bridge } = await open()
  await type('10')
  await press('[data-review]')
  let drops = 1
  bridge.answer('ledger.submit', (params) => {
    const made = platform.submit(params)
    if (drops-- > 0)
      throw new DeskError('unreachable', 'The connection to the desk is gone.', { operation: 'ledger.submit' })
    return made
  })
  await hold()
  expect(find('[data-unknown]')).toBeNull()
  await press('[data-ask-again]')
  expect(find('[data-outcome]')?.dataset['outcome']).toBe('confirmed')
  expect(platform.submitted).toHaveLength(1)
  expect(bridge.requests.filter(({ method }) => method === 'ledger.submit')).toHaveLength(2)
})
