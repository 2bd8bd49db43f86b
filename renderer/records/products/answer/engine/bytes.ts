export function bytesOf(base64: string, most = Infinity): Uint8Array<ArrayBuffer> {
  const wanted = Number.isFinite(most) ? base64.slice(0, Math.ceil(most / 3) * 4) : base64
  const text = atob(wanted.slice(0, wanted.length - (wanted.length % 4)))
  const bytes = new Uint8Array(Math.min(text.length, most))
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

export function hexRows(bytes: Uint8Array): string[] {
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => {
    const part = [...bytes.subarray(row * 16, row * 16 + 16)]
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const letters = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    return `${(row * 16).toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  ${letters}`
  })
}

const signatures: Array<[type: string, hex: string]> = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
]

/** The type of picture by its first bytes, not by a header. */
export function imageType(bytes: Uint8Array): string | undefined {
  const hex = [...bytes.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (/^52494646.{8}57454250$/.test(hex)) return 'image/webp'
  return signatures.find(([, sign]) => hex.startsWith(sign))?.[0]
}
