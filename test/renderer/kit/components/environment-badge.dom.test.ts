import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import EnvironmentBadge from '../../../../renderer/kit/components/EnvironmentBadge.vue'
import { environmentNote } from '../../../../renderer/kit/components/environment.ts'
import { isUnconfirmed, originOf, outsideHost } from '../../../../renderer/kit/composables/origin.ts'
import { outsideItems } from '../../../../renderer/frame/status-items.ts'
import DeskFrame from '../../../../renderer/frame/DeskFrame.vue'
import { mountOnDesk } from '../../support/mount.ts'

const note = 'Rehearsal at play.example.org: other people may see this'
const badge = (environment: 'rehearsal' | 'production', explain: boolean) =>
  mount(EnvironmentBadge, {
    props: { environment, name: environment, explain },
    global: { provide: { [environmentNote as symbol]: (id: string) => (id === 'rehearsal' ? note : undefined) } },
  })

// Catches a confirmation that shows rehearsal as practice while others look on, and one that says so of every environment.
test('a badge says what must be known of its environment', () => {
  expect(badge('rehearsal', true).text()).toContain(note)
  expect(badge('rehearsal', false).text()).not.toContain(note)
  expect(badge('rehearsal', false).find('span').attributes('title')).toBe(note)
  expect(badge('production', true).text()).toBe('production')
})

// Catches words that stand on the badge alone: the bar at the bottom and the menu say it as well.
test('the frame says it of a rehearsal elsewhere, and not of the one inside the desk', async () => {
  const { wrapper, bridge } = await mountOnDesk(DeskFrame)
  expect(wrapper.find('[data-status="outside"]').exists()).toBe(false)
  const environment = {
    id: 'rehearsal',
    name: 'Rehearsal',
    baseUrl: 'https://play.example.org/v1',
    selected: true,
    configured: true,
  } as const
  bridge.push('environments.changed', { environments: [environment] })
  await wrapper.vm.$nextTick()
  expect(wrapper.find('[data-status="outside"]').text()).toContain(note)
  expect(wrapper.find('header [title]').exists()).toBe(true)
  expect(wrapper.html()).toContain(`title="${note}"`)
})

test('which address is meant', () => {
  const inside = {
    id: 'rehearsal',
    name: 'Rehearsal',
    baseUrl: 'http://127.0.0.1:40123',
    selected: true,
    configured: true,
    embedded: true,
  } as const
  const { embedded, ...outside } = inside
  expect(embedded).toBe(true)
  expect([
    outsideHost(inside),
    outsideHost(outside),
    outsideHost({ ...outside, id: 'production' }),
    outsideHost({ ...outside, baseUrl: '' }),
    outsideHost(undefined),
  ]).toEqual([undefined, '127.0.0.1:40123', undefined, undefined, undefined])
  expect([originOf(inside), originOf(outside), originOf({ ...outside, baseUrl: '' })]).toEqual([
    'embedded',
    'http://127.0.0.1:40123',
    '',
  ])
  const status = {
    environment: 'rehearsal',
    backend: 'keyring',
    credentials: { apiKey: { state: 'found' }, session: { state: 'absent' } },
  } as const
  const asked = (confirmed: string | null | undefined) =>
    isUnconfirmed(outside, { ...status, ...(confirmed === undefined ? {} : { confirmed }) })
  expect([asked(undefined), asked(null), asked('embedded'), asked('http://127.0.0.1:40123')]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(outsideItems(undefined)).toEqual([])
})
