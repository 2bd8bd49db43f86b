import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent } from 'vue'
import { useOnAirSentence } from '../../../renderer/air/on-air/useOnAirSentence.ts'
import { useOnAir } from '../../../renderer/air/show/useOnAir.ts'
import { mountOnDesk } from '../support/mount.ts'

// Catches a desk that says on opening that no stream is chosen, before it has read which one is, and then tells the truth as news.
test('nothing is said of the air before the choice of the stream was read', async () => {
  let read: (chosen: { environment: 'rehearsal' }) => void = () => undefined
  const Sentence = defineComponent(() => {
    const { sentence } = useOnAirSentence(useOnAir())
    return () => sentence.value
  })
  const { wrapper } = await mountOnDesk(Sentence, undefined, {
    prepare: (bridge) => bridge.answer('broadcast.get', () => new Promise((done) => (read = done))),
  })
  expect(wrapper.text()).toBe('')
  read({ environment: 'rehearsal' })
  await flushPromises()
  expect(wrapper.text()).toBe('No stream is chosen.')
})
