// A desk's database in a process of its own, where a test can fill the disk or take away rights: one JSON command a line, one answer each.
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { DeskError, type ErrorFacts } from '#contract/errors.ts'
import { systemClock } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import type { ProfileDatabase } from '../../../../main/core/storage/types.ts'

export interface FaultCommand {
  do: 'open' | 'close' | 'save' | 'keys' | 'backup' | 'restore' | 'shell'
  /** A key to save, a backup to restore, a command for the shell. */
  with?: string
  bytes?: number
}

export type FaultAnswer =
  | { ok: true; value?: unknown }
  | { ok: false; code: string; facts?: ErrorFacts; message: string; retryable: boolean }

let database: ProfileDatabase | undefined
const opened = (): ProfileDatabase => {
  if (database === undefined) throw new Error('open first')
  return database
}

const actions: Record<FaultCommand['do'], (command: FaultCommand) => unknown> = {
  open: async () =>
    void (database = await openProfile({
      folder: process.argv[2] ?? '',
      clock: systemClock,
      log: { write: () => undefined },
    })),
  close: () => opened().close(),
  save: ({ with: key = '', bytes = 1 }) =>
    opened().transaction(() => {
      opened().statement('INSERT INTO settings (key, value) VALUES (?, ?)').run(`${key}-half`, 'x')
      opened().statement('INSERT INTO settings (key, value) VALUES (?, ?)').run(key, 'x'.repeat(bytes))
    }),
  keys: () =>
    opened()
      .statement("SELECT key FROM settings WHERE key NOT LIKE '%-half' ORDER BY key")
      .all()
      .map(({ key }) => key),
  backup: async () => basename(await opened().backup('manual')),
  restore: async ({ with: name = '' }) => {
    const backup = opened()
      .backups()
      .find(({ file }) => basename(file) === name)
    await opened().closeAndRestore(backup?.file ?? name)
  },
  shell: ({ with: script = '' }) =>
    execFileSync('sh', ['-c', script, 'sh', process.argv[2] ?? ''], { encoding: 'utf8' }),
}

async function answer(command: FaultCommand): Promise<FaultAnswer> {
  try {
    return { ok: true, value: await actions[command.do](command) }
  } catch (error) {
    if (error instanceof DeskError) return { ok: false, ...error.toShape() }
    return { ok: false, code: 'stranger', message: String(error), retryable: false }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as FaultCommand))}\n`)
}
