import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import ProblemList from '../../../../renderer/views/templates/parts/ProblemList.vue'
import { mountOnDesk } from '../../support/mount.ts'
import { useMail } from '#writing/stores/mail.ts'
import { template } from '../fixtures.ts'

async function open() {
  const htmlContent =
    '<p style="display:flex">x</p><p style="display:flex">y</p><a href="unsubscribe:x">Unsubscribe</a>'
  const { problems } = await analyse(template({ htmlContent, variables: [], subject: 'x', textContent: 'x' }), {
    set: 'defaults',
    custom: '',
  })
  const desk = await mountOnDesk(ProblemList, { problems, open: true })
  await useMail().ensure()
  await flushPromises()
  return desk
}
const menu = () => document.querySelector<HTMLButtonElement>('[data-mail-clients]')
const client = (name: string) =>
  document.querySelector<HTMLElement>(
    `[data-mail-client-list] [data-client="${name}"] button, button[data-client="${name}"]`,
  )

// "Is ignored" without saying by whom sounds as if nobody saw the columns.
test('a finding names the mail apps that it concerns, and how often it is there', async () => {
  const { wrapper } = await open()
  const row = wrapper.findAll('[data-problem]').find((one) => one.text().includes('display: flex'))
  expect(row?.text()).toContain('Concerns Outlook for Windows, GMX, and Gmail (in part).')
  expect(row?.text()).toContain('2 places')
  expect(row?.text()).toContain('HTML 1:')
})

// Two quick presses must not take back each other's choice.
test('mail apps are chosen in a menu that dates its data', async () => {
  await open()
  const mail = useMail()
  expect(menu()?.querySelector('.sr-only')?.textContent).toBe('Check for: Gmail, Apple Mail and 3 more')
  menu()?.click()
  await flushPromises()
  expect(document.querySelector('[data-mail-client-list]')?.textContent).toContain(
    'Data of caniemail.com, May 13, 2026',
  )
  client('gmail')?.click()
  client('gmx')?.click()
  await flushPromises()
  expect(mail.settings?.clients).toEqual(['apple-mail', 'outlook', 'outlook-windows', 'yahoo', 'gmx'])
  expect(menu()?.querySelector('.sr-only')?.textContent).toBe('Check for: Apple Mail, Outlook and 3 more')
})

// A choice that was not kept looks kept until the next start.
test('a choice that could not be saved says so and shows the earlier one', async () => {
  const { bridge } = await open()
  bridge.answer('mail.change', () => {
    throw new Error('full')
  })
  menu()?.click()
  await flushPromises()
  client('gmail')?.click()
  await flushPromises()
  expect(document.querySelector('[data-mail-client-list] [role="alert"]')?.textContent).toContain('not saved')
  expect(client('gmail')?.getAttribute('aria-checked')).toBe('true')
})
