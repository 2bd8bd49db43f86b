import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import SignInDialog from '../../../../renderer/records/account/SignInDialog.vue'
import { useSignIn } from '../../../../renderer/kit/composables/useSignIn.ts'
import IntentOutcome from '../../../../renderer/records/resources/action/IntentOutcome.vue'
import { useCatalog } from '../../../../renderer/kit/stores/catalog.ts'
import { mountOnDesk } from '../../support/mount.ts'
import { sampleIntent } from '../../support/sample-backend.ts'
import { confirmed } from './support.ts'

function outcomeOf(operation: string, code: 'authentication_required' | 'not_authorized') {
  const intent = {
    ...sampleIntent(0),
    state: 'rejected' as const,
    operation,
    error: { code, message: 'No.', status: 401, operation, retryable: false },
  }
  return defineComponent(() => {
    void useCatalog().ensure()
    return () => h('div', [h(IntentOutcome, { intent }), h(SignInDialog)])
  })
}

// Catches a refused session that leads nowhere, a dialog that takes the place of what was written, and a caller that never hears how it ended.
it('opens above what stands, and tells who asked that the session is there', async () => {
  const { wrapper, bridge } = await mountOnDesk(
    outcomeOf('POST /api/account/general/logout', 'authentication_required'),
    {},
    { prepare: (memory) => memory.answer('account.signIn', () => confirmed({ stored: true })) },
  )
  await flushPromises()
  await wrapper.get('[data-sign-in-again]').trigger('click')
  await flushPromises()
  const told = useSignIn().ask('refused')
  await flushPromises()
  expect(wrapper.find('[data-outcome="rejected"]').exists()).toBe(true)
  const email = document.querySelector<HTMLInputElement>('[role="dialog"] input[data-field="email"]')
  if (email === null) throw new Error('The dialog did not open.')
  email.value = 'studio@example.com'
  email.dispatchEvent(new Event('input'))
  await flushPromises()
  document.querySelector('[role="dialog"] form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  expect(bridge.requests.some(({ method }) => method === 'account.signIn')).toBe(true)
  expect(await told).toBe(true)
  expect(useSignIn().asked.value).toBeUndefined()
})

// Catches a caller that waits for ever on a dialog that was closed, or that takes another environment's session for its own.
it('says no when it is left, and when the environment changes', async () => {
  const { bridge } = await mountOnDesk(SignInDialog)
  const left = useSignIn().ask('absent')
  await flushPromises()
  useSignIn().end(false)
  expect(await left).toBe(false)
  const moved = useSignIn().ask('absent')
  await flushPromises()
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
  expect(await moved).toBe(false)
})

// Catches an offer to sign in where an API key, a right or a wrong password is to blame.
it.each([
  ['PUT /api/events/general/update', 'authentication_required'],
  ['POST /api/account/general/login', 'authentication_required'],
  ['POST /api/account/general/logout', 'not_authorized'],
] as const)('does not offer it for %s, %s', async (operation, code) => {
  const { wrapper } = await mountOnDesk(outcomeOf(operation, code))
  await flushPromises()
  expect(wrapper.find('[data-sign-in-again]').exists()).toBe(false)
})
