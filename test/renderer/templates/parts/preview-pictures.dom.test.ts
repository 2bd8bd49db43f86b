import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import PreviewPictures from '../../../../renderer/views/templates/parts/PreviewPictures.vue'
import { largestStandIn, usePictures, type Pictures } from '../../../../renderer/views/templates/state/usePictures.ts'
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
  await wrapper.find('[data-load-pictures]').trigger('click')
  await flushPromises()
  await expect.poll(() => [...(made[0]?.loaded.keys() ?? [])]).toEqual(urls)
  expect(wrapper.find('[data-load-pictures]').exists()).toBe(false)
})

const address = 'https://a.example/1.png'
async function openRows() {
  const made: Pictures[] = []
  const Holder = defineComponent(() => {
    const pictures = usePictures()
    made.push(pictures)
    return () =>
      h(PreviewPictures, { remote: { urls: [address], others: 1, otherAddresses: ['images/2.gif'] }, pictures })
  })
  const { wrapper, bridge } = await mountOnDesk(Holder)
  const [pictures] = made
  if (pictures === undefined) throw new Error('Nothing was mounted.')
  await wrapper.find('[data-each-picture]').trigger('click')
  const drop = async (at: string, file: File) => {
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] } })
    wrapper.find(`[data-picture="${at}"]`).element.dispatchEvent(event)
    await flushPromises()
    return event.defaultPrevented
  }
  return { wrapper, bridge, pictures, drop }
}

// A file that left the page, or a drop that the view imports as a template too, would do more than the person asked for.
test('a dropped file stands in for a picture, in the page alone', async () => {
  const { wrapper, bridge, pictures, drop } = await openRows()
  const asked = bridge.requests.length
  expect(await drop('images/2.gif', new File(['GIF89a'], 'night.gif', { type: 'image/gif' }))).toBe(true)
  await expect.poll(() => pictures.shown.value.get('images/2.gif')).toBe(`data:image/gif;base64,${btoa('GIF89a')}`)
  await flushPromises()
  expect(wrapper.find('[data-picture="images/2.gif"]').text()).toContain('night.gif is shown instead')
  expect(bridge.requests).toHaveLength(asked)
  await wrapper.find('[data-picture="images/2.gif"] button').trigger('click')
  expect(pictures.shown.value.size).toBe(0)
})

// A page of scripts, or a film, would fill the memory or show nothing without a word.
test('says why a file is not taken', async () => {
  const { wrapper, pictures, drop } = await openRows()
  const said = () => wrapper.find(`[data-picture="${address}"] [role="alert"]`).text()
  await drop(address, new File(['<svg>'], 'a.svg', { type: 'image/svg+xml' }))
  expect(said()).toBe('Choose a PNG, JPEG, GIF or WebP image.')
  await drop(address, new File([new Uint8Array(largestStandIn + 1)], 'a.png', { type: 'image/png' }))
  expect(said()).toContain('too large')
  expect(pictures.shown.value.size).toBe(0)
})
