const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

/** The type of a picture by its first bytes; undefined for anything else. */
export function sniffPicture(bytes: Buffer): string | undefined {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return 'image/gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(bytes, 4, 8) === 'ftyp' && /^avi[fs]/.test(ascii(bytes, 8, 12))) return 'image/avif'
  if (ascii(bytes, 0, 2) === 'BM' && bytes.length >= 26 && bytes.readUInt32LE(6) === 0) return 'image/bmp'
  return undefined
}
