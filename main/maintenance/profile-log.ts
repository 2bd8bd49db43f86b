// The desk's log in its profile: JSON lines without secrets, in files that rotate, so that a bug report has something to say.
// Writing here never throws and never waits: a log must not be what stops a show.
import { chmodSync, mkdirSync } from 'node:fs'
import { createStream } from 'rotating-file-stream'
import type { RotatingFileStream } from 'rotating-file-stream'
import type { LogLine } from '#contract/maintenance.ts'
import type { Json } from '#contract/json.ts'
import type { Redactor } from '../keychain/types.ts'
import type { Clock, Log, LogLevel } from '../ports.ts'

export const logName = 'showdesk.log'
/** Files kept beside the one that is written. */
export const rotatedFiles = 4
const fileSize = '1M'
const longestMessage = 8 * 1024
const longestFields = 32 * 1024
/** Lines that wait for a slow disk; what comes on top is counted and left out. */
const mostWaitingBytes = 4 * 1024 * 1024
/** After a failed write the disk is left alone for so long. */
const pauseMs = 30_000

export interface ProfileLog extends Log {
  readonly folder: string
  /** Once every line so far is in its file, or could not be written. */
  flush(): Promise<void>
  /** Writes what waits and closes the file; later lines are dropped. */
  close(): Promise<void>
}

/** `folder` is `<profile>/logs`; it is made with the first line. */
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
          ...(fields === undefined ? {} : { fields: fieldsOf(fields, redactor) }),
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

/** Writes every line to both. */
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
