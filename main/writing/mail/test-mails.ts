// Test mails on their way into the system's mail program: private files that are deleted soon.
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeskError, messageOf } from '#contract/errors.ts'
import type { Clock, Log, Ports } from '../../core/ports.ts'
import { storageError } from '../../core/storage/faults.ts'

export const testMailKeptMs = 60 * 60_000
const mostKept = 20

export interface TestMails {
  /** Writes the message and opens it. Throws `not_supported` where the host opens no files, `storage_full`, `storage_failed`. */
  open(name: string, text: string): Promise<void>
  /** Deletes what is there. */
  stop(): void
}

/** Empties `folder`, so that nothing of an earlier run is left. */
export function createTestMails(options: {
  folder: string
  clock: Pick<Clock, 'after'>
  log: Log
  openFile: Ports['openFile']
}): TestMails {
  const { folder, clock, log, openFile } = options
  const kept = new Map<string, () => void>()

  /** A mail program may still hold a file: then it goes at the next start. */
  function remove(path: string): void {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch (error) {
      log.write('warn', 'A test mail was not deleted', { reason: messageOf(error) })
    }
  }
  function end(place: string): void {
    kept.get(place)?.()
    kept.delete(place)
    remove(place)
  }
  remove(folder)

  return {
    async open(name, text) {
      if (openFile === undefined)
        throw new DeskError('not_supported', 'This host opens no files.', {
          facts: { reason: 'mail_not_opened_here' },
        })
      for (const [oldest] of kept) {
        if (kept.size < mostKept) break
        end(oldest)
      }
      // A folder for each, so that the file can have its plain name.
      const place = join(folder, randomBytes(12).toString('hex'))
      const file = join(place, fileName(name))
      try {
        mkdirSync(place, { recursive: true, mode: 0o700 })
        writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
      } catch (error) {
        remove(place)
        throw storageError(error)
      }
      kept.set(
        place,
        clock.after(testMailKeptMs, () => end(place)),
      )
      try {
        await openFile(file)
      } catch (error) {
        end(place)
        throw error
      }
    },
    stop() {
      for (const place of kept.keys()) end(place)
      remove(folder)
    },
  }
}

/** A name that every system takes, with the extension by which the system knows a message. */
function fileName(name: string): string {
  const plain = name
    .replace(/\.eml$/i, '')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
  return `mail-${Array.from(plain).slice(0, 60).join('')}`.replace(/-$/, '') + '.eml'
}
