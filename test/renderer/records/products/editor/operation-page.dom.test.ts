import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Exchange } from '#contract/requests.ts'
import { useEnvironments } from '../../../../../renderer/kit/stores/environments.ts'
import { click, find, hold, madeIntent, refuse, text } from '../../resources/desk.ts'
import {
  search,
  update,
  partial,
  exchange,
  learned,
  openPage,
  input,
  write,
  bodyNow,
  writeJson,
  press,
} from './operation-page.ts'

// Form and JSON that say two things send a third.
test('form and JSON are one body', async () => {
  await openPage(search)
  await write('customerId', 'cus_1')
  await write('limit', '10')
  expect(bodyNow(search)).toEqual({ customerId: 'cus_1', limit: 10 })
  await writeJson(search, '{"customerId": "cus_2", "limit": 20, "strange": {"a": [1]}}')
  await click('[data-segment="form"]')
  expect(input('customerId').value).toBe('cus_2')
  expect(input('strange').value).toContain('"a"')
  await write('customerId', '')
  expect(bodyNow(search)).toEqual({ limit: 20, strange: { a: [1] } })
})

// An added row that leaves the caret on its button is out of reach for who types.
test('an added query row takes the caret: its value where the name is known', async () => {
  const operation = 'GET /api/payment/invoice/searchByCustomer'
  await openPage(operation)
  await click('[data-query-add]')
  expect(document.activeElement?.matches('[data-query-name]')).toBe(true)
  await click('[data-query-offer="customerId"]')
  expect(document.activeElement?.matches('[data-query-row]:last-child [data-query-value]')).toBe(true)
})

// A read that is sent twice, or whose press has no id, can't be given up.
test('a read goes once, with a press id, and its answer is shown and focused', async () => {
  let answer: (value: Exchange) => void = () => undefined
  const page = await openPage(search, { answer: () => new Promise((resolve) => (answer = resolve)) })
  await write('customerId', 'cus_1')
  find('[data-send]')?.focus()
  find('[data-send]')?.click()
  find('[data-send]')?.click()
  await flushPromises()
  expect(page.asked).toHaveLength(1)
  expect(page.asked[0]).toMatchObject({ operation: search, body: { customerId: 'cus_1' } })
  await click('[data-cancel]')
  expect(page.bridge.requests.findLast(({ method }) => method === 'requests.cancel')?.params).toEqual({
    press: page.asked[0]?.press,
  })
  answer(exchange(search))
  await flushPromises()
  await expect
    .poll(() => document.activeElement?.closest('[data-answer]')?.querySelector('h2'))
    .toBe(document.activeElement)
  expect(page.asked).toHaveLength(1)
})

// What can't be read must not leave, by button nor by key.
test.each(['{"a": 1,}', '{"a": 1, "a": 2}', '{"a": 1e999}', '{"a": 9007199254740993}', '{"a": NaN}'])(
  '%s is marked and never sent',
  async (bad) => {
    const page = await openPage(update)
    await writeJson(update, bad)
    expect(find('[data-json-problem]')).not.toBeNull()
    await click('[data-send]')
    await press('Enter')
    expect(page.submits).toEqual([])
    expect(text('[data-problems]')).toContain('JSON')
    await click('[data-segment="form"]')
    expect(find('[data-closed]')).not.toBeNull()
  },
)

// An edit is one press and one intent; its exchange is asked for once an answer came.
test('an edit is one press and shows what became of it', async () => {
  const page = await openPage(update)
  await write('resourceId', 'r_1')
  page.intents.next = (request) => madeIntent(request)
  find('[data-send]')?.click()
  find('[data-send]')?.click()
  await flushPromises()
  expect(page.submits).toHaveLength(1)
  expect(page.submits[0]).toMatchObject({ operation: update, body: { resourceId: 'r_1' } })
  expect(page.submits[0]?.press).toMatch(/^[0-9a-f-]{36}$/)
  expect(find('[data-outcome="confirmed"]')).not.toBeNull()
  expect(page.bridge.requests.some(({ method }) => method === 'requests.ofIntent')).toBe(true)
})

// Money must be looked at and held; a click or a key moves none.
test('money is looked at and held', async () => {
  const page = await openPage(partial, {
    forms: [
      learned(partial, {
        type: 'object',
        properties: {
          chargeId: { type: 'string' },
          amount: { type: 'integer', control: 'money' },
          currency: { type: 'string' },
        },
      }),
    ],
  })
  await write('chargeId', 'ch_1')
  await write('amount', '12.40')
  expect(text('[data-body-field="amount"]')).toContain('currency')
  await click('[data-send]')
  expect(find('[data-confirmation]')).toBeNull()
  await write('currency', 'EUR')
  expect(bodyNow(partial)).toEqual({ chargeId: 'ch_1', currency: 'EUR', amount: 1_240 })
  await click('[data-send]')
  expect(text('[data-fact="resources.fact.amount"]')).toBe('12.40 EUR')
  expect(text('[data-facts]')).toContain('Rehearsal')
  await press('Enter')
  await click('[data-confirm]')
  expect(page.submits).toEqual([])
  await click('[data-confirm]')
  expect(page.submits).toHaveLength(1)
})

// A live command needs its two presses here as everywhere else.
test('what the audience sees is armed and fired', async () => {
  const onair = 'POST /api/video/stream/create'
  const page = await openPage(onair)
  await click('[data-send]')
  expect(find('[data-arm]')).not.toBeNull()
  await click('[data-arm]')
  expect(page.submits).toEqual([])
  await click('[data-fire]')
  expect(page.submits).toHaveLength(1)
})

// Catches a risky send to a shared rehearsal that is armed without a word of who may see it.
test('before a send to a rehearsal outside the desk, its host stands beside the arming', async () => {
  const page = await openPage('POST /api/video/stream/create')
  await click('[data-send]')
  expect(find('[data-send-bar] [data-outside]')).toBeNull()
  const { list } = useEnvironments()
  page.bridge.push('environments.changed', {
    environments: list.map(({ embedded, ...one }) =>
      embedded ? { ...one, baseUrl: 'https://shared.example.org' } : one,
    ),
  })
  await flushPromises()
  if (find('[data-arm]') === null) await click('[data-send]')
  expect(text('[data-send-bar] [data-outside]')).toBe('Rehearsal at shared.example.org: other people may see this')
})

// A failed submit must leave the request as it was, to be sent with one press more.
test('a refused submit comes back to the confirmation with nothing lost', async () => {
  const page = await openPage('POST /api/payment/customer/delete')
  await writeJson('POST /api/payment/customer/delete', '{"id": "cus_1"}')
  await click('[data-send]')
  page.intents.next = () => refuse('storage_full')
  await hold('[data-confirm]')
  expect(find('[data-error-code="storage_full"]')).not.toBeNull()
  expect(bodyNow('POST /api/payment/customer/delete')).toEqual({ id: 'cus_1' })
  const first = page.submits[0]?.press
  page.intents.next = (request) => madeIntent(request)
  await hold('[data-confirm]')
  expect(page.submits[1]?.press).toBe(first)
})
