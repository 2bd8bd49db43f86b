import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { maxTransferBytes, tooLarge } from '../transfers.ts'
import { fileFormat, fileVersion, type FileRecord } from './format.ts'

/** JSON leaves out fields without a value. */
export type Written = { kind: FileRecord['kind'] } & Record<string, unknown>

/** Other work has its turn between parts. */
const partBytes = 256 * 1024

/** Throws `too_large`, and what the file system throws. */
export async function writeProfileFile(
  path: string,
  head: { app: string; createdAt: string },
  records: Iterable<Written>,
): Promise<void> {
  const file = await open(path, 'r+')
  const hash = createHash('sha256')
  let part: Buffer[] = []
  let waiting = 0
  let written = 0
  let count = 0

  async function flush(): Promise<void> {
    await file.writev(part)
    part = []
    waiting = 0
  }
  async function line(value: object, hashed: boolean): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
    written += bytes.length
    if (written > maxTransferBytes) throw tooLarge()
    if (hashed) hash.update(bytes)
    part.push(bytes)
    waiting += bytes.length
    if (waiting >= partBytes) await flush()
  }

  try {
    await line({ format: fileFormat, version: fileVersion, ...head }, true)
    for (const record of records) {
      await line(record, true)
      count += 1
    }
    await line({ kind: 'end', records: count, sha256: hash.digest('hex') }, false)
    await flush()
    await file.sync()
  } finally {
    await file.close()
  }
}
