import { messageOf } from '#contract/errors.ts'
import type { Log, LogLevel } from './ports.ts'

const order: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Whoever read what the desk prints may be gone, such as a terminal that was closed; the desk goes on without. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
/** What a terminal obeys, or what turns the writing direction. Line feeds stay; the joiners within words and emoji are no harm. */
const steers = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The same JSON with everything escaped that would steer a terminal. */
export const safeJson = (json: string): string =>
  json.replaceAll(steers, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )

/** A sentence for a terminal: what would steer it is left out. */
export const safeText = (text: string): string => text.replaceAll(steers, ' ').replaceAll(/\s*\n\s*/g, ' ')

/** A log on stderr, one line an entry; stdout stays free for what the desk was asked to print. */
export function createStderrLog(least: LogLevel = 'info'): Log {
  return {
    write(level, message, fields) {
      if (order[level] < order[least]) return
      const rest = fields === undefined ? '' : ` ${safeJson(JSON.stringify(fields))}`
      process.stderr.write(`${new Date().toISOString()} ${level} ${safeText(message)}${rest}\n`)
    },
  }
}

/** Logs what a listener throws. */
export const listenerFailed =
  (log: Log) =>
  (error: unknown): void =>
    log.write('error', 'A listener failed.', { reason: messageOf(error) })
