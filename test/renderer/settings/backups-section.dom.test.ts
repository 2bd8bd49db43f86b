import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Backup } from '#contract/maintenance.ts'
import { DeskError } from '#contract/errors.ts'
import BackupsSection from '../../../renderer/views/settings/parts/BackupsSection.vue'
import { mountOnDesk } from '../support/mount.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'

const mounted = (prepare?: (bridge: MemoryBridge) => void) =>
  mountOnDesk(BackupsSection, {}, prepare === undefined ? {} : { prepare })
const dialog = () => document.querySelector('[role="dialog"]')

async function press(text: string): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  const button =
    buttons.find((one) => one.textContent.trim() === text) ?? buttons.find((one) => one.textContent.includes(text))
  if (button === undefined) throw new Error(`There is no button ${text}`)
  button.click()
  await flushPromises()
}

/** As assistive technology does it: two clicks. */
async function confirm(): Promise<void> {
  await press('Restore backup')
  await press('Restore backup')
}

const asksToReload = () => !window.dispatchEvent(new Event('desk:before-reload', { cancelable: true }))

// Catches labels of the program instead of words, and a size in bytes.
test('each backup stands with its reason in words, its age and its size', async () => {
  const { wrapper } = await mounted()
  const rows = wrapper.findAll('[data-backup]').map((row) => row.text().replaceAll(/\s+/g, ' '))
  expect(rows).toHaveLength(5)
  expect(rows[0]).toMatch(/^Manual 1 h ago.*49.1 MB/)
  expect(rows.map((row) => row.split(/ \d+ [hd] ago/)[0])).toEqual([
    'Manual',
    'Daily',
    'Before update to profile version 3',
    'Before restore',
    'Daily',
  ])
  expect(wrapper.text()).toContain('The five newest of each kind are kept')
})

// Catches a new backup that shows only after a reload.
test('a backup made by hand stands in the list', async () => {
  const { wrapper } = await mounted()
  await press('Back up now')
  expect(wrapper.findAll('[data-backup]')).toHaveLength(6)
})

// Catches an empty list that looks like one that failed, and a failure without a way on.
test('no backup and no answer are two things', async () => {
  const empty = await mounted((bridge) => bridge.answer('backups.list', () => ({ backups: [] })))
  expect(empty.wrapper.text()).toContain('No backup yet')
  empty.wrapper.unmount()
  let fails = true
  const failed = await mounted((bridge) =>
    bridge.answer('backups.list', () => {
      if (fails) throw new DeskError('storage_failed', 'The folder is gone.', { facts: { reason: 'disk_error' } })
      return undefined
    }),
  )
  expect(failed.wrapper.text()).toContain('The disk that holds the profile gave an error.')
  fails = false
  await press('Try again')
  expect(failed.wrapper.findAll('[data-backup]')).toHaveLength(5)
})

// Catches a restore that begins before its consequences were shown, or on a slip.
test('a restore shows what would change and waits for a hold', async () => {
  const { bridge } = await mounted()
  await press('Preview restore')
  const text = dialog()?.textContent ?? ''
  for (const words of [
    '95 minutes of work are later',
    '1 restored',
    '2 reverted',
    '1,204 removed',
    'No difference',
    'The first 4 of 1,207',
    'Addresses of the environments',
  ])
    expect(text).toContain(words)
  await press('Restore backup')
  expect(bridge.requests.filter(({ method }) => method === 'backups.restore')).toEqual([])
  await press('Restore backup')
  expect(bridge.requests.filter(({ method }) => method === 'backups.restore')).toHaveLength(1)
})

// Catches a reload that takes the failure away before it was read, or a page that never reloads.
test('while a restore runs or its failure stands, the page waits with its reload', async () => {
  const answer = Promise.withResolvers<unknown>()
  await mounted((bridge) => bridge.answer('backups.restore', () => answer.promise))
  await press('Preview restore')
  expect(asksToReload()).toBe(false)
  await confirm()
  expect(dialog()?.textContent).toContain('This page reloads by itself')
  expect(asksToReload()).toBe(true)
  await press('Back')
  expect(dialog()).not.toBeNull()
  answer.reject(
    new DeskError('storage_full', 'The disk is full: the backup was not restored.', { facts: { reason: 'disk_full' } }),
  )
  await flushPromises()
  expect(dialog()?.textContent).toContain('The disk is full.')
  expect(asksToReload()).toBe(true)
  await press('Back')
  expect(asksToReload()).toBe(false)
})

// Catches a reload that is held for ever after a restore has worked, and a dialog that offers a second one meanwhile.
test('after a restore the page goes as soon as it is told', async () => {
  const { bridge } = await mounted()
  await press('Preview restore')
  await confirm()
  expect(asksToReload()).toBe(false)
  await confirm()
  expect(bridge.requests.filter(({ method }) => method === 'backups.restore')).toHaveLength(1)
})

// Catches a damaged backup whose refusal opens a dialog, or stands at another row.
test('a backup that can not be looked at says so in its row', async () => {
  const { wrapper } = await mounted((bridge) =>
    bridge.answer('backups.preview', () =>
      Promise.reject(
        new DeskError('storage_failed', 'The backup is damaged.', { facts: { reason: 'backup_damaged' } }),
      ),
    ),
  )
  const second = wrapper.findAll('[data-backup]')[1]
  await second?.find('button').trigger('click')
  await flushPromises()
  expect(second?.text()).toContain('The backup is damaged. Nothing was changed.')
  expect(dialog()).toBeNull()
})

// Catches a label of another version that shows as a missing message.
test('a label that is not known stands for itself', async () => {
  const odd: Backup = { id: 'x.db', label: 'by-robot', at: new Date().toISOString(), bytes: 0 }
  const { wrapper } = await mounted((bridge) => bridge.answer('backups.list', () => ({ backups: [odd] })))
  expect(wrapper.find('[data-backup]').text()).toMatch(/^by-robot.*1 KB/)
})
