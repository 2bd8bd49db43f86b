import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import DraftsView from '../../../renderer/views/drafts/DraftsView.vue'
import { giveSizes } from '../support/layout.ts'
import { mountOnDesk, type Mounted } from '../support/mount.ts'

giveSizes(600, 320)

const open = (at: string, prepare?: Parameters<typeof mountOnDesk>[2]): Promise<Mounted> =>
  mountOnDesk(DraftsView, {}, { at, ...prepare })
const titles = ({ wrapper }: Mounted): string[] => wrapper.findAll('[data-draft]').map((row) => row.text())
const asked = ({ bridge }: Mounted, method: string): unknown[] =>
  bridge.requests.filter((request) => request.method === method).map(({ params }) => params)

// An address must show the filtered list, and each hit where it stands.
test('searches by address with highlighted hits', async () => {
  const desk = await open('/drafts?q=doors')
  expect(asked(desk, 'drafts.list')).toEqual([{ query: 'doors', removed: false, limit: 100 }])
  expect(titles(desk).length).toBe(2)
  expect(desk.wrapper.find('mark').text().toLowerCase()).toBe('doors')
})

// A draft that has a view of its own must not be edited as bare JSON.
test('opens a draft in the view of its operation, others in the plain editor', async () => {
  const desk = await open('/drafts')
  await desk.wrapper.find('[data-draft="draft-1"]').trigger('click')
  await flushPromises()
  expect(desk.router.currentRoute.value.fullPath).toBe('/templates?draft=draft-1')
  await desk.router.push('/drafts?id=draft-refund')
  await flushPromises()
  expect(
    desk.wrapper.find<HTMLInputElement>('[data-field="title"] input, input[data-field="title"]').element.value,
  ).toBe('Refund for the late doors')
})

// The row must follow what is typed, and the save word must be true.
test('a typed title is saved and shown in its row', async () => {
  const desk = await open('/drafts?id=draft-refund')
  await desk.wrapper.find('[data-field="title"] input, input[data-field="title"]').setValue('Refund, new title')
  expect(desk.wrapper.find('[data-save]').attributes('data-save')).toBe('pending')
  await desk.wrapper.find('[data-plain-editor]').trigger('focusout')
  await flushPromises()
  expect(desk.wrapper.find('[data-save]').attributes('data-save')).toBe('saved')
  expect(desk.wrapper.find('[data-draft="draft-refund"]').text()).toContain('Refund, new title')
})

// Catches a draft whose body can be written as JSON alone, and one whose fields an audience reads during a show.
test('the body of a draft is fields, saved as they are written, and covered during a show', async () => {
  const desk = await open('/drafts?id=draft-refund')
  const field = desk.wrapper.find('[data-body-field="chargeId"] input')
  await field.setValue('chg_9')
  await desk.wrapper.find('[data-plain-editor]').trigger('focusout')
  await flushPromises()
  expect(asked(desk, 'drafts.save').at(-1)).toMatchObject({ body: { chargeId: 'chg_9' } })
  onTestFinished(() => void (usePrivacy().masked.value = false))
  usePrivacy().masked.value = true
  await flushPromises()
  expect(desk.wrapper.find('[data-body-field]').exists()).toBe(false)
  await desk.wrapper.find('[data-request] [data-covered]').trigger('click')
  expect(desk.wrapper.find('[data-body-field="chargeId"]').exists()).toBe(true)
})

// Catches a head that says "Rejected" beside a list that says "Needs a decision": it is the same sending.
test('an open draft that the changed copy stopped needs a decision', async () => {
  const desk = await open('/drafts?id=draft-refund', {
    prepare: ({ drafts }) => {
      const [send] = drafts.drafts.get('draft-refund')?.sends ?? []
      Object.assign(send ?? {}, { state: 'rejected', reason: 'copy_changed' })
    },
  })
  expect(desk.wrapper.find('[data-plain-editor] header, header').text()).toContain('Needs a decision')
})

// A removal without a way back is work lost by a slip.
test('a removed draft lies in the bin and can be brought back', async () => {
  const desk = await open('/drafts')
  const before = titles(desk).length
  await desk.wrapper.findAll('[data-remove]')[0]?.trigger('click')
  await flushPromises()
  expect(titles(desk).length).toBe(before - 1)
  await desk.wrapper.find('[data-undo]').trigger('click')
  await flushPromises()
  expect(titles(desk).length).toBe(before)
  expect(desk.wrapper.find('[data-undo]').exists()).toBe(false)
})

// Deleting for good must never be one press away.
test('the bin deletes for good only after a hold', async () => {
  const desk = await open('/drafts?bin=1')
  expect(titles(desk).map((row) => row.includes('Old payment link'))).toEqual([true])
  await desk.wrapper.find('[data-destroy]').trigger('click')
  await flushPromises()
  expect(asked(desk, 'drafts.remove')).toEqual([])
  expect(document.querySelector('[role="dialog"] [data-confirm]')?.textContent).toContain('Hold')
})

// What is sent must be what stands on screen: saved first, and only when it can be sent.
test('sends the saved revision after a confirmation', async () => {
  const desk = await open('/drafts?id=draft-refund')
  await desk.wrapper.find('[data-field="title"] input, input[data-field="title"]').setValue('Refund, final')
  await desk.wrapper.find('[data-send]').trigger('click')
  await flushPromises()
  // It moves money: the button is held, or, where only a click can be made, pressed twice.
  for (const before of [0, 0]) {
    expect(asked(desk, 'drafts.submit')).toHaveLength(before)
    document.querySelector<HTMLElement>('[role="dialog"] [data-confirm]')?.click()
    await flushPromises()
  }
  expect(asked(desk, 'drafts.submit')).toMatchObject([
    { id: 'draft-refund', revision: 5, environment: 'rehearsal', saw: null },
  ])
  expect(desk.wrapper.find('[data-plain-editor]').text()).toContain('Queued')
})

const drop = (text: string | Uint8Array<ArrayBuffer>, change: Partial<File> = {}): Event =>
  Object.assign(new Event('drop', { cancelable: true }), {
    dataTransfer: { types: ['Files'], files: [Object.assign(new File([text], 'night.json'), change)] },
  })

// A file that can't be read must say so by its name, and take nothing.
test('drops import drafts, a broken file says where', async () => {
  const desk = await open('/drafts')
  window.dispatchEvent(drop('no json'))
  await expect.poll(() => desk.wrapper.text()).toContain('Nothing was imported from night.json')
  window.dispatchEvent(drop('{}'))
  await expect.poll(() => desk.wrapper.find('[data-imported]').exists()).toBe(true)
  expect(titles(desk).some((row) => row.includes('Imported link'))).toBe(true)
})

// A file that was moved before it was read must not fail in silence.
test('a file that can not be opened is named', async () => {
  const desk = await open('/drafts')
  window.dispatchEvent(drop('{}', { arrayBuffer: () => Promise.reject(new Error('It was moved.')) }))
  await expect.poll(() => desk.wrapper.find('[data-reason="file_not_opened"]').exists()).toBe(true)
  expect(desk.wrapper.text()).toContain("The system couldn't open this file.")
  expect(desk.wrapper.text()).toContain('Nothing was imported from night.json')
})

// The first thing a newcomer sees must lead on; the list must say why it failed.
test('an empty list and a failed one are designed', async () => {
  const empty = await open('/drafts', { prepare: (bridge) => bridge.drafts.drafts.clear() })
  expect(empty.wrapper.text()).toContain('No drafts yet')
  const failed = await open('/drafts', {
    prepare: (bridge) =>
      bridge.answer('drafts.list', () => {
        throw new DeskError('storage_failed', 'The database could not be read.')
      }),
  })
  expect(failed.wrapper.find('[data-error-code="storage_failed"]').exists()).toBe(true)
})

// Catches drafts whose letters come in as signs, because the file was saved again in another encoding.
test('a file in UTF-16 or windows-1252 brings its letters', async () => {
  const desk = await open('/drafts')
  const file = '{"title":"Presentación"}'
  const bytes = Uint8Array.from(Array.from(file, (sign) => sign.charCodeAt(0)))
  window.dispatchEvent(drop(bytes))
  await expect.poll(() => asked(desk, 'drafts.import')).toMatchObject([{ text: file }])
  window.dispatchEvent(drop(Uint8Array.from([0xff, 0xfe, ...[...bytes].flatMap((byte) => [byte, 0])])))
  await expect.poll(() => asked(desk, 'drafts.import')).toMatchObject([{ text: file }, { text: file }])
})

// Catches an undo button that takes back what another program or window wrote, without a word.
test('an undo names whose change it would take back, and takes it back by a second press', async () => {
  const at = '2026-11-21T19:00:00.000Z'
  const desk = await open('/drafts?id=draft-refund', {
    prepare: (bridge) =>
      bridge.answer('drafts.revisions', () => ({
        items: [4, 3, 2, 1].map((revision) => ({
          ...{ revision, at, title: 'Refund', bytes: 1, sent: [] },
          ...(revision === 4 && { by: 'Newsroom' }),
        })),
      })),
  })
  await flushPromises()
  const named = () => desk.wrapper.find('[data-foreign]')
  await desk.wrapper.find('[data-undo-step]').trigger('click')
  await flushPromises()
  expect(named().text()).toMatch(/^Newest change by Newsroom, .+\. Undo takes it back\./)
  expect(asked(desk, 'drafts.revert')).toEqual([])
  await named().find('[data-undo]').trigger('click')
  await flushPromises()
  expect(asked(desk, 'drafts.revert')).toMatchObject([{ id: 'draft-refund', revision: 3, baseRevision: 4 }])
  expect(named().exists()).toBe(false)
})
