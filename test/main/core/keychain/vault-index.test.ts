import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryKeychain } from '../../../../main/core/keychain/index.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createVault, createVaultIndex } from '../../../../main/core/keychain/vault.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { captureLog } from './support.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'showdesk-vault-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytesIn = (place: string): string =>
  readdirSync(place, { withFileTypes: true })
    .map((entry) =>
      entry.isDirectory()
        ? bytesIn(join(place, entry.name))
        : entry.isFile()
          ? readFileSync(join(place, entry.name), 'latin1')
          : '',
    )
    .join('\n')

// Catches an index that forgets over a restart, so that secrets stay in the keychain for ever, and a secret that reaches the profile's files.
it('keeps the references of each owner in the profile, and no value', async () => {
  const log = captureLog()
  const keychain = createMemoryKeychain({ clock: systemClock, log })
  const first = await openProfile({ folder, clock: systemClock, log })
  const vault = createVault({ keychain, redactor: createRedactor(), index: createVaultIndex(first) })
  const kept = await vault.put('profile/p1', 'streamKey', 'live_abcdef_4711')
  const body = await vault.externalize('intent/i1', { apiKey: 'key_abcdef_0815' }, [])
  first.close()

  const second = await openProfile({ folder, clock: systemClock, log })
  const index = createVaultIndex(second)
  const again = createVault({ keychain, redactor: createRedactor(), index })
  expect(index.list('profile/p1')).toEqual([kept.$secret])
  expect(index.list('intent/i1')).toHaveLength(1)
  await again.removeOwner('intent/i1')
  expect(index.list('intent/i1')).toEqual([])
  expect(await again.resolve(kept.$secret, 'options.streamKey')).toBe('live_abcdef_4711')
  second.close()

  const written = `${bytesIn(folder)}${log.text()}${JSON.stringify(body)}`
  for (const secret of ['live_abcdef_4711', 'key_abcdef_0815']) expect(written).not.toContain(secret)
})
