import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { createReaderThread } from '../../../../main/core/storage/reader-thread.ts'

const quiet = { write: () => undefined }

async function opened(run: (database: Awaited<ReturnType<typeof openProfile>>) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-beside-'))
  const database = await openProfile({ folder: join(folder, 'profile'), clock: systemClock, log: quiet })
  try {
    await run(database)
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
}

// Catches a second connection that reads an older state than what was acknowledged.
test('a read beside sees every commit', async () => {
  await opened(async (database) => {
    for (let n = 0; n < 5; n += 1) {
      database.statement('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)').run('beside', String(n))
      expect(await database.allInThread('SELECT value FROM settings WHERE key = ?', ['beside'])).toEqual([
        { value: String(n) },
      ])
    }
  })
})

// Catches a question that is never answered because the thread could not begin or was ended.
test('where the thread can not tell, the question comes back', async () => {
  const said: string[] = []
  const reader = createReaderThread({
    file: '/nowhere/at/all.db',
    clock: systemClock,
    log: { write: (_, message) => void said.push(message) },
  })
  expect(await reader.all('SELECT 1 AS one', [])).toBeUndefined()
  expect(said).toHaveLength(1)
  const asked = reader.all('SELECT 1 AS one', [])
  reader.stop()
  expect(await asked).toBeUndefined()
})
