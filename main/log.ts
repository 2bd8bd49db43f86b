import { messageOf } from '#contract/errors.ts'
import type { Log, LogLevel } from './ports.ts'

const order: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Whoever read what the desk prints may be gone, such as a terminal that was closed; the desk goes on without. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** A log on stderr, one line an entry; stdout stays free for what the desk was asked to print. */
export function createStderrLog(least: LogLevel = 'info'): Log {
  return {
    write(level, message, fields) {
      if (order[level] < order[least]) return
      const rest = fields === undefined ? '' : ` ${JSON.stringify(fields)}`
      process.stderr.write(`${new Date().toISOString()} ${level} ${message}${rest}\n`)
    },
  }
}

/** Logs what a listener throws. */
export const listenerFailed =
  (log: Log) =>
  (error: unknown): void =>
    log.write('error', 'A listener failed.', { reason: messageOf(error) })
