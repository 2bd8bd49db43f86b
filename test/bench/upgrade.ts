// What the first start of a newer version costs over a profile with 20,000 writes: every step of the schema with the backup before it.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock as clock } from '../../main/core/ports.ts'
import { openProfile } from '../../main/core/storage/index.ts'
import { makeOlderProfile } from '../main/core/storage/older-profile.ts'
import { median, type Verdict } from './measure.ts'

const rounds = 3
const mostMs = 5_000

export async function benchUpgrade(): Promise<Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-upgrade-'))
  try {
    const original = join(folder, 'original')
    await makeOlderProfile(original, clock, 20_000)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const copy = join(folder, `copy-${round}`)
      cpSync(original, copy, { recursive: true })
      const start = performance.now()
      const database = await openProfile({ folder: copy, clock, log: { write: () => undefined } })
      times.push(performance.now() - start)
      database.close()
    }
    return [
      {
        name: 'an upgrade with 20,000 intents / 5 s',
        ratio: median(times) / mostMs,
        bound: 1,
        keep: 'at most',
        note: `${median(times).toFixed(0)} ms`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
