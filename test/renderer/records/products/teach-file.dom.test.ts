import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { TeachPreview } from '#contract/learned.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import LearnedList from '../../../../renderer/records/products/learned/LearnedList.vue'
import { mountOnDesk } from '../../support/mount.ts'
import { click, find, text } from '../resources/desk.ts'

const picked = vi.hoisted(() => ({ files: [] as File[] }))
vi.mock('../../../../renderer/kit/composables/files.ts', async (original) => ({
  ...(await original<object>()),
  pickFiles: () => Promise.resolve(picked.files),
}))

const preview: TeachPreview = {
  kind: 'openapi',
  version: '3.1.0',
  operations: [{ operation: 'POST /api/payment/customer/create', parts: ['body', 'answer'], fields: 12, added: 4 }],
  skipped: [
    { reason: 'no_operation', count: 3, places: ['GET /api/other'] },
    { reason: 'specified_body', count: 1, places: ['POST /api/marketing/template/create'] },
  ],
}

async function openDesk(answer: () => TeachPreview | Promise<TeachPreview>) {
  picked.files = [new File(['{}'], 'platform.json')]
  const desk = await mountOnDesk(
    LearnedList,
    {},
    {
      prepare(bridge) {
        bridge.answer('catalog.list', () => ({ operations: describeOperations() }))
        bridge.answer('learned.list', () => ({ forms: [] }))
        bridge.answer('transfers.begin', () => ({ id: 'transfer-1', name: 'platform.json', bytes: 0 }))
        bridge.answer('transfers.append', () => ({ id: 'transfer-1', name: 'platform.json', bytes: 2 }))
        bridge.answer('transfers.end', () => ({}))
        bridge.answer('learned.preview', answer)
        bridge.answer('learned.teach', () => preview)
      },
    },
  )
  await flushPromises()
  const calls = (method: string) =>
    desk.bridge.requests.filter((request) => request.method === method).map(({ params }) => params)
  return { ...desk, calls }
}
const settle = () => vi.waitFor(() => expect(find('[data-teach-leave]')).not.toBeNull())

// Catches a file that teaches before a person has seen what it would, or that goes where nobody said.
test('shows what a file would teach, and teaches once it is confirmed', async () => {
  const { calls } = await openDesk(() => preview)
  await click('[data-teach-file]')
  await vi.waitFor(() => expect(find('[data-teach-preview]')).not.toBeNull())
  expect(calls('learned.preview')).toEqual([
    { transfer: 'transfer-1', environment: 'rehearsal', task: expect.any(String) as string },
  ])
  expect(calls('learned.teach')).toEqual([])
  expect(text('[data-teach-sum]')).toBe('1 operation, 4 new fields')
  expect(text('[data-taught]')).toContain('Body, Answer: 12 fields, 4 new')
  expect(text('[data-skipped="no_operation"]')).toContain('3 no matching operation')
  await click('[data-teach-take]')
  await flushPromises()
  expect(calls('learned.teach')).toEqual([{ transfer: 'transfer-1', environment: 'rehearsal' }])
  expect(find('[data-teach-preview]')).toBeNull()
})

// Catches a refusal that nobody sees, and a file that stays on its way.
test('says why a file is refused, and forgets it', async () => {
  const { calls } = await openDesk(() => {
    throw new DeskError('invalid_input', 'A reference leads nowhere. Nothing was imported from the file.', {
      facts: { reason: 'reference_broken', place: 'POST /api/a' },
      fields: [{ path: 'POST /api/a', message: 'A reference leads nowhere.' }],
    })
  })
  await click('[data-teach-file]')
  await settle()
  await vi.waitFor(() => expect(document.body.textContent).toContain('A reference leads nowhere'))
  expect(calls('transfers.end')).toEqual([{ id: 'transfer-1' }])
  expect(find('[data-teach-take]')).toBeNull()
  await click('[data-teach-leave]')
  expect(find('[data-teach-leave]')).toBeNull()
})

// Catches minutes of upload at whose end the file is called too large.
test('a file that is too large is refused before anything of it is sent', async () => {
  const { calls } = await openDesk(() => preview)
  const large = (start: string, bytes: number): File => {
    const file = new File([start], 'platform.yaml')
    Object.defineProperty(file, 'size', { value: bytes })
    return file
  }
  picked.files = [large('openapi: 3.1.0', 5 * 1024 * 1024)]
  await click('[data-teach-file]')
  await settle()
  expect(document.body.textContent).toContain('This file is too large')
  await click('[data-teach-leave]')
  picked.files = [large(' {"openapi": "3.1.0"', 33 * 1024 * 1024)]
  await click('[data-teach-file]')
  await settle()
  expect(document.body.textContent).toContain('This file is too large')
  expect(calls('transfers.begin')).toEqual([])
})

// Catches a file that a shell or an editor of another system wrote, which is sent as signs or refused.
const marked = Uint8Array.from(
  '\ufeff{"a":"\u00e9"}'.split('').flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]),
)
const western = Uint8Array.from(Array.from('{"a":"\u00e9"}', (sign) => sign.charCodeAt(0)))
test.each([
  ['UTF-16', marked],
  ['windows-1252', western],
])('a file in %s is taught from as what it says', async (_, bytes) => {
  const { calls } = await openDesk(() => preview)
  picked.files = [new File([bytes], 'platform.json')]
  await click('[data-teach-file]')
  await vi.waitFor(() => expect(find('[data-teach-preview]')).not.toBeNull())
  expect(calls('transfers.append')).toMatchObject([{ text: '{"a":"\u00e9"}' }])
})

// Catches a reading that can't be left, one that goes on in the desk after it was left, and a share that is not shown.
test('says that the file is read, how far, and cancels it', async () => {
  let refuse: (error: Error) => void = () => undefined
  const { calls, bridge } = await openDesk(() => new Promise<never>((_, reject) => (refuse = reject)))
  await click('[data-teach-file]')
  await vi.waitFor(() => expect(calls('learned.preview')).toHaveLength(1))
  await vi.waitFor(() => expect(text('[data-reading-file]')).toContain('Reading the file'))
  const { task } = calls('learned.preview')[0] as { task: string }
  bridge.push('task.progress', { task: 'of-another-page-now', share: 0.9 })
  bridge.push('task.progress', { task, share: 0.25 })
  await flushPromises()
  expect(find('[data-reading-file] [role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('0.25')
  await click('[data-reading-cancel]')
  expect(calls('tasks.cancel')).toEqual([{ task }])
  refuse(new DeskError('cancelled', 'Cancelled.', { facts: { reason: 'transfer_cancelled' } }))
  await flushPromises()
  expect(find('[data-reading-file]')).toBeNull()
  expect(calls('transfers.end')).toEqual([{ id: 'transfer-1' }])
})
