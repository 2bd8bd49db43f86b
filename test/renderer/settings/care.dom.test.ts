import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import DiagnosticsSection from '../../../renderer/views/settings/parts/DiagnosticsSection.vue'
import MoveSection from '../../../renderer/views/settings/parts/MoveSection.vue'
import { mountOnDesk } from '../support/mount.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'

/** What the page hands to the person as a download. */
function downloads(): Array<{ name: string; blob: Blob }> {
  const saved: Array<{ name: string; blob: Blob }> = []
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob })
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return saved
}

async function drop(wrapper: VueWrapper, file: File): Promise<void> {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] } })
  window.dispatchEvent(event)
  await expect.poll(() => wrapper.find('[data-import]').attributes('data-import')).not.toMatch(/bringing|reading/)
  await flushPromises()
}
const button = (wrapper: VueWrapper, text: string) =>
  wrapper.findAll('button').find((found) => found.text().startsWith(text))
const ended = (bridge: MemoryBridge) => bridge.requests.filter(({ method }) => method === 'transfers.end').length
const begun = (bridge: MemoryBridge) =>
  bridge.requests.filter(({ method }) => ['transfers.begin', 'profile.export', 'diagnostics.export'].includes(method))
    .length

// Catches a download that is cut at a piece, comes under another name, or leaves its file behind.
test('everything is exported in pieces and saved under its name', async () => {
  const saved = downloads()
  const { wrapper, bridge } = await mountOnDesk(MoveSection)
  await wrapper.find('[data-export]').trigger('click')
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]?.name).toBe('showdesk-profile-2026-11-21.jsonl')
  expect(await saved[0]?.blob.text()).toMatch(/^\{"format":"showdesk-profile","version":1\}\nx{2500}\n$/)
  expect(ended(bridge)).toBe(1)
})

// Catches a cancelled export that saves its file all the same, or shows an error for what the person wanted.
test('an export can be cancelled while it is collected', async () => {
  const saved = downloads()
  let finish: (value: unknown) => void = () => undefined
  const { wrapper, bridge } = await mountOnDesk(
    MoveSection,
    {},
    { prepare: (made) => made.answer('profile.export', () => new Promise((resolve) => (finish = resolve))) },
  )
  await wrapper.find('[data-export]').trigger('click')
  await button(wrapper, 'Cancel')?.trigger('click')
  await flushPromises()
  expect(wrapper.find('[role="status"]').exists()).toBe(false)
  expect(wrapper.find('[role="alert"]').exists()).toBe(false)
  finish({ id: 'late', name: 'x', bytes: 1 })
  await flushPromises()
  expect(saved).toEqual([])
  expect(bridge.requests).toContainEqual({ method: 'transfers.end', params: { id: 'late' } })
})

// Catches an import of kinds that were not chosen, of text that was changed on the way, or before the person has seen what it does.
test('a dropped file is shown first, and only what is chosen is imported', async () => {
  const { wrapper, bridge } = await mountOnDesk(MoveSection)
  const text = `{"format":"showdesk-profile"}\n${'字🎬'.repeat(200_000)}\n`
  await drop(wrapper, new File([text], 'old-desk.jsonl'))
  const pieces = bridge.requests
    .filter(({ method }) => method === 'transfers.append')
    .map(({ params }) => (params as { text: string }).text)
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join('')).toBe(text)
  expect(wrapper.text()).toContain('14 new')
  expect(wrapper.text()).toContain('31 unchanged')
  expect(wrapper.text()).toContain('Enter them again here')
  expect(bridge.requests.some(({ method }) => method === 'profile.import')).toBe(false)
  await wrapper.find('[data-kind="activity"] [role="checkbox"]').trigger('click')
  expect(wrapper.find('[data-import-take]').text()).toBe('Import 19 records')
  await wrapper.find('[data-import-take]').trigger('click')
  await flushPromises()
  expect(bridge.requests.find(({ method }) => method === 'profile.import')?.params).toMatchObject({
    kinds: ['drafts', 'rundowns', 'profiles', 'settings'],
  })
  expect(wrapper.find('[data-import="done"]').text()).toContain('19 records imported.')
  expect(ended(bridge)).toBe(begun(bridge))
})

// Catches a page that reloads before the person has read what was imported, and one that never does after.
test('the reload after an import waits until its result was read', async () => {
  const { wrapper } = await mountOnDesk(MoveSection)
  const mayReload = () => window.dispatchEvent(new Event('desk:before-reload', { cancelable: true }))
  expect(mayReload()).toBe(true)
  await drop(wrapper, new File(['{}'], 'a.jsonl'))
  expect(mayReload()).toBe(true)
  await wrapper.find('[data-import-take]').trigger('click')
  expect(mayReload()).toBe(false)
  await flushPromises()
  expect(mayReload()).toBe(false)
  await wrapper.find('[data-import-done]').trigger('click')
  expect(mayReload()).toBe(true)
})

// Catches a refusal without its line, and one in words that speak of the platform.
test.each([
  ['damaged', 'damaged at line 214'],
  [new Uint8Array([0xff, 0xfe, 0x00]), "isn't UTF-8 text"],
])('a file that is refused says why', async (content, words) => {
  const { wrapper, bridge } = await mountOnDesk(MoveSection)
  await drop(wrapper, new File([content], 'a.jsonl'))
  const alert = wrapper.find('[role="alert"]')
  expect(alert.text()).toContain('Nothing was imported')
  expect(alert.text()).toContain(words)
  expect(alert.text()).not.toContain('platform')
  expect(ended(bridge)).toBe(begun(bridge))
  await button(wrapper, 'Close')?.trigger('click')
  expect(wrapper.find('[data-drop]').exists()).toBe(true)
})

// Catches an import that failed and looks as if it had been taken.
test('a failed import says why, and not that it was taken', async () => {
  const { wrapper } = await mountOnDesk(
    MoveSection,
    {},
    {
      prepare: (bridge) =>
        bridge.answer('profile.import', () => {
          throw new DeskError('storage_full', 'The disk is full: this change was not saved.', {
            facts: { reason: 'disk_full' },
          })
        }),
    },
  )
  await drop(wrapper, new File(['{}'], 'a.jsonl'))
  await wrapper.find('[data-import-take]').trigger('click')
  await flushPromises()
  expect(wrapper.find('[data-error-code="storage_full"]').text()).toContain(
    'This was not saved. Earlier changes are safe.',
  )
})

// Catches a filter that is not sent, and an answer to an older question that is shown for the newer.
test('the log is filtered by level and words', async () => {
  const { wrapper, bridge } = await mountOnDesk(DiagnosticsSection)
  expect(bridge.requests.at(-1)).toEqual({ method: 'diagnostics.log', params: { limit: 1_000, level: 'info' } })
  await wrapper.find('input[type="search"]').setValue('backed up')
  await expect.poll(() => bridge.requests.at(-1)?.params).toEqual({ limit: 1_000, level: 'info', query: 'backed up' })
  await wrapper.find('input[type="search"]').setValue('no such words')
  await expect.poll(() => wrapper.text()).toContain('No results')
})

// Catches a log that is read for ever without having been asked to.
test('the log is followed only when it is switched on', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { wrapper, bridge } = await mountOnDesk(DiagnosticsSection)
  const reads = () => bridge.requests.filter(({ method }) => method === 'diagnostics.log').length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads()).toBe(1)
  await wrapper.find('[role="switch"]').trigger('click')
  await vi.advanceTimersByTimeAsync(4_100)
  expect(reads()).toBe(4)
  wrapper.unmount()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads()).toBe(4)
})

// Catches a report that is written and never handed over.
test('a report is saved as a file', async () => {
  const saved = downloads()
  const { wrapper } = await mountOnDesk(DiagnosticsSection)
  await wrapper.find('[data-report]').trigger('click')
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['showdesk-diagnostics-2026-11-21.json'])
})
