import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h, ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { Json, JsonObject } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'
import ResourcePane from '../../../../renderer/records/resources/ResourcePane.vue'
import type { ResourceSpec } from '../../../../renderer/records/resources/types.ts'
import { usePrivacy } from '../../../../renderer/kit/composables/usePrivacy.ts'
import { click, find, openDesk, refuse, text, type, unfold, type Desk } from './desk.ts'
import { giveSizes } from '../../support/layout.ts'

giveSizes(600)
const spec: ResourceSpec = {
  resource: 'payment/charge',
  title: 'resources.role.amount',
  about: 'resources.answer.title',
  icon: 'i-lucide-coins',
  list: 'POST /api/payment/charge/all',
  get: 'POST /api/payment/charge/get',
  idName: 'chargeId',
  columns: [
    { id: 'id', label: 'resources.role.id', role: 'id', kind: 'id' },
    { id: 'status', label: 'resources.role.status', role: 'status', kind: 'status' },
    { id: 'amount', label: 'resources.role.amount', role: 'amount', kind: 'money' },
  ],
  create: { operation: 'POST /api/payment/charge/create', label: 'resources.list.find' },
  actions: [
    { operation: 'POST /api/payment/charge/delete', label: 'resources.form.save' },
    {
      operation: 'POST /api/payment/charge/refund',
      label: 'resources.form.review',
      refusal: (record) => (record['status'] === 'refunded' ? 'resources.record.gone' : undefined),
    },
  ],
  reads: [{ operation: 'POST /api/payment/refund/searchbycharge', label: 'resources.answer.json' }],
  searches: [
    {
      operation: 'POST /api/payment/refund/searchbystatus',
      label: 'resources.list.search',
      fields: [{ name: 'status', label: 'resources.role.status', control: 'text', required: true }],
    },
  ],
}
const charge = (n: number, more: JsonObject = {}): JsonObject => ({
  id: `ch_${n}`,
  status: 'paid',
  amount: 1_000 + n,
  currency: 'EUR',
  ...more,
})
const bodyOf = ({ body }: OperationRequest): JsonObject => (body ?? {}) as JsonObject

interface Pane extends Desk {
  selected: Ref<string | undefined>
  spec: ShallowRef<ResourceSpec>
}
async function openPane(
  platform: (request: OperationRequest) => Json | Promise<Json>,
  options: Parameters<typeof openDesk>[3] & { selected?: string; spec?: ResourceSpec } = {},
): Promise<Pane> {
  const selected = ref(options.selected)
  const shown = shallowRef(options.spec ?? spec)
  const Host = defineComponent(
    () => () =>
      h(ResourcePane, {
        spec: shown.value,
        selected: selected.value,
        'onUpdate:selected': (id: string | undefined) => (selected.value = id),
      }),
  )
  return { ...(await openDesk(Host, {}, platform, options)), selected, spec: shown }
}
/** As the table asks when its end comes on screen. */
async function more({ wrapper }: Desk): Promise<void> {
  const table: VueWrapper = wrapper.findComponent({ name: 'DataTable' })
  table.vm.$emit('more')
  await flushPromises()
}
/** A machine so busy that every step of the reading takes a slice: rows stand some turns after the answer came (`in-slices.ts`). */
function slowDown(): void {
  const real = performance.now.bind(performance)
  let stolen = 0
  const stealing = vi.spyOn(performance, 'now').mockImplementation(() => real() + (stolen += 20))
  onTestFinished(() => stealing.mockRestore())
}
const all =
  (of: (request: OperationRequest) => Json) =>
  (request: OperationRequest): Json =>
    request.operation === spec.list ? of(request) : bodyOf(request)['chargeId'] ? { data: charge(1) } : { items: [] }

// Rows of any envelope, and money as it is meant.
test('lists what the platform has, formatted, with its age', async () => {
  await openPane(all(() => ({ data: { items: [charge(1), charge(2)], total: 2 } })))
  await expect.poll(() => text('[data-resource]')).toContain('10.01 EUR')
  expect(text('[data-resource]')).toContain('Paid')
  expect(document.body.querySelector('[data-resource] time')).not.toBeNull()
})

// One item where a list was expected is a list of one.
test('takes one record for a list', async () => {
  await openPane(all(() => ({ data: charge(7) })))
  expect(text('[data-resource]')).toContain('ch_7')
})

// An empty list must say what would stand there, and how to make the first.
test('an empty list is designed', async () => {
  await openPane(all(() => ({ items: [] })))
  expect(text('[data-resource]')).toContain('none yet')
  await click('[data-create]')
  expect(find('[data-action-dialog]')).not.toBeNull()
})

// A failed list must say why and offer the way on.
test('an error says what happened and can be tried again', async () => {
  let fails = true
  const desk = await openPane(all(() => (fails ? refuse('server_error') : { items: [charge(1)] })))
  expect(find('[data-error-code="server_error"]')).not.toBeNull()
  fails = false
  await click('[data-go-on]')
  expect(text('[data-resource]')).toContain('ch_1')
  expect(desk.reads).toHaveLength(2)
})

// Without a credential nothing can be read: the way to add one is the button.
test('no credential leads to the settings', async () => {
  await openPane(all(() => refuse('no_credentials')))
  expect(find('a[href*="credentials"]')).not.toBeNull()
})

// 429 in the middle of paging must keep the rows, count down, and go on from there.
test('a rate limit in the middle keeps what is there', async () => {
  let limited = true
  const desk = await openPane(
    all((request) => {
      const offset = Number(bodyOf(request)['offset'] ?? 0)
      if (offset > 0 && limited) return refuse('rate_limited', { retryAfterMs: 3_000 })
      return { items: [charge(offset), charge(offset + 1)], total: 4, limit: 2, offset }
    }),
  )
  await more(desk)
  expect(text('[data-resource]')).toContain('ch_1')
  expect(text('[data-list-notice]')).toContain('2 rows')
  expect(find('[data-go-on]')?.hasAttribute('disabled')).toBe(true)
  limited = false
  await expect.poll(() => find('[data-go-on]')?.hasAttribute('disabled')).toBe(false)
  const asked = desk.reads.length
  slowDown()
  await click('[data-go-on]')
  expect(desk.reads.slice(asked).map(bodyOf)).toMatchObject([{ limit: 2, offset: 2 }])
  await expect.poll(() => text('[data-resource]')).toContain('ch_3')
  expect(find('[data-list-notice]')).toBeNull()
})

// Catches a platform whose next page is asked for by a cursor: by an offset it gives the first page for ever.
test('the next page is asked for as the answer says', async () => {
  const desk = await openPane(
    all((request) =>
      bodyOf(request)['cursor'] === 'c2'
        ? { items: [charge(3)], next_cursor: null }
        : { items: [charge(1), charge(2)], next_cursor: 'c2' },
    ),
  )
  await more(desk)
  await expect.poll(() => text('[data-resource]')).toContain('ch_3')
  expect(desk.reads.map(bodyOf).at(-1)).toMatchObject({ cursor: 'c2' })
})

// A platform that knows no offset would be asked for the same page for ever.
test('stops where a further page brings nothing new', async () => {
  const desk = await openPane(all(() => ({ items: [charge(1)], total: 40 })))
  await more(desk)
  const asked = desk.reads.length
  await more(desk)
  expect(desk.reads).toHaveLength(asked)
  expect(find('[data-short]')).not.toBeNull()
})

// An answer to an old question must never show under a new one.
test('a late answer of another environment is thrown away', async () => {
  const answers: Array<(data: Json) => void> = []
  const desk = await openPane((request) =>
    request.operation === spec.list ? new Promise<Json>((resolve) => answers.push(resolve)) : { items: [] },
  )
  desk.bridge.push('environments.changed', {
    environments: [
      { id: 'development', name: 'development', baseUrl: 'https://dev.example.org', selected: true, configured: true },
    ],
  })
  await flushPromises()
  expect(answers).toHaveLength(2)
  answers[1]?.({ items: [charge(2)] })
  await flushPromises()
  answers[0]?.({ items: [charge(1)] })
  await flushPromises()
  expect(text('[data-resource]')).toContain('ch_2')
  expect(text('[data-resource]')).not.toContain('ch_1')
})

// HTML in a name is a name.
test('names are text, in the list and in the record', async () => {
  const evil = '<img src=x onerror=alert(1)>'
  await openPane(
    (request) =>
      request.operation === spec.list
        ? { items: [charge(1, { status: evil, name: evil })] }
        : { data: charge(1, { name: evil, html: { deep: evil } }) },
    { selected: 'ch_1' },
  )
  expect(document.body.querySelector('img')).toBeNull()
  expect(text('[data-record] h2')).toBe(evil)
})

// Fields that nobody named must be shown, not dropped.
test('the record shows every field, unknown and nested ones too', async () => {
  await openPane(
    (request) =>
      request.operation === spec.list
        ? { items: [charge(1)] }
        : { data: charge(1, { oddField: 'odd', nested: { a: [1, 2] }, nothing: null }) },
    { selected: 'ch_1' },
  )
  const names = [...document.body.querySelectorAll('[data-field-name]')].map((field) =>
    field.getAttribute('data-field-name'),
  )
  expect(names).toEqual(['id', 'status', 'amount', 'currency', 'oddField', 'nested', 'nothing'])
})

// What is private must not stand on a screen that is shared.
test('customer and e-mail are masked in a show', async () => {
  usePrivacy().masked.value = true
  await openPane(
    (request) =>
      request.operation === spec.list
        ? { items: [charge(1)] }
        : { data: charge(1, { customerId: 'cus_secret', email: 'a@example.org' }) },
    { selected: 'ch_1' },
  )
  expect(document.body.textContent).not.toContain('cus_secret')
  expect(document.body.textContent).not.toContain('a@example.org')
  usePrivacy().masked.value = false
})

// A record deleted meanwhile must not vanish from under the person, nor be acted upon.
test('a record that is gone keeps what was known and is marked', async () => {
  let deleted = false
  await openPane(
    (request) =>
      request.operation === spec.list
        ? { items: [charge(1)] }
        : deleted
          ? refuse('not_found')
          : { data: charge(1, { note: 'kept' }) },
    { selected: 'ch_1' },
  )
  deleted = true
  await click('[data-refresh-record]')
  expect(find('[data-gone]')).not.toBeNull()
  expect(text('[data-record]')).toContain('kept')
  expect(
    [...document.body.querySelectorAll('[data-action]')].every(
      (button) => button.getAttribute('aria-disabled') === 'true',
    ),
  ).toBe(true)
})

// A link to a record that the list does not hold must still open it.
test('opens a record by its id alone, and says where there is none', async () => {
  await openPane((request) => (request.operation === spec.list ? { items: [] } : refuse('not_found')), {
    selected: 'ch_404',
  })
  expect(text('[data-gone]')).toContain('no record with this id')
})

// The harmless first, the irreversible last, and what can't be done says why.
test('actions stand by risk and refusals are said', async () => {
  await openPane(
    (request) =>
      request.operation === spec.list ? { items: [charge(1)] } : { data: charge(1, { status: 'refunded' }) },
    { selected: 'ch_1' },
  )
  const actions = (): Array<string | null> =>
    [...document.body.querySelectorAll('[data-action]')].map((button) => button.getAttribute('data-action'))
  // What deletes is not beside what is done often.
  expect(actions()).toEqual(['POST /api/payment/charge/refund'])
  expect(find('[data-risk="money"]')?.getAttribute('aria-disabled')).toBe('true')
  expect(text('[data-record]')).toContain('anymore')
  await click('[data-risk="money"]')
  expect(find('[data-action-dialog]')).toBeNull()
  await click('[data-record] [data-more]')
  await click('[data-action="POST /api/payment/charge/delete"]')
  expect(find('[data-action-dialog]')).not.toBeNull()
})

// Reads of a record cost a request: they are asked when they are opened.
test('its reads are asked when they are opened', async () => {
  const desk = await openPane(
    all(() => ({ items: [charge(1)] })),
    { selected: 'ch_1' },
  )
  const asked = (): number =>
    desk.reads.filter(({ operation }) => operation === 'POST /api/payment/refund/searchbycharge').length
  expect(asked()).toBe(0)
  await unfold('[data-read]')
  expect(asked()).toBe(1)
  expect(desk.reads.at(-1)?.body).toEqual({ chargeId: 'ch_1' })
})

// A search asks the platform; the list comes back when it is left.
test("searches take the list's place and give it back", async () => {
  const desk = await openPane((request) => ({ items: [request.operation === spec.list ? charge(1) : charge(9)] }))
  await click('[data-searches]')
  await type('status', 'paid')
  await click('[data-find]')
  expect(desk.reads.at(-1)).toMatchObject({
    operation: 'POST /api/payment/refund/searchbystatus',
    body: { status: 'paid' },
  })
  expect(text('[data-resource]')).toContain('ch_9')
  await click('[data-leave-search]')
  expect(text('[data-resource]')).toContain('ch_1')
})

// In the wrong unit every amount on screen is wrong: it is asked once, on an example, and kept.
test('asks for an ambiguous unit once', async () => {
  const desk = await openPane(
    all(() => ({ items: [charge(240)] })),
    { environment: 'development' },
  )
  expect(text('[data-field-choice]')).toContain('1240')
  expect(text('[data-unit="minor"]')).toBe('12.40 EUR')
  expect(text('[data-unit="major"]')).toBe('1,240.00 EUR')
  await click('[data-unit="major"]')
  await click('[data-keep-choice]')
  expect(desk.choices).toMatchObject([{ operation: spec.list, amounts: 'major' }])
  expect(find('[data-field-choice]')).toBeNull()
  expect(text('[data-resource]')).toContain('1,240.00 EUR')
  await click('[data-refresh]')
  expect(find('[data-field-choice]')).toBeNull()
})

// In the rehearsal the unit is known: nothing is asked.
test('asks nothing in the rehearsal', async () => {
  await openPane(all(() => ({ items: [charge(240)] })))
  expect(find('[data-field-choice]')).toBeNull()
  expect(text('[data-resource]')).toContain('12.40 EUR')
})

// What was done changes the list: it is read again.
test('reads again after a write was confirmed', async () => {
  const desk = await openPane(
    all(() => ({ items: [charge(1)] })),
    { selected: 'ch_1' },
  )
  const before = desk.reads.length
  await click('[data-record] [data-more]')
  await click('[data-action="POST /api/payment/charge/delete"]')
  await click('[data-confirm]')
  await click('[data-confirm]')
  expect(desk.submits).toHaveLength(1)
  expect(desk.reads.length).toBeGreaterThan(before)
})
