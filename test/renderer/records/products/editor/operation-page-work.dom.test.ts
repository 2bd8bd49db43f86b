import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import type { Exchange, HistoryRecord } from '#contract/requests.ts'
import { useSignIn } from '../../../../../renderer/kit/composables/useSignIn.ts'
import { click, find, hold, refuse, text } from '../../resources/desk.ts'
import { search, update, customer, attribution, exchange, openPage, input, write, press } from './operation-page.ts'

// What is missing in the path is named where it stands, and known ids are offered there.
test('a missing path parameter is named, seen ids are offered', async () => {
  const page = await openPage(attribution, {
    seen: [
      {
        environment: 'rehearsal',
        resource: 'ads/attribution',
        id: 'att_7',
        title: 'Autumn',
        at: '2026-11-22T02:00:00.000Z',
      },
    ],
  })
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
  const record = {
    id: 'h_1',
    operation: customer,
    request: { body: { id: 'cus_1', token: '***' } },
  } as unknown as HistoryRecord
  const page = await openPage(customer, {
    history: 'h_1',
    prepare: (bridge) => bridge.answer('history.get', () => record),
  })
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
  expect(decodeURIComponent(copied[0] ?? '')).toBe(
    'showdesk://operation/PUT /api/video/event/update?request={"body":{"options":{"title":"T"}}}',
  )
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
  page.bridge.push('limits.changed', {
    gates: [
      {
        environment: 'rehearsal',
        product: 'Payments',
        credential: 'apiKey',
        until: new Date(Date.now() + 30_000).toISOString(),
        retryAfterMs: 30_000,
        source: 'retry-after',
      },
    ],
  })
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
  const page = await openPage(logout, {
    request: { body: { deviceId: 'd_1' } },
    prepare: (bridge) =>
      bridge.answer('account.state', () => ({
        environment: 'rehearsal',
        session: 'found',
        refusedAt: '2026-11-22T02:00:00.000Z',
        hasSessionId: true,
        mappings: {},
      })),
  })
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
  await expect.poll(() => text('[data-answer]')).toContain('207')
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
