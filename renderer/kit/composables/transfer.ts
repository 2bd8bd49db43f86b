// Files between the person and the backend, in pieces: a page has no paths, and a message has a limit.
import { cutText } from '#contract/cut-text.ts'
import { DeskError } from '#contract/errors.ts'
import type { Transfer } from '#contract/maintenance.ts'
import { call } from '../bridge/index.ts'
import { saveBlob } from './files.ts'
import { markedCharset } from './reading/decode.ts'

export interface Progress {
  done: number
  /** Bytes. */
  total: number
}

export interface TransferOptions {
  signal: AbortSignal
  progress: (progress: Progress) => void
}

const pieceBytes = 512 * 1024
const mostBytes = 1024 * 1024 * 1024

/**
 * Uploads a text file; the caller ends the transfer. @throws DeskError `cancelled`, `invalid_input` for what is no
 * text, `too_large`, `storage_*`.
 */
export async function uploadFile(file: File, { signal, progress }: TransferOptions): Promise<Transfer> {
  if (file.size > mostBytes)
    throw new DeskError('too_large', 'The file is larger than 1 GiB.', {
      facts: { reason: 'file_too_large', bytes: file.size, most: mostBytes },
    })
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const decoder = new TextDecoder(markedCharset(start) ?? 'utf-8', { fatal: true })
  let transfer = await call('transfers.begin', { name: cutText(file.name, 256) })
  try {
    for (let from = 0; from < file.size; from += pieceBytes) {
      throwIfCancelled(signal)
      progress({ done: from, total: file.size })
      const bytes = await file.slice(from, from + pieceBytes).arrayBuffer()
      const text = decode(decoder, bytes, from + pieceBytes < file.size)
      transfer = await call('transfers.append', { id: transfer.id, offset: transfer.bytes, text })
    }
    throwIfCancelled(signal)
    progress({ done: file.size, total: file.size })
    return transfer
  } catch (error) {
    endTransfer(transfer)
    throw error
  }
}

/** Lets the backend write a file and downloads it. @throws DeskError `cancelled` and what `write` throws. */
export async function downloadFile(
  write: () => Promise<Transfer>,
  type: string,
  { signal, progress }: TransferOptions,
): Promise<Transfer> {
  const transfer = await beforeAbort(write(), signal)
  const parts: Blob[] = []
  try {
    for (let offset: number | undefined = 0; offset !== undefined;) {
      throwIfCancelled(signal)
      progress({ done: offset, total: transfer.bytes })
      const piece: { text: string; next?: number } = await call('transfers.read', { id: transfer.id, offset })
      // A Blob may be kept on disk, a long text only in memory.
      parts.push(new Blob([piece.text]))
      offset = piece.next
    }
    throwIfCancelled(signal)
    saveBlob(transfer.name, new Blob(parts, { type }))
    return transfer
  } finally {
    endTransfer(transfer)
  }
}

function beforeAbort(written: Promise<Transfer>, signal: AbortSignal): Promise<Transfer> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(cancelled()), { once: true })
    written.then((transfer) => {
      if (signal.aborted) endTransfer(transfer)
      resolve(transfer)
    }, reject)
  })
}

/** Lets the backend delete the file; it deletes all of them at its next start anyhow. */
export function endTransfer({ id }: Transfer): void {
  call('transfers.end', { id }).catch(() => undefined)
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled()
}

const cancelled = (): DeskError =>
  new DeskError('cancelled', 'The transfer was cancelled.', { facts: { reason: 'transfer_cancelled' } })

function decode(decoder: TextDecoder, bytes: ArrayBuffer, more: boolean): string {
  try {
    return decoder.decode(bytes, { stream: more })
  } catch {
    throw new DeskError('invalid_input', 'The file is no text that can be read.', {
      facts: { reason: 'file_not_text' },
    })
  }
}
