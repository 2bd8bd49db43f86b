import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import DeveloperSection from '../../../renderer/views/settings/parts/DeveloperSection.vue'
import { mountOnDesk } from '../support/mount.ts'

const budget = {
  perMinute: 90,
  reserve: 30,
  used: 4,
  usedByItself: 2,
  watches: 1,
  stretch: 1,
  quick: false,
  slowdown: 1,
}

async function open(inForce: { perMinute: number; reserve: number }) {
  const { wrapper, bridge } = await mountOnDesk(
    DeveloperSection,
    {},
    {
      prepare(bridge) {
        bridge.answer('live.budget', () => ({ ...budget, ...inForce }))
        bridge.answer('live.configure', (change) => ({ ...budget, ...inForce, ...(change as object) }))
      },
    },
  )
  await flushPromises()
  const field = (name: string) =>
    wrapper.find<HTMLInputElement>(`input[data-budget="${name}"], [data-budget="${name}"] input`)
  const save = () => wrapper.find('button[type="submit"]')
  const sent = () => bridge.requests.filter(({ method }) => method === 'live.configure').map(({ params }) => params)
  return { wrapper, field, save, sent }
}

// Catches a budget that is raised above what every desk has, and one that can't be lowered.
test('requests a minute are lowered and not raised', async () => {
  const { wrapper, field, save, sent } = await open({ perMinute: 90, reserve: 30 })
  expect(field('perMinute').element.value).toBe('90')
  await field('perMinute').setValue('91')
  expect(save().attributes('disabled')).toBeDefined()
  await field('perMinute').setValue('45')
  await field('reserve').setValue('45')
  expect(save().attributes('disabled')).toBeDefined()
  await field('reserve').setValue('15')
  await wrapper.find('form').trigger('submit')
  await flushPromises()
  expect(sent()).toEqual([{ perMinute: 45, reserve: 15 }])
})

// Catches a budget of an earlier version that is cut down or refused as soon as somebody looks at it.
test('more that was set before stays in force and is shown', async () => {
  const { field, save, sent } = await open({ perMinute: 300, reserve: 20 })
  expect([field('perMinute').element.value, field('reserve').element.value]).toEqual(['300', '20'])
  expect(save().attributes('disabled')).toBeDefined()
  await field('perMinute').setValue('301')
  expect(save().attributes('disabled')).toBeDefined()
  await field('perMinute').setValue('200')
  expect(save().attributes('disabled')).toBeUndefined()
  expect(sent()).toEqual([])
})
