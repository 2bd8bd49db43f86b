import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEnvironments } from '../../../../main/platform/environments/environments.ts'
import { createPlatformNames } from '../../../../main/platform/environments/platform-names.ts'
import { createProfiles } from '../../../../main/core/profile/profiles.ts'
import { createSettings } from '../../../../main/core/profile/settings.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/index.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../../main/core/keychain/vault.ts'
import { systemClock as clock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { atRestOver } from '../../../support/at-rest.ts'

async function profile() {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'))
  const database = await openProfile({ folder, clock, log: { write: () => {} } })
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  const keychain = createMemoryKeychain({ clock, log: { write: () => {} } })
  const vault = createVault({ keychain, redactor: createRedactor(), index: createVaultIndex(database) })
  return { database, vault, settings: createSettings(database) }
}

// Catches an address that sends credentials in the clear or nowhere, and a refusal that does not say why.
test.each([
  ['http://platform.example', 'https'],
  ['platform.example', ''],
  ['https://user:pass@platform.example', ''],
  ['https://platform.example/?a=1', ''],
  ['file:///etc', ''],
])('base address %s is refused at its field', async (address, word) => {
  const { settings } = await profile()
  const environments = createEnvironments({ settings, embedded: () => undefined, onChange: () => {} })
  expect(() => environments.configure('production', address)).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  )
  expect(() => environments.configure('production', address)).toThrow(word)
  expect(environments.get('production')).toMatchObject({ baseUrl: '', configured: false })
})

// Catches a choice that is forgotten at the next start, or an environment chosen before it has an address.
test('environments are remembered, and chosen only with an address', async () => {
  const { settings } = await profile()
  const environments = createEnvironments({ settings, embedded: () => 'http://127.0.0.1:9', onChange: () => {} })
  expect(environments.selected()).toBe('rehearsal')
  expect(environments.baseUrl('rehearsal')).toBe('http://127.0.0.1:9')
  expect(() => environments.select('production')).toThrow('base address')
  environments.configure('production', ' https://platform.example/base ')
  environments.select('production')
  const later = createEnvironments({ settings, embedded: () => undefined, onChange: () => {} })
  expect(later.selected()).toBe('production')
  expect(later.baseUrl('production')).toBe('https://platform.example/base')
  expect(() => later.configure('production', '')).toThrow('in use')
})

// Catches a secret that stays behind after it was replaced or its profile removed, or that is lost when a profile is only renamed.
test('a profile keeps, replaces and gives up its secrets', async () => {
  const { database, vault } = await profile()
  const profiles = createProfiles({ database, vault, atRest: atRestOver(), clock })
  const base = { environment: 'rehearsal' as const, options: { providerName: 'Main stage' } }
  const saved = await profiles.save({ ...base, name: 'Main stage', secrets: { streamKey: 'first-stream-key' } })
  const first = saved.secrets.streamKey?.$secret ?? ''
  expect(await vault.resolve(first, 'options.streamKey')).toBe('first-stream-key')
  expect(JSON.stringify(database.statement('SELECT * FROM profiles').all())).not.toContain('first-stream-key')

  const renamed = await profiles.save({ ...base, id: saved.id, name: 'Stage one' })
  expect(renamed.secrets.streamKey).toEqual({ $secret: first })
  const replaced = await profiles.save({
    ...base,
    id: saved.id,
    name: 'Stage one',
    secrets: { streamKey: 'second-stream-key' },
  })
  await expect(vault.resolve(first, 'options.streamKey')).rejects.toMatchObject({ code: 'secret_missing' })
  const second = replaced.secrets.streamKey?.$secret ?? ''
  expect(await vault.resolve(second, 'options.streamKey')).toBe('second-stream-key')
  await profiles.remove(saved.id)
  await expect(vault.resolve(second, 'options.streamKey')).rejects.toMatchObject({ code: 'secret_missing' })
  expect(profiles.list()).toEqual([])
  await expect(profiles.save({ ...base, name: 'x', options: { apiKey: 'in-the-wrong-place' } })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

// Catches platform names of one environment that show up in another, and names kept twice.
test('platform names belong to an environment', async () => {
  const { settings } = await profile()
  const names = createPlatformNames(settings)
  names.save('production', { outputs: ['stage', 'stage', 'hall'], playback: ['stage'], events: [] })
  expect(names.get('production')).toEqual({ outputs: ['stage', 'hall'], playback: ['stage'], events: [] })
  expect(names.get('rehearsal')).toEqual({ outputs: [], playback: [], events: [] })
})

// Catches a key for ads that is lost because its command was called otherwise when it was chosen.
test('a key that was chosen for ads by their earlier name stays', async () => {
  const { database } = await profile()
  createSettings(database).write('desk', { armKeys: { run: 'mod+shift+a', go: 'shift+f9' } })
  expect(createSettings(database).get().armKeys).toEqual({ runAd: 'mod+shift+a', go: 'shift+f9' })
})

// Keys that come back after they were removed, and a profile of an earlier version without any.
test('keys that arm are there until they are chosen, and then as chosen', async () => {
  const { database } = await profile()
  createSettings(database).write('desk', { theme: 'light' })
  const settings = createSettings(database)
  expect(settings.get().armKeys).toEqual({ reveal: 'shift+f2', runAd: 'shift+f4', go: 'shift+f9' })
  settings.update({ armKeys: { stop: 'mod+shift+s' } })
  expect(createSettings(database).get().armKeys).toEqual({ stop: 'mod+shift+s' })
  settings.update({ armKeys: {} })
  expect(createSettings(database).get()).toMatchObject({ theme: 'light', armKeys: {} })
})
