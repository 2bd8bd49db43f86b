import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { updatesNotice, type UpdateState } from '#contract/updates.ts'
import AboutSection from '../../../renderer/views/settings/parts/AboutSection.vue'
import { mountOnDesk } from '../support/mount.ts'

const opened = (state: UpdateState) =>
  mountOnDesk(
    AboutSection,
    {},
    {
      prepare: (bridge) => {
        bridge.answer('updates.get', () => state)
        bridge.answer('updates.choose', (input) => ({
          ...state,
          look: (input as { look: boolean }).look ? ('on' as const) : ('off' as const),
        }))
      },
    },
  )

// Catches a desk that looks for updates before it was told to, or asks again after an answer.
test('the question is asked once, and each answer is taken', async () => {
  const { wrapper, bridge } = await opened({ offered: true, look: 'unasked', step: 'idle' })
  expect(wrapper.text()).toContain('Look for updates?')
  expect(bridge.requests.map(({ method }) => method)).not.toContain('updates.choose')
  await wrapper.get('[data-updates-no]').trigger('click')
  await flushPromises()
  expect(bridge.requests.findLast(({ method }) => method === 'updates.choose')?.params).toEqual({ look: false })
  expect(bridge.requests).toContainEqual({ method: 'desk.dismiss', params: { id: updatesNotice } })
  expect(wrapper.text()).not.toContain('Look for updates?')
  expect(wrapper.find('[data-updates-switch]').exists()).toBe(true)
  expect(wrapper.find('[data-updates-look]').exists()).toBe(false)
})

// Catches an offer of updates in a build that has none.
test('a build without updates says so', async () => {
  const { wrapper } = await opened({ offered: false, look: 'unasked', step: 'idle' })
  expect(wrapper.text()).toContain('This version does not look for updates.')
  expect(wrapper.find('[data-updates-yes]').exists()).toBe(false)
})

// Catches an error that is shown as a word of the code, and a version that can't be installed.
test('each step is a sentence', async () => {
  const { wrapper, bridge } = await opened({ offered: true, look: 'on', step: 'failed', cause: 'not_usable' })
  expect(wrapper.text()).toContain('gave no update that can be used')
  expect(wrapper.find('[data-updates-look]').exists()).toBe(true)
  bridge.push('updates.changed', { offered: true, look: 'on', step: 'ready', version: '1.2.0' })
  await flushPromises()
  expect(wrapper.text()).toContain('Version 1.2.0 is ready.')
  expect(wrapper.find('[data-updates-install]').exists()).toBe(true)
})

// Catches a list of licences that only a built desk has and that is promised here, or a button without effect.
test('the licences open and close', async () => {
  const { wrapper } = await opened({ offered: false, look: 'unasked', step: 'idle' })
  await wrapper.get('[data-licences]').trigger('click')
  await expect.poll(() => wrapper.text()).toContain('This is not a built version.')
  await wrapper.get('[data-licences]').trigger('click')
  expect(wrapper.text()).not.toContain('This is not a built version.')
})
