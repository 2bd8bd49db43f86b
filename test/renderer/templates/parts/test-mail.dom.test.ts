import { flushPromises } from '@vue/test-utils'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { useDesk } from '../../../../renderer/kit/stores/desk.ts'
import TestMailNote from '../../../../renderer/views/templates/parts/TestMailNote.vue'
import { useTestMail, type TestMail } from '../../../../renderer/views/templates/state/useTestMail.ts'
import { mountOnDesk } from '../../support/mount.ts'
import { template } from '../fixtures.ts'

async function setUp(host: 'electron' | 'loopback') {
  const made: TestMail[] = []
  const Holder = defineComponent(() => {
    const testMail = useTestMail(() => ({
      template: template({ htmlContent: '<p>{{#firstName}}Hi {{firstName}}{{/firstName}}</p>' }),
      samples: { set: 'defaults', custom: '' },
      sections: true,
    }))
    made.push(testMail)
    return () => h(TestMailNote, { testMail })
  })
  const mounted = await mountOnDesk(Holder)
  const desk = useDesk()
  await desk.ensure()
  if (desk.info === undefined) throw new Error('The desk said nothing.')
  desk.info.host = host
  const [testMail] = made
  if (testMail === undefined) throw new Error('Nothing was mounted.')
  return { ...mounted, testMail }
}

// The mail would hold what the preview does not, or the person would not learn what becomes of the file.
test('the app opens the filled-in message and says what becomes of it', async () => {
  const { testMail, bridge, wrapper } = await setUp('electron')
  await testMail.make()
  await flushPromises()
  const asked = bridge.requests.find(({ method }) => method === 'mail.test')?.params as { name: string; text: string }
  expect(asked.name).toBe('Reminder.test.eml')
  expect((await PostalMime.parse(asked.text)).html?.trim()).toBe('<p>Hi friend</p>')
  expect(wrapper.text()).toContain('The file is deleted after an hour. Outlook opens it as a draft')
})

// In a browser nothing deletes the file: saying otherwise would leave it in the downloads.
test('a browser saves it and says whose it is', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { testMail, bridge, wrapper } = await setUp('loopback')
  await testMail.make()
  await flushPromises()
  expect(click).toHaveBeenCalledOnce()
  click.mockRestore()
  expect(bridge.requests.some(({ method }) => method === 'mail.test')).toBe(false)
  expect(wrapper.text()).toContain('The file is yours to delete.')
})
