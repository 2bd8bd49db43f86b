// The files in an archive, in slices, so that the page stays awake. What an archive says of its sizes is not believed: only what was
// really unpacked counts.
import { refuse, type Imported, type Refused } from './types.ts'

export const archiveLimits = {
  archive: 50 * 1024 * 1024,
  file: 5 * 1024 * 1024,
  unpacked: 100 * 1024 * 1024,
  files: 500,
}

interface Packed {
  name: string
  bytes: Uint8Array
  /** Set where the file can't be used. */
  refused?: Refused
}

const slice = 16 * 1024
/** Folders, and what one system adds to archives for itself. */
const isFile = (name: string) => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(name)

const joined = (chunks: Uint8Array[], length: number): Uint8Array => {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Every file of the archive, also those that could not be unpacked; an error where the archive is broken or too large. */
export async function unpack(
  archive: Uint8Array,
  limits = archiveLimits,
): Promise<Packed[] | Extract<Imported, { ok: false }>> {
  if (archive.length > limits.archive) return refuse('too_large', { bytes: archive.length, limit: limits.archive })
  const { Unzip, UnzipInflate } = await import('fflate')
  const packed: Array<Packed & { whole: boolean }> = []
  let unpacked = 0
  let over = 0
  const unzip = new Unzip((file) => {
    if (!isFile(file.name)) return
    if (packed.length >= limits.files) {
      over += 1
      return
    }
    const one: Packed & { whole: boolean } = { name: file.name, bytes: new Uint8Array(), whole: false }
    packed.push(one)
    let chunks: Uint8Array[] = []
    let length = 0
    file.ondata = (error, chunk, final) => {
      if (error !== null) {
        one.refused = refuse('zip_broken', {})
        one.whole = true
        return
      }
      unpacked += chunk.length
      length += chunk.length
      if (length > limits.file) {
        chunks = []
        one.refused = refuse('too_large', { bytes: length, limit: limits.file })
      } else chunks.push(chunk)
      if (!final) return
      one.whole = true
      if (one.refused === undefined) one.bytes = joined(chunks, length)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < archive.length; at += slice) {
      unzip.push(archive.subarray(at, at + slice), at + slice >= archive.length)
      if (over > 0) return refuse('zip_many', { limit: limits.files })
      if (unpacked > limits.unpacked) return refuse('zip_large', { limit: limits.unpacked })
      if ((at / slice) % 16 === 15) await new Promise((resolve) => setTimeout(resolve, 0))
    }
  } catch {
    return refuse('zip_broken', {})
  }
  if (packed.length === 0 || packed.some(({ whole }) => !whole)) return refuse('zip_broken', {})
  return packed.map(({ name, bytes, refused }) => ({ name, bytes, ...(refused === undefined ? {} : { refused }) }))
}
