// Files between the person and the backend, in pieces: a page has no paths, and a message has a limit.
import { DeskError } from '#contract/errors.ts'
import type { Transfer } from '#contract/maintenance.ts'
import { call } from '../bridge/index.ts'
import { saveBlob } from './files.ts'

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

/** Brings a text file to the backend; the caller ends it. @throws DeskError `cancelled`, `invalid_input` for what is not text, `too_large`, `storage_*`. */
export async function uploadFile(file: File, { signal, progress }: TransferOptions): Promise<Transfer> {
  if (file.size > mostBytes)
    throw new DeskError('too_large', 'A file may have 1 GiB at most; this one is larger. Nothing was changed.')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let transfer = await call('transfers.begin', { name: file.name.slice(0, 256) })
  try {
    for (let from = 0; from < file.size; from += pieceBytes) {
      goOn(signal)
      progress({ done: from, total: file.size })
      const bytes = await file.slice(from, from + pieceBytes).arrayBuffer()
      const text = decode(decoder, bytes, from + pieceBytes < file.size)
      transfer = await call('transfers.append', { id: transfer.id, offset: transfer.bytes, text })
    }
    goOn(signal)
    progress({ done: file.size, total: file.size })
    return transfer
  } catch (error) {
    endTransfer(transfer)
    throw error
  }
}

/** Has the backend write a file and hands it to the person as a download. A cancelled one is forgotten as soon as it is written. @throws DeskError `cancelled` and what `write` throws. */
export async function downloadFile(
  write: () => Promise<Transfer>,
  type: string,
  { signal, progress }: TransferOptions,
): Promise<Transfer> {
  const transfer = await beforeAbort(write(), signal)
  const parts: Blob[] = []
  try {
    for (let offset: number | undefined = 0; offset !== undefined;) {
      goOn(signal)
      progress({ done: offset, total: transfer.bytes })
      const piece: { text: string; next?: number } = await call('transfers.read', { id: transfer.id, offset })
      // A Blob may lie on the disk, where a long text would lie in memory.
      parts.push(new Blob([piece.text]))
      offset = piece.next
    }
    goOn(signal)
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

/** The backend may forget the file. It forgets every one at its next start anyhow. */
export function endTransfer({ id }: Transfer): void {
  call('transfers.end', { id }).catch(() => undefined)
}

function goOn(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled()
}

const cancelled = (): DeskError => new DeskError('cancelled', 'It was cancelled. Nothing was changed.')

function decode(decoder: TextDecoder, bytes: ArrayBuffer, more: boolean): string {
  try {
    return decoder.decode(bytes, { stream: more })
  } catch {
    throw new DeskError('invalid_input', 'This file is not text in UTF-8.', { facts: { reason: 'file_not_text' } })
  }
}
