import { writeFile } from 'node:fs/promises'
import type { Redactor } from '../core/keychain/types.ts'
import type { Clock } from '../core/ports.ts'
import { storageError } from '../core/storage/faults.ts'
import { readLogLines } from './log-lines.ts'
import { levels, type ProfileLog } from './profile-log.ts'
import { maskedText, reportOf, type ReportParts } from './report.ts'
import type { Diagnostics, Transfers } from './types.ts'

const reportedLines = 2_000

export function createDiagnostics(
  options: ReportParts & {
    log: ProfileLog
    transfers: Transfers
    redactor: Pick<Redactor, 'json' | 'text'>
    clock: Clock
  },
): Diagnostics {
  const { log, transfers, redactor, clock } = options
  return {
    async log({ limit, level, query }) {
      await log.flush()
      const least = levels.indexOf(level ?? 'debug')
      const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const lines = await readLogLines(
        log.folder,
        limit,
        (line, text) => levels.indexOf(line.level) >= least && contains(text, words),
      )
      return { lines, folder: log.folder }
    },

    async export() {
      await log.flush()
      const at = new Date(clock.now()).toISOString()
      const lines = await readLogLines(log.folder, reportedLines, () => true)
      const text = maskedText(await reportOf(options, at, lines), redactor, options.environments())
      const { id } = transfers.begin(`showdesk-diagnostics-${at.slice(0, 10)}.json`)
      try {
        await writeFile(transfers.path(id), `${text}\n`)
        return transfers.finish(id)
      } catch (error) {
        transfers.end(id)
        throw storageError(error)
      }
    },
  }
}

function contains(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}
