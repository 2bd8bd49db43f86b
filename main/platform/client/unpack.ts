// The HTTP library takes a packed answer that breaks off for a complete one, so it is unpacked here.
import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type InputType } from 'node:zlib'

const packings = {
  gzip: { unpack: promisify(gunzip), leniently: { finishFlush: constants.Z_SYNC_FLUSH } },
  deflate: { unpack: promisify(inflate), leniently: { finishFlush: constants.Z_SYNC_FLUSH } },
  /** What some servers send as `deflate`. */
  raw: { unpack: promisify(inflateRaw), leniently: { finishFlush: constants.Z_SYNC_FLUSH } },
  br: { unpack: promisify(brotliDecompress), leniently: { finishFlush: constants.BROTLI_OPERATION_FLUSH } },
} satisfies Record<
  string,
  {
    unpack: (packed: InputType, options: { maxOutputLength: number; finishFlush?: number }) => Promise<Buffer>
    leniently: { finishFlush: number }
  }
>

/**
 * `coding` is the Content-Encoding; unknown ones stay packed. Throws zlib's errors, `ERR_BUFFER_TOO_LARGE` beyond
 * `most` bytes.
 */
export async function unpack(
  packed: Buffer,
  coding: string | undefined,
  most: number,
): Promise<{ body: Buffer; isCut: boolean }> {
  const packing = packingOf(packed, coding)
  if (packing === undefined || packed.length === 0) return { body: packed, isCut: false }
  const { unpack: out, leniently } = packings[packing]
  try {
    return { body: await out(packed, { maxOutputLength: most }), isCut: false }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'Z_BUF_ERROR') throw error
    return { body: await out(packed, { ...leniently, maxOutputLength: most }), isCut: true }
  }
}

function packingOf(packed: Buffer, coding: string | undefined): keyof typeof packings | undefined {
  const name = coding?.trim().toLowerCase()
  if (name === 'gzip' || name === 'x-gzip') return 'gzip'
  if (name === 'br') return 'br'
  if (name !== 'deflate') return undefined
  return packed.length > 1 && packed.readUInt16BE() % 31 === 0 && ((packed[0] ?? 0) & 0x0f) === 8 ? 'deflate' : 'raw'
}
