import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { noService, ownService, withService } from '../core/keychain/service.ts'

// Catches what was saved beside a locked keyring and is never looked at again.
test.skipIf(!withService)(
  `a real keyring, locked and unlocked${withService ? '' : `: ${noService}`}`,
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'showdesk-locked-'))
    try {
      const profile = join(folder, 'profile')
      const [command, ...args] = [
        ...ownService,
        process.execPath,
        join(import.meta.dirname, 'locked-child.ts'),
        profile,
      ]
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      const [said, failed] = await Promise.all([text(child.stdout), text(child.stderr)])
      expect([said, failed]).toEqual(['locked: kept as it is\nunlocked: masked\n', expect.any(String)])
      const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      expect(
        Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name)))).includes('3yzzNN8wq7'),
      ).toBe(false)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
