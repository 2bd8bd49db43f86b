import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import PreviewPictures from '../../../../renderer/views/templates/parts/PreviewPictures.vue'
import { usePictures, type Pictures } from '../../../../renderer/views/templates/state/usePictures.ts'
import { mountOnDesk } from '../../support/mount.ts'

// Pictures would be fetched before the person knows who is asked, or the press would be offered again for what is there.
test('lists the hosts first and loads on one press', async () => {
  const urls = ['https://b.example/1.png', 'https://a.example/2.png']
  const made: Pictures[] = []
  const Holder = defineComponent(() => {
    const pictures = usePictures()
    made.push(pictures)
    return () => h(PreviewPictures, { remote: { urls, others: 0 }, pictures })
  })
  const { wrapper } = await mountOnDesk(Holder)
  expect(wrapper.find('[data-hosts]').text()).toBe(
    '2 remote images are not loaded. They come from a.example, b.example.',
  )
  expect(made[0]?.loaded.size).toBe(0)
  await wrapper.find('button').trigger('click')
  await flushPromises()
  await expect.poll(() => [...(made[0]?.loaded.keys() ?? [])]).toEqual(urls)
  expect(wrapper.find('button').exists()).toBe(false)
})
