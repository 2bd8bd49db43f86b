// Moves files between a page and the backend in pieces, through a folder that is emptied at each start.
import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Transfer } from '#contract/maintenance.ts'
import { DeskError, type Facts } from '#contract/errors.ts'
import type { FieldReason } from '#contract/reasons.ts'
import type { Clock } from '../core/ports.ts'
import { storageError } from '../core/storage/faults.ts'
import type { Transfers } from './types.ts'

export const maxTransferBytes = 1024 * 1024 * 1024
export const pieceBytes = 1024 * 1024
const mostOpen = 8
/** A closed page never ends its transfers, so the oldest one that was unused for this long is dropped. */
const unusedMs = 30_000

interface Open {
  name: string
  file: string
  bytes: number
  usedAt: number
}

/** Empties `folder`. Throws `storage_full`, `storage_failed`. */
export function createTransfers(options: { folder: string; clock: Clock }): Transfers {
  const { folder, clock } = options
  const open = new Map<string, Open>()
  stored(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  })

  function find(id: string): Open {
    const found = open.get(id)
    if (found === undefined)
      throw new DeskError('not_found_here', 'This file is not on its way any more.', {
        facts: { reason: 'transfer_gone' },
      })
    found.usedAt = clock.now()
    return found
  }

  function end(id: string): void {
    const known = open.get(id)
    if (known === undefined) return
    open.delete(id)
    rmSync(known.file, { force: true })
  }

  function makeRoom(): void {
    if (open.size < mostOpen) return
    const oldest = [...open]
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
      .find(([, { usedAt }]) => Math.abs(clock.now() - usedAt) >= unusedMs)
    if (oldest !== undefined) end(oldest[0])
    if (open.size >= mostOpen)
      throw new DeskError('invalid_state', `At most ${mostOpen} files may be on their way at once.`, {
        facts: { reason: 'too_many_transfers', most: mostOpen },
      })
  }

  const described = (id: string, { name, bytes }: Open): Transfer => ({ id, name, bytes })

  return {
    begin(name) {
      makeRoom()
      const id = randomBytes(18).toString('base64url')
      const made: Open = { name: plainName(name), file: join(folder, id), bytes: 0, usedAt: clock.now() }
      stored(() => closeSync(openSync(made.file, 'wx', 0o600)))
      open.set(id, made)
      return described(id, made)
    },

    append(id, offset, text) {
      const into = find(id)
      if (offset !== into.bytes)
        throw wrongPiece('offset', `Expected ${into.bytes}`, 'wrong_offset', { expected: into.bytes })
      if (!text.isWellFormed()) throw wrongPiece('text', 'Cut within a character', 'cut_character')
      const bytes = Buffer.from(text)
      if (into.bytes + bytes.length > maxTransferBytes) throw tooLarge()
      stored(() => write(into.file, bytes, into.bytes))
      into.bytes += bytes.length
      return described(id, into)
    },

    read(id, offset) {
      const from = find(id)
      if (offset > from.bytes)
        throw wrongPiece('offset', `Beyond the end at ${from.bytes}`, 'too_large', { max: from.bytes })
      const bytes = stored(() => read(from.file, offset, Math.min(pieceBytes, from.bytes - offset)))
      if (isInsideCharacter(bytes, 0)) throw wrongPiece('offset', 'Within a character', 'cut_character')
      const reached = offset + bytes.length < from.bytes ? lastCharacterEnd(bytes) : bytes.length
      const next = offset + reached
      return { text: bytes.toString('utf8', 0, reached), ...(next < from.bytes ? { next } : {}) }
    },

    end,

    path: (id) => find(id).file,

    finish(id) {
      const done = find(id)
      done.bytes = stored(() => statSync(done.file).size)
      return described(id, done)
    },
  }
}

export function tooLarge(): DeskError {
  const mebibytes = maxTransferBytes / 1024 / 1024
  return new DeskError('too_large', `A file may have ${mebibytes} MiB at most.`, {
    facts: { reason: 'transfer_too_large', mebibytes },
  })
}

const wrongPiece = (path: string, message: string, reason: FieldReason, facts: Facts = {}): DeskError =>
  new DeskError('invalid_input', `A piece of a file does not fit: ${path}: ${message}.`, {
    facts: { reason: 'piece_not_fitting' },
    fields: [{ path, message, reason, facts }],
  })

/** A name for screens and saving, never part of a path. */
function plainName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .trim()
    .slice(0, 200)
  return plain === '' || /^\.+$/.test(plain) ? 'file' : plain
}

/** Removes what a full disk took of a piece. */
function write(file: string, bytes: Buffer, at: number): void {
  const handle = openSync(file, 'r+')
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done, bytes.length - done, at + done)
  } catch (error) {
    ftruncateSync(handle, at)
    throw error
  } finally {
    closeSync(handle)
  }
}

function read(file: string, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const handle = openSync(file, 'r')
  try {
    let done = 0
    while (done < length) {
      const count = readSync(handle, bytes, done, length - done, offset + done)
      if (count === 0) break
      done += count
    }
    return bytes.subarray(0, done)
  } finally {
    closeSync(handle)
  }
}

const isInsideCharacter = (bytes: Buffer, at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80

/** Where the last complete character of a piece ends. */
function lastCharacterEnd(bytes: Buffer): number {
  let start = bytes.length - 1
  while (start > 0 && isInsideCharacter(bytes, start)) start -= 1
  const lead = bytes[start] ?? 0
  const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  return start + size > bytes.length ? start : bytes.length
}

function stored<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw storageError(error)
  }
}
