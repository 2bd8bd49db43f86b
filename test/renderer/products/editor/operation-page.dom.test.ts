import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import type { Component, ShallowRef } from 'vue'
import type { LearnedForm } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Exchange, HistoryRecord, KeptRequest, SeenRecord } from '#contract/requests.ts'
import OperationPage from '../../../../renderer/products/editor/OperationPage.vue'
import { useSignIn } from '../../../../renderer/composables/useSignIn.ts'
import { useOpenRequests } from '../../../../renderer/stores/open-requests.ts'
import type { MemoryBridge } from '../../support/memory-bridge.ts'
import { click, find, hold, madeIntent, openDesk, refuse, text } from '../../resources/desk.ts'
import type { Desk } from '../../resources/desk.ts'

const search = 'POST /api/payment/refund/searchbycustomer'
const update = 'PUT /api/events/general/update'
const partial = 'POST /api/payment/refund/partialrefund'
const customer = 'POST /api/payment/customer/update'
const attribution = 'GET /api/ads/attribution/get/{attributionId}'

const exchange = (operation: string, change: Partial<Exchange> = {}): Exchange => ({
  id: 'ex_1', operation, environment: 'rehearsal', at: '2026-11-22T02:00:00.000Z', outcome: 'answered', status: 200, requestId: 'req_9', durationMs: 12, attempts: 1, headers: [], ...change,
})
const learned = (operation: string, body: LearnedForm['body']): LearnedForm => ({ environment: 'rehearsal', operation, ...(body === undefined ? {} : { body }), missed: [], sent: 3, answered: 3, edited: [], updatedAt: '2026-11-22T02:00:00.000Z' })

interface Page extends Desk {
  asked: Array<OperationRequest & { press?: string }>
  /** What the page is given; undefined takes it away. */
  given: ShallowRef<Record<string, unknown> | undefined>
}

async function openPage(operation: string, options: { request?: KeptRequest; history?: string; environment?: EnvironmentId; forms?: LearnedForm[]; seen?: SeenRecord[]; answer?: (request: OperationRequest) => Exchange | Promise<Exchange>; prepare?: (bridge: MemoryBridge) => void } = {}): Promise<Page> {
  const asked: Page['asked'] = []
  const { request, history } = options
  const given = shallowRef<Record<string, unknown> | undefined>({ operation, ...(request === undefined ? {} : { request }), ...(history === undefined ? {} : { history }) })
  const Host = defineComponent(() => () => (given.value === undefined ? null : h(OperationPage as Component, given.value)))
  const desk = await openDesk(Host, {}, undefined, {
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    prepare(bridge) {
      bridge.answer('learned.get', (params) => options.forms?.find((form) => form.operation === (params as LearnedForm).operation) ?? null)
      bridge.answer('favourites.list', () => ({ operations: [] }))
      bridge.answer('favourites.set', (params) => ({ operations: (params as { on: boolean }).on ? [operation] : [] }))
      bridge.answer('seen.list', (params) => ({ records: (options.seen ?? []).filter(({ resource }) => resource === (params as SeenRecord).resource) }))
      bridge.answer('account.state', () => ({ environment: 'rehearsal', session: 'found', hasSessionId: true, mappings: {} }))
      bridge.answer('history.recent', () => ({ operations: [] }))
      bridge.answer('limits.list', () => ({ environment: 'rehearsal', products: [] }))
      bridge.answer('requests.ofIntent', () => exchange(operation))
      bridge.answer('requests.cancel', () => ({}))
      bridge.answer('answers.part', () => ({ text: '{}', done: true }))
      bridge.answer('requests.read', async (params) => {
        asked.push(params as Page['asked'][number])
        return (await options.answer?.(params as OperationRequest)) ?? exchange(operation)
      })
      bridge.answer('platform.preview', (params) => {
        const sent = params as OperationRequest
        return { method: operation.split(' ')[0], url: `https://platform.example.org${operation.split(' ')[1] ?? ''}`, headers: [['X-Service-API-Key', '<API_KEY>']], ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }), suspicious: [] }
      })
      options.prepare?.(bridge)
    },
  })
  desk.bridge.push('limits.changed', { gates: [] })
  await flushPromises()
  return { ...desk, asked, given }
}

const input = (name: string): HTMLInputElement => {
  const element = document.body.querySelector<HTMLInputElement>(`[data-body-field="${name}"] :is(input, textarea), [data-part="path"] input[data-field="${name}"], [data-part="path"] [data-field="${name}"] input`)
  if (element === null) throw new Error(`No field ${name}`)
  return element
}
async function write(name: string, value: string): Promise<void> {
  const element = input(name)
  element.value = value
  element.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}
const bodyNow = (operation: string): unknown => JSON.parse(useOpenRequests().of(operation)?.work.text ?? 'null')
async function writeJson(operation: string, value: string): Promise<void> {
  if (find('[data-body-json]') === null) await click('[data-segment="json"]')
  await vi.waitFor(() => expect(find('.cm-content')).not.toBeNull())
  const { EditorView } = await import('codemirror')
  const content = find('.cm-content')
  const view = content === null ? null : EditorView.findFromDOM(content)
  view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  await flushPromises()
  expect(useOpenRequests().of(operation)?.work.text).toBe(value)
}
const press = async (key: string, modifiers: KeyboardEventInit = { ctrlKey: true }): Promise<void> => {
  ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }))
  await flushPromises()
}

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
  expect(page.bridge.requests.findLast(({ method }) => method === 'requests.cancel')?.params).toEqual({ press: page.asked[0]?.press })
  answer(exchange(search))
  await flushPromises()
  await vi.waitFor(() => expect(document.activeElement?.closest('[data-answer]')?.querySelector('h2')).toBe(document.activeElement))
  expect(page.asked).toHaveLength(1)
})

// What can't be read must not leave, by button nor by key.
test.each(['{"a": 1,}', '{"a": 1, "a": 2}', '{"a": 1e999}', '{"a": 9007199254740993}', '{"a": NaN}'])('%s is marked and never sent', async (bad) => {
  const page = await openPage(update)
  await writeJson(update, bad)
  expect(find('[data-json-problem]')).not.toBeNull()
  await click('[data-send]')
  await press('Enter')
  expect(page.submits).toEqual([])
  expect(text('[data-problems]')).toContain('JSON')
  await click('[data-segment="form"]')
  expect(find('[data-closed]')).not.toBeNull()
})

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
  const page = await openPage(partial, { forms: [learned(partial, { type: 'object', properties: { chargeId: { type: 'string' }, amount: { type: 'integer', control: 'money' }, currency: { type: 'string' } } })] })
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

// What is missing in the path is named where it stands, and known ids are offered there.
test('a missing path parameter is named, seen ids are offered', async () => {
  const page = await openPage(attribution, { seen: [{ environment: 'rehearsal', resource: 'ads/attribution', id: 'att_7', title: 'Autumn', at: '2026-11-22T02:00:00.000Z' }] })
  expect(document.body.querySelector('datalist option[value="att_7"]')?.textContent).toContain('Autumn')
  expect(find('[data-problems]')).toBeNull()
  await click('[data-send]')
  expect(page.asked).toEqual([])
  expect(text('[data-problems]')).toContain('attributionId')
  expect(document.activeElement).toBe(input('attributionId'))
  await write('attributionId', 'att_7')
  await press('Enter')
  expect(page.asked[0]).toMatchObject({ path: { attributionId: 'att_7' } })
})

// A link that quietly replaces what was written loses it; both must be kept.
test('another request asks before it takes the place of what is not sent', async () => {
  const page = await openPage(update)
  await write('resourceId', 'mine')
  page.given.value = undefined
  await flushPromises()
  page.given.value = { operation: update, request: { body: { resourceId: 'theirs' } } }
  await flushPromises()
  expect(find('[data-offered]')).not.toBeNull()
  expect(input('resourceId').value).toBe('mine')
  await click('[data-take]')
  expect(input('resourceId').value).toBe('theirs')
  await click('[data-swap]')
  expect(input('resourceId').value).toBe('mine')
})

// The history keeps *** in the place of a password; sent like that it would become the password.
test('what the history masked must be typed anew', async () => {
  const record = { id: 'h_1', operation: customer, request: { body: { id: 'cus_1', token: '***' } } } as unknown as HistoryRecord
  const page = await openPage(customer, { history: 'h_1', prepare: (bridge) => bridge.answer('history.get', () => record) })
  expect(text('[data-masked]')).toContain('token')
  await click('[data-send]')
  expect(page.submits).toEqual([])
  expect(text('[data-problems]')).toContain('token')
  await write('token', 'typed')
  expect(find('[data-masked]')).toBeNull()
  await click('[data-send]')
  expect(page.submits).toHaveLength(1)
})

// A link lies open in chats: it must not carry what the keychain guards.
test('a link leaves credentials out and says so', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (value) => void copied.push(value))
  await openPage('PUT /api/video/event/update', { request: { body: { options: { streamKey: 'live_1', title: 'T' } } } })
  await click('[data-copy="link"]')
  expect(decodeURIComponent(copied[0] ?? '')).toBe('showdesk://operation/PUT /api/video/event/update?request={"body":{"options":{"title":"T"}}}')
  expect(text('[data-tool-said]')).toContain('options.streamKey')
  await click('[data-copy="curl"]')
  expect(copied[1]).toContain("API_KEY='<API_KEY>'")
})

// A link that a mail cuts in half opens another request.
test('a link that is too long is refused with a way out', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (value) => void copied.push(value))
  await openPage(update, { request: { body: { resourceId: 'x'.repeat(9_000) } } })
  await click('[data-copy="link"]')
  expect(copied).toEqual([])
  expect(text('[data-tool-said]')).toContain('draft')
})

// A credential must not appear on a screen that an audience sees because somebody switched to JSON.
test('the JSON of a body with credentials is covered until asked for', async () => {
  await openPage('PUT /api/video/event/update', { request: { body: { options: { streamKey: 'live_1' } } } })
  await click('[data-segment="json"]')
  expect(text('[data-body-json]')).not.toContain('live_1')
  expect(text('[data-covered-json]')).toContain('options.streamKey')
})

// Without a mouse the form, the JSON and the next empty field must be in reach.
test('the keys switch form and JSON and lead to the next empty field', async () => {
  await openPage(search)
  input('customerId').focus()
  await write('customerId', 'cus_1')
  await press('ArrowDown', { altKey: true })
  expect(document.activeElement).toBe(input('limit'))
  await press('j')
  expect(find('[data-body-json]')).not.toBeNull()
  await press('j')
  expect(find('[data-body-form]')).not.toBeNull()
})

// A product that asked to wait is not asked again by an eager press.
test('a closed gate closes the button of a read and counts down', async () => {
  const page = await openPage(search)
  page.bridge.push('limits.changed', { gates: [{ environment: 'rehearsal', product: 'Payments', credential: 'apiKey', until: new Date(Date.now() + 30_000).toISOString(), retryAfterMs: 30_000, source: 'retry-after' }] })
  await flushPromises()
  expect(find('[data-waits]')).not.toBeNull()
  await press('Enter')
  expect(page.asked).toEqual([])
})

// The star is the way back to an operation that is used every day.
test('an operation can be starred', async () => {
  await openPage(search)
  expect(find('[data-star]')?.getAttribute('aria-pressed')).toBe('false')
  await click('[data-star]')
  expect(find('[data-star]')?.getAttribute('aria-pressed')).toBe('true')
})

// A session that the platform refuses would only be refused again; what was written must survive the sign-in.
test('a refused session leads to signing in first, then one press sends', async () => {
  const logout = 'POST /api/account/general/logout-device'
  const page = await openPage(logout, { request: { body: { deviceId: 'd_1' } }, prepare: (bridge) => bridge.answer('account.state', () => ({ environment: 'rehearsal', session: 'found', refusedAt: '2026-11-22T02:00:00.000Z', hasSessionId: true, mappings: {} })) })
  const { asked, end } = useSignIn()
  await press('Enter')
  expect(asked.value).toMatchObject({ reason: 'refused' })
  expect(page.submits).toEqual([])
  page.bridge.push('account.changed', { environment: 'rehearsal', session: 'found', hasSessionId: true, mappings: {} })
  end(true)
  await flushPromises()
  await press('Enter')
  if (find('[data-confirm]') !== null) await hold('[data-confirm]')
  expect(page.submits[0]?.body).toEqual({ deviceId: 'd_1' })
})

// What the desk refuses by itself must be named where it is mended, not beside an old answer.
test('a request that the desk refuses is named beside it, with the caret in the field', async () => {
  const page = await openPage(update)
  await write('resourceId', 'r_1')
  page.intents.next = () => refuse('invalid_input', { fields: [{ path: 'resourceId', message: 'Too short' }] })
  await click('[data-send]')
  expect(text('[data-unfit]')).toContain('Too short')
  expect(document.activeElement).toBe(input('resourceId'))
  expect(input('resourceId').value).toBe('r_1')
})

// A read that outlives its page must be there when the person comes back, and not go a second time.
test('a read goes on while the page is left', async () => {
  let answer: (value: Exchange) => void = () => undefined
  const page = await openPage(search, { answer: () => new Promise((resolve) => (answer = resolve)) })
  await click('[data-send]')
  const { given } = page
  const before = given.value
  given.value = undefined
  await flushPromises()
  given.value = before
  await flushPromises()
  expect(find('[data-cancel]')).not.toBeNull()
  await press('Enter')
  answer(exchange(search, { status: 207 }))
  await flushPromises()
  expect(page.asked).toHaveLength(1)
  expect(text('[data-answer]')).toContain('207')
})

// A password in a draft lies in the profile for good.
test('a body with a password can not be kept as a draft', async () => {
  await openPage('POST /api/account/general/login')
  await write('email', 'a@example.org')
  expect(find('[data-save-draft]', HTMLButtonElement)?.disabled).toBe(false)
  await write('password', 'secret')
  expect(find('[data-save-draft]', HTMLButtonElement)?.disabled).toBe(true)
  expect(text('[data-unkept]')).toContain('password')
})
