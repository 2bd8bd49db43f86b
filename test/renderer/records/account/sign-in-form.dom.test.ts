import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import SignInForm from '../../../../renderer/records/account/SignInForm.vue'
import type { Signing } from '../../../../renderer/records/account/operations.ts'
import { mountOnDesk } from '../../support/mount.ts'
import type { MemoryBridge } from '../../support/memory-bridge.ts'
import { confirmed, confirmedWithout, login, loginIntent, rejected } from './support.ts'

const password = 'evening-light-42-Zx81'

async function form(kind: Signing, answer: () => unknown) {
  const done: unknown[][] = []
  const { wrapper, bridge } = await mountOnDesk(
    SignInForm,
    { kind, onDone: (...args: unknown[]) => done.push(args) },
    { prepare: (memory) => memory.answer('account.signIn', answer) },
  )
  return { wrapper, bridge, done }
}
const field = (wrapper: VueWrapper, name: string) => wrapper.get<HTMLInputElement>(`input[data-field="${name}"]`)
const sent = (bridge: MemoryBridge, method: string) =>
  bridge.requests.filter((request) => request.method === method).map(({ params }) => params as Record<string, unknown>)
async function fillIn(wrapper: VueWrapper): Promise<void> {
  await field(wrapper, 'email').setValue('studio@example.com')
  await field(wrapper, 'password').setValue(password)
  await wrapper.get('form').trigger('submit')
}

// Catches a password that is readable, filled in by the desk, offered to the wrong memory of the browser, or still there once it went.
it('takes a password blind, and has none once it was sent', async () => {
  let answer: (value: unknown) => void = () => undefined
  const { wrapper, bridge } = await form('signIn', () => new Promise((resolve) => (answer = resolve)))
  const input = field(wrapper, 'password')
  expect([input.element.type, input.element.value, input.attributes('autocomplete')]).toEqual([
    'password',
    '',
    'current-password',
  ])
  await input.setValue(password)
  await wrapper.get('[data-show-password]').trigger('click')
  expect(field(wrapper, 'password').element.type).toBe('text')
  await fillIn(wrapper)
  expect(sent(bridge, 'account.signIn')).toMatchObject([
    { operation: login, body: { email: 'studio@example.com', password } },
  ])
  expect([field(wrapper, 'password').element.value, field(wrapper, 'password').element.type]).toEqual(['', 'password'])
  await wrapper.get('form').trigger('submit')
  expect(sent(bridge, 'account.signIn')).toHaveLength(1)
  answer(confirmed())
  await flushPromises()
  expect(document.body.innerHTML).not.toContain(password)
})

// Catches a session that is stored without anyone having looked at it, and names that do not reach the desk as they were confirmed.
it('shows what was found and stores it when it is confirmed', async () => {
  const { wrapper, bridge, done } = await form('signIn', confirmed)
  bridge.answer('account.map', () => ({
    environment: 'rehearsal',
    session: 'found',
    hasSessionId: false,
    mappings: {},
  }))
  await fillIn(wrapper)
  await flushPromises()
  expect(wrapper.findAll('[data-found]').map((row) => row.attributes('data-found'))).toEqual([
    'data.token',
    'data.accountId',
    'data.status',
  ])
  expect([sent(bridge, 'account.map'), done]).toEqual([[], []])
  await wrapper.get('[data-found-fields]').trigger('submit')
  await flushPromises()
  expect(sent(bridge, 'account.map')).toEqual([
    { intent: 'in-1', mapping: { token: 'data.token', accountId: 'data.accountId' } },
  ])
  expect(done).toEqual([['session', 'studio@example.com']])
})

// Catches a stored session that is asked about again, and a sign-up that must bring one.
it('is done at once where the session was stored by itself, or none is due', async () => {
  const stored = await form('signIn', () => confirmed({ stored: true }))
  await fillIn(stored.wrapper)
  await flushPromises()
  expect(stored.done).toEqual([['session', 'studio@example.com']])
  const made = await form('signUp', confirmedWithout)
  expect(field(made.wrapper, 'password').attributes('autocomplete')).toBe('new-password')
  await fillIn(made.wrapper)
  await flushPromises()
  expect([made.done, made.wrapper.find('[data-found-fields]').exists()]).toEqual([
    [['nothing', 'studio@example.com']],
    false,
  ])
})

// Catches a store button that works without a token.
it('stores nothing before a token is chosen', async () => {
  const { wrapper, bridge } = await form('signIn', confirmedWithout)
  await fillIn(wrapper)
  await flushPromises()
  expect(wrapper.get('[data-map]').attributes('disabled')).toBeDefined()
  await wrapper.get('[data-found-fields]').trigger('submit')
  expect(sent(bridge, 'account.map')).toEqual([])
})

// Catches a wrong password told as a credential of Settings, and a form that lost what can be kept.
it.each([
  ['signIn', rejected({ status: 401 }), 'wrong'],
  ['signUp', rejected({ status: 409, code: 'conflict' }), 'exists'],
  [
    'signUp',
    rejected({ status: 400, code: 'invalid_request', fields: [{ path: 'email', message: 'is there already' }] }),
    'refused',
  ],
] as const)('says what became of it: %s %#', async (kind, answer, own) => {
  const { wrapper, done } = await form(kind, () => answer)
  await fillIn(wrapper)
  await flushPromises()
  const outcome = wrapper.get('[data-sign-in-outcome]')
  expect([outcome.attributes('data-own'), outcome.text().includes('The password is not right')]).toEqual([own, true])
  expect(outcome.text()).not.toContain('Settings')
  expect([field(wrapper, 'email').element.value, field(wrapper, 'password').element.value, done]).toEqual([
    'studio@example.com',
    '',
    [],
  ])
})

// Catches a limit or a lost network told as a wrong password, and an unknown end told as none.
it.each([
  [
    'rate_limited',
    () => rejected({ code: 'rate_limited', status: 429, retryAfterMs: 30_000 }),
    '[data-error-code="rate_limited"]',
  ],
  [
    'unreachable',
    () => rejected({ code: 'unreachable', message: 'Nothing was sent.' }),
    '[data-error-code="unreachable"]',
  ],
  [
    'unknown',
    () => ({ intent: loginIntent({ state: 'unknown' }), found: [], stored: false }),
    '[data-outcome="unknown"] [data-choice="rejected"]',
  ],
  [
    'link lost',
    () => Promise.reject(new DeskError('unreachable', 'The link dropped.', { operation: 'account.signIn' })),
    '[data-error-code="unreachable"]',
  ],
])('shows %s as what it is', async (_, answer, shown) => {
  const { wrapper } = await form('signIn', answer)
  await fillIn(wrapper)
  await flushPromises()
  expect(wrapper.find(shown).exists()).toBe(true)
  expect(wrapper.find('[data-own]').exists()).toBe(false)
  expect(wrapper.get('[data-send]').attributes('disabled')).toBeUndefined()
})

// Catches a platform that wants `username` and `pwd`, and a secret under a name of its own that is typed in the open or stays.
it('sends fields that the person names', async () => {
  const { wrapper, bridge } = await form('signIn', () => rejected({ status: 401 }))
  await wrapper.get('[data-add-further]').trigger('click')
  const [name, value] = wrapper.findAll<HTMLInputElement>('[data-further] input')
  await name?.setValue('pwd')
  await value?.setValue(password)
  expect(value?.element.type).toBe('password')
  await wrapper.get('form').trigger('submit')
  expect(sent(bridge, 'account.signIn')).toMatchObject([{ body: { pwd: password } }])
  await flushPromises()
  expect(wrapper.findAll<HTMLInputElement>('[data-further] input')[1]?.element.value).toBe('')
})

// Catches an answer of one environment that is mapped in another.
it('drops what was found when the environment changes', async () => {
  const { wrapper, bridge } = await form('signIn', confirmed)
  await fillIn(wrapper)
  await flushPromises()
  expect(wrapper.find('[data-found-fields]').exists()).toBe(true)
  bridge.push('environments.changed', {
    environments: [
      {
        id: 'development',
        name: 'development',
        baseUrl: 'https://dev.platform.test',
        selected: true,
        configured: true,
      },
    ],
  })
  await flushPromises()
  expect(wrapper.find('[data-found-fields]').exists()).toBe(false)
})
