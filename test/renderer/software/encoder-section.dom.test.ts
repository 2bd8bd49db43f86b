import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { EncoderState } from '#contract/air/encoder.ts'
import EncoderSection from '../../../renderer/views/settings/parts/EncoderSection.vue'
import { isEncoderAddress } from '../../../renderer/views/settings/model/encoder-address.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'
import { encoderState, sampleEncoder } from '../support/sample-encoder.ts'

const secret = 'pw-of-the-studio'
const called = (bridge: MemoryBridge, method: string) =>
  bridge.requests.filter((one) => one.method === method).map(({ params }) => params)
const opened = (state?: Partial<EncoderState>) =>
  mountOnDesk(
    EncoderSection,
    {},
    {
      prepare(bridge) {
        if (state === undefined) return
        bridge.answer('encoder.list', () => ({ encoders: [sampleEncoder] }))
        bridge.answer('encoder.state', () => encoderState(state))
      },
    },
  )

// Catches a first use that leads nowhere, and a password that stays in the page once it was saved.
test('one is entered with its password, which is nowhere in the page afterwards', async () => {
  const { wrapper, bridge } = await opened()
  expect(wrapper.text()).toContain('No streaming software yet')
  await wrapper.find('[data-add-encoder]').trigger('click')
  await wrapper.find('input[data-name], [data-name] input').setValue('Studio computer')
  await wrapper.find('input[type="password"]').setValue(secret)
  await wrapper.find('[data-encoder-form]').trigger('submit')
  await flushPromises()
  expect(called(bridge, 'encoder.save')).toEqual([
    { name: 'Studio computer', address: 'ws://127.0.0.1:4455', password: secret },
  ])
  expect(document.body.innerHTML).not.toContain(secret)
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).not.toContain(secret)
  expect(wrapper.find('[data-used]').exists()).toBe(true)
})

// Catches a password that is lost, or asked for again, by a change of the name alone.
test('a stored password stays unless it is replaced, and is said to belong to its address', async () => {
  const { wrapper, bridge } = await opened({})
  await wrapper.find('[data-edit]').trigger('click')
  expect(wrapper.find('input[type="password"]').exists()).toBe(false)
  await wrapper.find('input[data-address], [data-address] input').setValue('ws://192.168.1.20:4455')
  expect(wrapper.find('[data-moved]').text()).toContain('belongs to the other address')
  await wrapper.find('input[data-address], [data-address] input').setValue(sampleEncoder.address)
  await wrapper.find('input[data-name], [data-name] input').setValue('Rack')
  await wrapper.find('[data-encoder-form]').trigger('submit')
  await flushPromises()
  expect(called(bridge, 'encoder.save')).toEqual([{ id: 'enc_1', name: 'Rack', address: sampleEncoder.address }])
})

// Catches a lamp without a reason: a person who mistyped the password starts to reinstall the software.
test.each([
  ['refused', 'Wrong password', 'It did not accept the password'],
  ['unreachable', 'Not connected', 'Nothing answers at ws://127.0.0.1:4455'],
  ['unsupported', 'Too old', 'does not speak obs-websocket 5'],
] as const)('%s is told with its reason and the next step', async (link, word, why) => {
  const { wrapper } = await opened({ link })
  expect(wrapper.find('[data-encoder-status]').text()).toContain(word)
  expect(wrapper.find('[data-why]').text()).toContain(why)
})

// Catches a missing password that is told as a wrong one.
test('a password that was never entered is asked for', async () => {
  const { wrapper } = await opened({ link: 'refused', encoder: { ...sampleEncoder, hasPassword: false } })
  expect(wrapper.find('[data-why]').text()).toContain('It asks for a password')
})

// Catches a server that the whole network can reach, and nobody knows.
test('a server that others can reach is a warning with what to do', async () => {
  const { wrapper } = await opened({ exposed: true })
  expect(wrapper.find('[data-exposed]').text()).toContain('every device on your network')
  expect(wrapper.find('[data-exposed]').text()).toContain('firewall')
})

// Catches a removal by a slip, and one that goes on using what was removed.
test('it can be put out of use at once, and is removed only after a question', async () => {
  const { wrapper, bridge } = await opened({})
  await wrapper.find('[data-use]').trigger('click')
  await flushPromises()
  expect(called(bridge, 'encoder.use')).toEqual([{ id: null }])
  await wrapper.find('[data-remove]').trigger('click')
  await flushPromises()
  expect(called(bridge, 'encoder.remove')).toEqual([])
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Remove Studio computer?')
})

// Catches an address that main refuses only after the password was typed, and one that is refused although it is right.
test.each([
  ['ws://127.0.0.1:4455', true],
  ['wss://studio.local:443/', true],
  ['ws://[::1]:4455', true],
  ['http://127.0.0.1:4455', false],
  ['ws://127.0.0.1', false],
  ['ws://127.0.0.1:70000', false],
  ['ws://user:pw@127.0.0.1:4455', false],
  ['ws://127.0.0.1:4455/path', false],
])('%s as an address: %s', (address, right) => {
  expect(isEncoderAddress(address)).toBe(right)
})
