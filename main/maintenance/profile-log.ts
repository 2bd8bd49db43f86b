// The profile's log: JSON lines without secrets in rotating files. Writing never throws and never waits, so that it
// can't stop a show.
import { chmodSync, mkdirSync } from 'node:fs'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'
import type { LogLine } from '#contract/maintenance.ts'
import type { Json } from '#contract/json.ts'
import type { Redactor } from '../core/keychain/types.ts'
import type { Clock, Log, LogLevel } from '../core/ports.ts'

export const logName = 'showdesk.log'
/** Files beside the current one. */
export const rotatedFiles = 4
const fileSize = '1M'
const longestMessage = 8 * 1024
const longestFields = 32 * 1024
/** Lines that wait for a slow disk; more are counted and dropped. */
const mostWaitingBytes = 4 * 1024 * 1024
/** Pause after a failed write. */
const pauseMs = 30_000

export interface ProfileLog extends Log {
  readonly folder: string
  /** Resolves once every line is written, or could not be. */
  flush(): Promise<void>
  /** Later lines are dropped. */
  close(): Promise<void>
}

/** `folder` is made with the first line. */
export function createProfileLog(options: {
  folder: string
  redactor: Pick<Redactor, 'json' | 'text'>
  clock: Clock
  least?: LogLevel
}): ProfileLog {
  const { folder, redactor, clock } = options
  const least = levels.indexOf(options.least ?? 'info')
  let stream: RotatingFileStream | undefined
  let failedAt = -Infinity
  let dropped = 0
  let closed = false

  function opened(): RotatingFileStream | undefined {
    if (stream !== undefined || closed || clock.now() - failedAt < pauseMs) return stream
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      chmodSync(folder, 0o700)
      const made = createStream(logName, { path: folder, size: fileSize, rotate: rotatedFiles, mode: 0o600 })
      made.on('error', () => {
        failedAt = clock.now()
        if (stream === made) stream = undefined
      })
      stream = made
    } catch {
      failedAt = clock.now()
    }
    return stream
  }

  function put(line: LogLine): void {
    const to = opened()
    if (to === undefined || to.writableLength > mostWaitingBytes) {
      dropped += 1
      return
    }
    if (dropped > 0) {
      to.write(`${JSON.stringify({ at: line.at, level: 'warn', message: `${dropped} lines could not be written.` })}\n`)
      dropped = 0
    }
    to.write(`${JSON.stringify(line)}\n`)
  }

  return {
    folder,
    write(level, message, fields) {
      if (closed || levels.indexOf(level) < least) return
      try {
        put({
          at: new Date(clock.now()).toISOString(),
          level,
          message: redactor.text(message).slice(0, longestMessage),
          ...(fields !== undefined && { fields: fieldsOf(fields, redactor) }),
        })
      } catch {
        dropped += 1
      }
    },
    flush: () =>
      new Promise((done) => {
        const to = stream
        if (to === undefined || to.destroyed) return done()
        to.once('close', done)
        to.write('', () => {
          to.off('close', done)
          done()
        })
      }),
    close: () =>
      new Promise((done) => {
        const to = stream
        closed = true
        stream = undefined
        if (to === undefined || to.destroyed) return done()
        to.once('close', done)
        to.end()
      }),
  }
}

export function createLogTee(one: Log, other: Log): Log {
  return {
    write(level, message, fields) {
      one.write(level, message, fields)
      other.write(level, message, fields)
    },
  }
}

export const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

function fieldsOf(fields: Record<string, unknown>, redactor: Pick<Redactor, 'json'>): Record<string, unknown> {
  let plain: Json
  try {
    plain = JSON.parse(JSON.stringify(fields, readable)) as Json
  } catch {
    return { unreadable: Object.keys(fields).length }
  }
  const masked = redactor.json(plain) as Record<string, unknown>
  const text = JSON.stringify(masked)
  return text.length > longestFields ? { cut: text.slice(0, longestFields) } : masked
}

function readable(_key: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message }
  return typeof value === 'bigint' ? value.toString() : value
}
