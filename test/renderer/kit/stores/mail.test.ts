import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { plainBrand } from '#contract/mail.ts'
import { connectBridge } from '../../../../renderer/kit/bridge/index.ts'
import { useMail } from '../../../../renderer/writing/stores/mail.ts'
import { createMemoryBridge, type MemoryBridge } from '../../support/memory-bridge.ts'

let bridge: MemoryBridge
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const asked = (): string[] => bridge.requests.map(({ method }) => method).filter((method) => method.startsWith('mail.'))

beforeEach(async () => {
  setActivePinia(createPinia())
  bridge = createMemoryBridge()
  connectBridge(bridge.transport)
  await settle()
})

// Catches settings that are read before a screen needs them, or once for each screen.
test('the settings are read once, when they are first needed', async () => {
  const mail = useMail()
  await settle()
  expect(asked()).toEqual([])
  expect(mail.settings).toBeUndefined()
  await Promise.all([mail.ensure(), mail.ensure()])
  await mail.ensure()
  expect(asked()).toEqual(['mail.settings'])
  expect(mail.settings?.brand.name).toBe('Night show')
})

// Catches a window that shows what another one has replaced, and a list that is stale after the link was lost.
test('a change elsewhere is shown at once, and a reconnect reads again', async () => {
  const mail = useMail()
  await mail.ensure()
  const settings = mail.settings
  if (settings === undefined) throw new Error('The settings were not read.')
  bridge.push('mail.changed', { ...settings, snippets: [{ name: 'Footer', html: '<p>' }] })
  expect(mail.settings?.snippets).toEqual([{ name: 'Footer', html: '<p>' }])
  bridge.answer('mail.settings', () => ({ brand: plainBrand, snippets: [], sections: [], clients: ['gmx'] }))
  bridge.setLink('lost')
  bridge.setLink('open')
  await expect.poll(() => mail.settings?.clients).toEqual(['gmx'])
})

// Catches a part that a change of another part empties, and a failed change that is shown as saved.
test('a change replaces its part alone, and a failed one nothing', async () => {
  const mail = useMail()
  await mail.ensure()
  await mail.change({ clients: ['gmail'] })
  expect(mail.settings).toMatchObject({ clients: ['gmail'], brand: { name: 'Night show' } })
  bridge.answer('mail.change', () => {
    throw new DeskError('storage_full', 'Full')
  })
  await expect(mail.change({ clients: ['aol'] })).rejects.toMatchObject({ code: 'storage_full' })
  expect(mail.settings?.clients).toEqual(['gmail'])
})

// Catches a failure that leaves screens waiting, or that a second try can't repair.
test('a failed read is told and can be tried again', async () => {
  const mail = useMail()
  let fails = true
  bridge.answer('mail.settings', () => {
    if (fails) throw new DeskError('storage_failed', 'Broken')
  })
  await mail.ensure()
  expect(mail.error?.code).toBe('storage_failed')
  expect(mail.settings).toBeUndefined()
  fails = false
  await mail.ensure()
  expect(mail.error).toBeUndefined()
  expect(mail.settings?.brand.name).toBe('Night show')
})
