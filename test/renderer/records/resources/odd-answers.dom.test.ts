// What the pane shows of answers that are not what was asked for.
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import type { Json, JsonObject } from '#contract/json.ts'
import type { OperationRequest } from '#contract/operation.ts'
import ResourcePane from '../../../../renderer/records/resources/ResourcePane.vue'
import type { ResourceSpec } from '../../../../renderer/records/resources/types.ts'
import { usePrivacy } from '../../../../renderer/kit/composables/usePrivacy.ts'
import { click, find, openDesk, text, type Desk } from './desk.ts'
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
    { id: 'customer', label: 'resources.role.customer', role: 'customer', kind: 'text' },
    { id: 'fee', label: 'resources.role.amount', field: 'fee', kind: 'money' },
  ],
  actions: [{ operation: 'POST /api/payment/charge/delete', label: 'resources.form.save' }],
}
const row = (n: number, more: JsonObject = {}): JsonObject => ({ id: `ch_${n}`, status: 'paid', ...more })

async function openPane(
  list: Json,
  one: Json,
  open?: string,
  options: Parameters<typeof openDesk>[3] = {},
): Promise<Desk> {
  const selected = ref(open)
  const Host = defineComponent(
    () => () =>
      h(ResourcePane, {
        spec,
        selected: selected.value,
        'onUpdate:selected': (id: string | undefined) => (selected.value = id),
      }),
  )
  return openDesk(Host, {}, ({ operation }: OperationRequest) => (operation === spec.list ? list : one), options)
}
function inShow(): void {
  usePrivacy().masked.value = true
  onTestFinished(() => {
    usePrivacy().masked.value = false
  })
}

// The envelope of a list shown as if it were the record, with commands below it.
test('a list where one record was asked for gives the record that was meant', async () => {
  await openPane([row(1)], { data: [row(2), row(1, { note: 'the one' }), row(3)], total: 3 }, 'ch_1')
  expect(text('[data-record-fields]')).toContain('the one')
  expect(find('[data-odd]')).toBeNull()
})

// An answer without the record that is taken for one, or for nothing at all.
test.each([{ data: [] }, null, { data: null }, { data: [row(2), row(3)], total: 2 }, ['a', 1]] as Json[])(
  '%j is no record: what the list says stays, and that is said',
  async (one) => {
    await openPane([row(1, { note: 'listed' })], one, 'ch_1')
    expect(find('[data-odd="unread"]')).not.toBeNull()
    expect(text('[data-record-fields]')).toContain('listed')
  },
)

// A row's place in the list sent to the platform as if it were an identifier.
test('a row without an identifier is shown, and asked about nowhere', async () => {
  const desk = await openPane([{ status: 'odd' }, { status: 'odder' }], row(1), 'row 2')
  expect(text('[data-record-fields]')).toContain('Odder')
  expect(find('[data-odd="nameless"]')).not.toBeNull()
  expect(find('[data-action]')).toBeNull()
  await click('[aria-rowindex="2"]')
  expect(text('[data-record-fields]')).toContain('Odd')
  expect(desk.reads.map(({ operation }) => operation)).toEqual([spec.list])
})

// A customer shown as a folded object, or named on a screen that is shared.
test('a customer within the record is shown by name, and masked in a show with the JSON of it', async () => {
  const one = row(1, { customer: { id: 'cus_9', name: 'Ana Example', email: 'ana@example.org' } })
  const desk = await openPane([one], { data: one }, 'ch_1')
  expect(text('[role="grid"]')).toContain('Ana Example')
  expect(text('[data-field-name="customer"]')).toContain('Ana Example')
  desk.wrapper.unmount()
  inShow()
  await openPane([one], { data: one }, 'ch_1')
  expect(document.body.textContent).not.toMatch(/Ana Example|ana@example\.org/)
  await click('[data-field-name="customer"] [data-covered]')
  expect(text('[data-field-name="customer"] pre')).toContain('ana@example.org')
})

// A text of several MiB that stops the page while it is laid out.
test('a long text comes in steps', async () => {
  await openPane([row(1)], { data: row(1, { note: 'n'.repeat(30_000) }) }, 'ch_1')
  const letters = (): number => text('[data-field-name="note"] dd').replaceAll(/[^n]/g, '').length
  expect(letters()).toBeLessThan(3_000)
  await click('[data-field-name="note"] [data-clipped] button')
  expect(letters()).toBeGreaterThan(20_000)
})

// An amount under its own name whose unit is guessed, or left open for ever.
test('the unit of a named amount is asked for too', async () => {
  await openPane([row(1, { fee: 1_240, currency: 'EUR' })], row(1), undefined, { environment: 'development' })
  expect(text('[data-unit="minor"]')).toBe('12.40 EUR')
})

// A guess that is drawn as if it were certain, and an answer that passes for an empty list.
test('a guessed list says where it was read and what speaks against it; what the person chose is not asked again', async () => {
  await openPane({ lampshades: [row(1), row(2)] }, row(1))
  expect(find('[data-reading="guessed"]')?.getAttribute('data-reason')).toBe('unknown_name')
  expect(text('[data-reading]')).toContain('Read as a list at lampshades. Check it.')
  expect(find('[data-choose-list]')).not.toBeNull()
})

test('an answer that was not understood is no empty list, and is one press away as it came', async () => {
  await openPane('maintenance until noon', row(1))
  expect(text('[data-reading="not_understood"]')).toContain("This answer wasn't understood")
  expect(find('[data-empty]')).toBeNull()
  await click('[data-show-raw]')
  expect(text('[data-reading]')).toContain('maintenance until noon')
})

test('a clear list says nothing of it', async () => {
  await openPane({ data: { id: 'x', status: 'ok', charges: [row(1)] } }, row(1))
  expect(find('[data-reading]')).toBeNull()
})

// Catches an empty list that leaves a person with nothing to do where nothing can be added to it.
test('an empty list that takes no new records offers to be read again', async () => {
  const desk = await openPane({ data: [], total: 0 }, row(1))
  expect(find('[data-empty]')).not.toBeNull()
  const reads = (): number => desk.bridge.requests.filter(({ method }) => method === 'platform.read').length
  const before = reads()
  await click('[data-empty] [data-again]')
  await expect.poll(reads).toBeGreaterThan(before)
})
