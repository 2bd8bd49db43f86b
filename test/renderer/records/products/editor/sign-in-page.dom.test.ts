import { expect, test } from 'vitest'
import { flushPromises } from '@vue/test-utils'
import { accountOperations } from '../../../../../renderer/records/account/operations.ts'
import { click, find, text } from '../../resources/desk.ts'
import { customer, openPage, write } from './operation-page.ts'

// Catches a person who sent a sign-in from its generic page and waits for a session that nobody kept.
test.each([
  [accountOperations.signIn, 'email', 'a@example.org', true],
  [customer, 'id', 'cus_1', false],
])(
  'what was sent as %s says whether its session can be used, and leads there',
  async (operation, name, value, said) => {
    const page = await openPage(operation)
    page.given.value = { ...page.given.value, studio: { label: 'Account', to: '/account' } }
    await flushPromises()
    await write(name, value)
    expect(find('[data-session-unused]')).toBeNull()
    await click('[data-send]')
    await flushPromises()
    expect(page.submits).toHaveLength(1)
    expect(find('[data-session-unused]') !== null).toBe(said)
    if (!said) return
    expect(text('[data-session-unused]')).toContain('was not kept')
    expect(find('[data-session-unused] a')?.getAttribute('href')).toBe('/account')
  },
)
