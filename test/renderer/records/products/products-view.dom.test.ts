// The generic screens on an in-memory bridge with the real catalog.
import { flushPromises } from '@vue/test-utils'
import { afterAll, expect, test, vi } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import type { CredentialState, EnvironmentId } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import ProductsView from '../../../../renderer/views/products/ProductsView.vue'
import { click, find, openDesk, text, type Desk } from '../resources/desk.ts'
import type { MemoryBridge } from '../../support/memory-bridge.ts'
import { giveSizes } from '../../support/layout.ts'

vi.mock('../../../../renderer/records/products/editor/OperationPage.vue', () => ({
  __esModule: true,
  default: {
    props: ['operation', 'request', 'history', 'studio'],
    template: '<div data-editor>{{ operation }} {{ JSON.stringify(request) }} {{ history }} {{ studio?.to }}</div>',
  },
}))

giveSizes(600)
const { innerWidth } = window
window.innerWidth = 1440
afterAll(() => {
  window.innerWidth = innerWidth
})

interface Place extends Desk {
  noted: Array<{ resource: string; records: Array<{ id: string; title?: string }> }>
}
type Platform = (request: OperationRequest) => Json | Promise<Json>

async function openAt(
  at: string,
  platform: Platform = () => ({ items: [] }),
  prepare?: (bridge: MemoryBridge) => void,
  environment: EnvironmentId = 'rehearsal',
): Promise<Place> {
  const noted: Place['noted'] = []
  const desk = await openDesk(ProductsView, {}, platform, {
    at,
    environment,
    prepare(bridge) {
      bridge.answer('seen.note', (params) => {
        noted.push(params as Place['noted'][number])
        return {}
      })
      bridge.answer('seen.list', () => ({ records: [] }))
      bridge.answer('favourites.list', () => ({ operations: ['GET /api/spaces/general/all'] }))
      bridge.answer('history.recent', () => ({
        operations: [{ operation: 'POST /api/payment/charge/all', at: '2026-11-22T02:00:00.000Z' }],
      }))
      bridge.answer('learned.get', () => null)
      prepare?.(bridge)
    },
  })
  await flushPromises()
  return { ...desk, noted }
}
/** The input of a dialog's field, by the words above it. */
function labelled(name: string): HTMLInputElement {
  const label = [
    ...document.body.querySelectorAll<HTMLLabelElement>('[data-action-form] label, [data-search] label'),
  ].find((one) => one.textContent.trim().startsWith(name))
  const input = label === undefined ? null : document.getElementById(label.htmlFor)
  if (!(input instanceof HTMLInputElement)) throw new Error(`No field ${name}`)
  return input
}
const credentials = (apiKey: CredentialState, session: CredentialState) => (bridge: MemoryBridge) =>
  bridge.answer('credentials.status', (params) => ({
    ...(params as JsonObject),
    backend: 'memory',
    credentials: { apiKey: { state: apiKey }, session: { state: session } },
  }))
const both = credentials('found', 'found')
const space = (n: number): JsonObject => ({
  id: `spc_${n}`,
  name: `Hall ${n}`,
  status: 'open',
  seats: 40 + n,
  openedAt: '2026-11-20T18:00:00.000Z',
})
const at = (product: string, resource: string, id?: string): string =>
  `/products?${new URLSearchParams({ product, resource, ...(id === undefined ? {} : { id }) }).toString()}`

// Opening the home must ask the platform nothing, and show all that there is.
test('the home holds all products, favourites and what was used last', async () => {
  const desk = await openAt('/products')
  expect(document.body.querySelectorAll('[data-product-row]')).toHaveLength(14)
  expect(text('[data-product-row="Payments"]')).toContain('payment/subscriptionPlan')
  expect(text('[data-group="favourites"]')).toContain('Spaces: Get All')
  expect(text('[data-group="recent"]')).toContain('Get All Charges')
  expect(desk.reads).toEqual([])
})

// A search that opens on Enter must open what stands first, and nothing where nothing was found.
test('a word finds operations and Enter opens the first', async () => {
  const { router } = await openAt('/products')
  const input =
    find('[data-search-operations]', HTMLInputElement) ?? find('[data-search-operations] input', HTMLInputElement)
  if (input === null) throw new Error('No search')
  input.value = 'refund searchbystatus'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
  expect(document.body.querySelectorAll('[data-operation]')).toHaveLength(1)
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await flushPromises()
  expect(router.currentRoute.value.query['operation']).toBe('POST /api/payment/refund/searchbystatus')
})

// A page that reads all its resources at once would use up the product's limit by being looked at.
test('a product page reads the list of the chosen resource alone', async () => {
  const desk = await openAt(at('Teams', 'team/category'), () => ({ items: [{ id: 'tcat_1', name: 'Crew' }] }), both)
  expect(desk.reads.map(({ operation }) => operation)).toEqual(['GET /api/team/category/all'])
  expect(document.body.querySelectorAll('[data-section]')).toHaveLength(3)
  expect(find('[data-section="team/category"]')?.getAttribute('aria-current')).toBe('page')
  await click('[data-section="team/general"]')
  await flushPromises()
  expect(desk.reads.map(({ operation }) => operation)).toEqual([
    'GET /api/team/category/all',
    'GET /api/team/general/all',
  ])
})

// Columns of which nobody said anything must come from the rows, under the answer's own names.
test('a list has the columns that its rows suggest', async () => {
  await openAt(at('Spaces', 'spaces/general'), () => ({ items: [space(1), space(2)] }), both)
  const headings = [...document.body.querySelectorAll('[role="columnheader"]')].map((heading) =>
    heading.textContent.trim(),
  )
  expect(headings).toEqual(expect.arrayContaining(['Name', 'Status', 'Seats', 'Opened at', 'Identifier']))
  expect(text('[data-resource]')).toContain('Hall 2')
})

// Ids that were on screen must be found again; the first row is the one that is wanted first.
test('rows that are shown and records that are opened are noted', async () => {
  const desk = await openAt(
    at('Spaces', 'spaces/general', 'spc_2'),
    ({ operation }) => (operation.endsWith('/all') ? { items: [space(1), space(2)] } : { data: space(2) }),
    both,
  )
  expect(desk.noted).toContainEqual({
    environment: 'rehearsal',
    resource: 'spaces/general',
    records: [
      { id: 'spc_2', title: 'Hall 2' },
      { id: 'spc_1', title: 'Hall 1' },
    ],
  })
  expect(desk.noted).toContainEqual({
    environment: 'rehearsal',
    resource: 'spaces/general',
    records: [{ id: 'spc_2', title: 'Hall 2' }],
  })
})

// A list of thousands must not be written down whole.
test('what is noted of a list is bounded', async () => {
  const desk = await openAt(
    at('Spaces', 'spaces/general'),
    () => ({ items: Array.from({ length: 500 }, (_, n) => space(n)) }),
    both,
  )
  expect(desk.noted.map(({ records }) => records.length)).toEqual([100])
  expect(desk.noted[0]?.records.at(-1)?.id).toBe('spc_0')
})

// A resource without a list was a dead end.
test('without a list there is a look-up, with what was seen before', async () => {
  const desk = await openAt(
    at('Marketing', 'marketing/automation'),
    () => ({ data: { id: 'auto_1', name: 'Welcome' } }),
    (bridge) => {
      both(bridge)
      bridge.answer('seen.list', () => ({
        records: [
          {
            environment: 'rehearsal',
            resource: 'marketing/automation',
            id: 'auto_7',
            title: 'Farewell',
            at: '2026-11-22T02:00:00.000Z',
          },
        ],
      }))
    },
  )
  expect(desk.reads).toEqual([])
  expect(text('[data-no-list]')).toContain("can't be listed")
  expect(text('[data-seen="auto_7"]')).toContain('Farewell')
  await click('[data-seen="auto_7"]')
  expect(desk.reads.at(-1)).toEqual({ operation: 'POST /api/marketing/automation/get', body: { id: 'auto_7' } })
  expect(desk.router.currentRoute.value.query['id']).toBe('auto_7')
  expect(text('[data-record]')).toContain('Welcome')
})

// Records that nothing reads can still be acted upon by their identifier.
test('an identifier alone opens what can be done with it', async () => {
  await openAt(at('Payments', 'payment/paymentLink', 'lnk_1'), () => ({ data: { raised: 10 } }), both)
  expect(text('[data-bare]')).not.toBe('')
  expect(find('[data-action="POST /api/payment/paymentLink/share"]')).not.toBeNull()
  expect(find('[data-read="GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}"]')).not.toBeNull()
})

// A redirect is an answer too: where it leads is the result.
test('a short link says where it leads', async () => {
  const desk = await openAt('/products', undefined, (bridge) => {
    both(bridge)
    bridge.answer('platform.read', () => ({
      status: 302,
      data: null,
      location: 'https://pay.example.org/w',
      receivedAt: '2026-11-22T02:00:00.000Z',
      durationMs: 3,
    }))
  })
  await desk.router.push(at('Payments', 'pay', 'winter'))
  await flushPromises()
  expect(text('[data-location]')).toContain('https://pay.example.org/w')
  expect(find('[data-odd]')).toBeNull()
  expect(desk.noted).toContainEqual({ environment: 'rehearsal', resource: 'pay', records: [{ id: 'winter' }] })
})

// An action's form must start with what the platform has, and under the name that the platform takes.
test('an update starts from the record', async () => {
  const desk = await openAt(
    at('Spaces', 'spaces/general', 'spc_1'),
    ({ operation }) => (operation.endsWith('/all') ? { items: [space(1)] } : { data: space(1) }),
    both,
  )
  await click('[data-action="PUT /api/spaces/general/update"]')
  await flushPromises()
  expect(labelled('seats').value).toBe('41')
  const name = labelled('name')
  name.value = 'Great hall'
  name.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
  await click('[data-confirm]')
  expect(desk.submits[0]).toMatchObject({
    operation: 'PUT /api/spaces/general/update',
    body: { id: 'spc_1', name: 'Great hall', seats: 41 },
  })
})

// Without a credential every page would send a request that can only fail.
test('without a credential nothing is asked, and the way to one stands there', async () => {
  const desk = await openAt(at('Spaces', 'spaces/general'), undefined, credentials('absent', 'absent'), 'development')
  expect(desk.reads).toEqual([])
  expect(find('[data-lack="apiKey"] a[href*="credentials"]')).not.toBeNull()
  expect(find('[data-not-asked]')).not.toBeNull()
})

// Whoever is not signed in must still be able to sign in.
test('signing in is offered where nobody is signed in', async () => {
  const desk = await openAt(
    at('Accounts', 'account/general', 'acc_1'),
    undefined,
    credentials('found', 'absent'),
    'development',
  )
  expect(desk.reads).toEqual([])
  expect(find('[data-sign-in]')).not.toBeNull()
  expect(find('[data-action="POST /api/account/general/login"]')).not.toBeNull()
})

// An environment without an address has nobody to ask.
test('an environment without an address says so', async () => {
  const desk = await openAt(at('Spaces', 'spaces/general'), undefined, (bridge) => {
    both(bridge)
    bridge.answer('environments.list', () => ({
      environments: [{ id: 'production', name: 'production', baseUrl: '', selected: true, configured: false }],
    }))
  })
  expect(desk.reads).toEqual([])
  expect(find('[data-lack="address"]')).not.toBeNull()
})

// An address from an old note must not leave an empty page.
test.each([
  ['/products?product=Rockets', 'Unknown product Rockets'],
  [at('Teams', 'team/rockets'), 'Teams has no resource team/rockets'],
  ['/products?operation=GET%20%2Fapi%2Fnothing', 'Unknown operation'],
])('%s says that there is no such thing', async (address, words) => {
  const desk = await openAt(address, undefined, both)
  await expect.poll(() => text('[data-no-place]')).toContain(words)
  expect(find('[data-no-place] a[href="/products"]')).not.toBeNull()
  expect(desk.reads).toEqual([])
})

// The two spellings of the plans' folder are one place.
test('a resource is found in either letter case', async () => {
  await openAt(at('Payments', 'payment/subscriptionplan'), undefined, both)
  expect(find('[data-resource-page="payment/subscriptionPlan"]')).not.toBeNull()
})

// The way from a raw request back to what it belongs to.
test('an operation page leads to its resource and its studio, and carries a request', async () => {
  const key = 'POST /api/video/stream/getStatus'
  await openAt(
    `/products?${new URLSearchParams({ operation: key, request: '{"body":{"streamId":"str_1"}}' }).toString()}`,
  )
  await expect.poll(() => text('[data-editor]')).toContain('"streamId":"str_1"')
  expect(find('[data-to-resource]')?.getAttribute('href')).toContain('resource=video/stream')
  expect(text('[data-editor]')).toContain('/streams?operation=')
})

// A cut address must not put half a request into the editor.
test('a request that can not be read is left out and said', async () => {
  await openAt(
    `/products?${new URLSearchParams({ operation: 'GET /api/spaces/general/all', request: '{"query":{' }).toString()}`,
  )
  await expect.poll(() => find('[data-unreadable]')).not.toBeNull()
  expect(text('[data-editor]')).not.toContain('query')
})

// Arrow keys are how a list of 14 is walked without a mouse.
test('arrows walk the lists', async () => {
  await openAt('/products')
  const [first, second] = [...document.body.querySelectorAll<HTMLElement>('[data-product-row]')]
  first?.focus()
  first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  expect(document.activeElement).toBe(second)
})

// Dialogs lead to the raw request with what is written, and leave credentials behind.
test('a dialog leads to its raw request without its secrets', async () => {
  const desk = await openAt(
    at('Spaces', 'spaces/general', 'spc_1'),
    ({ operation }) =>
      operation.endsWith('/all') ? { items: [space(1)] } : { data: { ...space(1), doorPassword: 'hunter2' } },
    both,
  )
  await click('[data-action="PUT /api/spaces/general/update"]')
  await flushPromises()
  const href = decodeURIComponent(find('[data-action-dialog] [data-raw]')?.getAttribute('href') ?? '')
  expect(href).toContain('PUT /api/spaces/general/update'.replaceAll(' ', '+'))
  expect(href).toContain('spc_1')
  expect(href).not.toContain('hunter2')
  expect(desk.submits).toEqual([])
})

// A search without a field to search by would find everything.
test('a search offers the field that its name speaks of, and finds by it', async () => {
  const desk = await openAt(at('Payments', 'payment/refund'), undefined, both)
  await click('[aria-label="More actions for payment/refund"]')
  const item = [...document.body.querySelectorAll('button')].find(
    (button) => button.textContent.trim() === 'Search Refunds By Status',
  )
  item?.click()
  await flushPromises()
  const status = labelled('status')
  status.value = 'pending'
  status.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
  await click('[data-find]')
  expect(desk.reads.at(-1)).toEqual({
    operation: 'POST /api/payment/refund/searchbystatus',
    body: { status: 'pending' },
  })
})

// "Get By Name" asked with an identifier alone may find nothing.
test('a record that is asked for by name gets the name too', async () => {
  const desk = await openAt(
    at('Spaces', 'spaces/general'),
    ({ operation }) => (operation.endsWith('/all') ? { items: [space(1)] } : { data: space(1) }),
    both,
  )
  await desk.router.push(at('Spaces', 'spaces/general', 'spc_1'))
  await flushPromises()
  expect(desk.reads.at(-1)).toEqual({
    operation: 'GET /api/spaces/general/get',
    query: { name: 'Hall 1', id: 'spc_1' },
  })
})
