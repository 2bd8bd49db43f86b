import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import { emptyTemplate } from '../../../../renderer/views/templates/model/body.ts'
import ImportDialog from '../../../../renderer/views/templates/parts/ImportDialog.vue'
import {
  broughtBy,
  nameOf,
  useTemplateFiles,
  type TemplateFiles,
} from '../../../../renderer/views/templates/state/useTemplateFiles.ts'
import type { Studio } from '../../../../renderer/views/templates/state/useStudio.ts'
import { mountOnDesk } from '../../support/mount.ts'

async function open(dropped: File[], subject = ''): Promise<{ files: TemplateFiles; created: () => number }> {
  let files: TemplateFiles | undefined
  let created = 0
  const Holder = defineComponent(() => {
    const own = useTemplateFiles({ template: shallowRef({ ...emptyTemplate(), subject }) } as Studio)
    files = own
    return () => h(ImportDialog, { files: own, openName: 'Open one', busy: false, onCreate: () => created++ })
  })
  await mountOnDesk(Holder)
  if (files === undefined) throw new Error('Not mounted')
  await files.take(dropped)
  await flushPromises()
  return { files, created: () => created }
}
const text = () => document.body.textContent

// Of three dropped files two vanished: the list must name each, with the reason where it can't be read.
test('several files are listed, with what was understood of each', async () => {
  const { files, created } = await open([
    new File(['<title>Tonight</title><p>A'], 'a.html'),
    new File(['x'], 'b.png'),
    new File(['Hello'], 'c.txt'),
  ])
  await expect.poll(() => document.querySelectorAll('[data-import-read]').length).toBe(2)
  expect(document.querySelectorAll('[data-import-error]')).toHaveLength(1)
  expect(text()).toContain('2 of 3 can be imported.')
  expect(text()).toContain('b.png')
  expect(text()).toContain('Subject: Tonight')
  expect(document.querySelector('[data-import-replace]')).toBeNull()
  document.querySelector<HTMLElement>('[data-import-new]')?.click()
  expect(created()).toBe(1)
  expect(files.readable.value.map((row) => broughtBy(row, false))).toEqual([
    { htmlContent: '<title>Tonight</title><p>A' },
    { textContent: 'Hello' },
  ])
  files.forget()
  await flushPromises()
})

// A guess that can't be changed is a wrong text for every reader.
test('a file without a label shows the guess and its letters', async () => {
  const { files } = await open([new File([Uint8Array.from([0x63, 0x61, 0x66, 0xe9])], 'a.txt')])
  await expect.poll(() => document.querySelector('[data-import-charset]') !== null).toBe(true)
  expect(document.querySelector('[data-import-shown]')?.textContent).toBe('café')
  const [row] = files.rows.value
  if (row === undefined) throw new Error('No row')
  await files.readIn(row, 'windows-1251')
  await flushPromises()
  expect(document.querySelector('[data-import-shown]')?.textContent).toBe('cafй')
  files.forget()
  await flushPromises()
})

// Importing new HTML into a template whose subject was tested replaced that subject with the name of a page.
test('the title never replaces a subject unasked', async () => {
  const page = new File(['<title>Page 3</title><p>A'], 'a.html')
  const { files } = await open([page], 'Tonight at nine')
  const [row] = files.rows.value
  if (row === undefined) throw new Error('No row')
  expect(files.replacing(row)).toEqual({ htmlContent: '<title>Page 3</title><p>A' })
  expect(broughtBy(row, files.titleAsSubject.value).subject).toBe('Page 3')
  await expect.poll(() => text()).toContain('Its subject is “Tonight at nine”.')
  document.querySelector<HTMLElement>('[data-import-over-subject]')?.click()
  await flushPromises()
  expect(files.replacing(row).subject).toBe('Page 3')
  files.forget()
  await flushPromises()

  const empty = await open([page])
  const [other] = empty.files.rows.value
  if (other === undefined) throw new Error('No row')
  expect(empty.files.replacing(other).subject).toBe('Page 3')
  expect(document.querySelector('[data-import-over-subject]')).toBeNull()
  empty.files.forget()
  await flushPromises()
})

// A refused file that is not named, or has no reason, is a file lost.
test('a folder and each template of a list have their line', async () => {
  const folder = new File([''], 'folder')
  folder.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  const { files } = await open([
    new File([JSON.stringify([{ subject: 'S', name: 'Welcome' }, { html: '<p>' }])], 'all.json'),
    folder,
  ])
  await expect.poll(() => text()).toContain('all.json, 1 of 2: Welcome')
  expect(text()).toContain('It could not be opened.')
  expect(files.readable.value.map(nameOf)).toEqual(['all 1', 'all 2'])
  files.forget()
  await flushPromises()
})
