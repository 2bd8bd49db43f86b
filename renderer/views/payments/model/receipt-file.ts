// A receipt as a file. Its type is checked against its bytes, and nothing that a computer would run is written as such.
import type { Json } from '#contract/json.ts'
import { readRecord } from '#answers/answer.ts'
import { scalarText } from '#answers/roles.ts'
import { fieldNamed } from '#answers/stream-status.ts'

interface ReceiptFile {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  /** The type could run scripts, so it is saved as plain text. */
  tamed?: true
}

type ReceiptReading =
  | { ok: true; file: ReceiptFile }
  | { ok: false; problem: 'no_content' | 'bad_encoding' | 'unknown_type' | 'not_what_it_says'; type?: string }

interface Kind {
  extension: string
  /** The first bytes of such a file. */
  starts?: readonly number[]
}

const kinds: Record<string, Kind> = {
  'application/pdf': { extension: 'pdf', starts: [0x25, 0x50, 0x44, 0x46] },
  'image/png': { extension: 'png', starts: [0x89, 0x50, 0x4e, 0x47] },
  'image/jpeg': { extension: 'jpg', starts: [0xff, 0xd8, 0xff] },
  'text/plain': { extension: 'txt' },
  'text/csv': { extension: 'csv' },
  'application/json': { extension: 'json' },
}
const scriptable = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'application/xml', 'text/xml'])

export function receiptFile(data: Json, id: string): ReceiptReading {
  const record = readRecord(data) ?? {}
  const content = fieldNamed(record, ['content', 'data', 'file', 'body', 'document', 'base64'])?.value
  if (typeof content !== 'string') return { ok: false, problem: 'no_content' }
  const declared =
    scalarText(fieldNamed(record, ['contenttype', 'mimetype', 'mediatype', 'format'])?.value)
      ?.split(';')[0]
      ?.trim()
      .toLowerCase() ?? ''
  const encoding = scalarText(fieldNamed(record, ['encoding', 'contentencoding'])?.value)?.toLowerCase()
  const bytes =
    encoding === 'base64' || (encoding === undefined && isBinary(declared))
      ? fromBase64(content)
      : new TextEncoder().encode(content)
  if (bytes === undefined) return { ok: false, problem: 'bad_encoding' }
  const type = declared === '' ? sniff(bytes) : declared
  const tamed = scriptable.has(type)
  const kind = tamed ? kinds['text/plain'] : Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (kind === undefined) return { ok: false, problem: 'unknown_type', ...(type === '' ? {} : { type }) }
  if (kind.starts === undefined ? bytes.includes(0) : !startsWith(bytes, kind.starts))
    return { ok: false, problem: 'not_what_it_says', type }
  const given = scalarText(fieldNamed(record, ['filename', 'name'])?.value) ?? `receipt-${id}`
  return {
    ok: true,
    file: {
      name: `${plainName(given, id)}.${kind.extension}`,
      type: tamed ? 'text/plain' : type,
      bytes,
      ...(tamed ? { tamed } : {}),
    },
  }
}

const isBinary = (type: string): boolean =>
  type === 'application/pdf' || (type.startsWith('image/') && type !== 'image/svg+xml')

const startsWith = (bytes: Uint8Array, starts: readonly number[]): boolean =>
  starts.every((byte, place) => bytes[place] === byte)

function sniff(bytes: Uint8Array): string {
  const found = Object.entries(kinds).find(([, { starts }]) => starts && startsWith(bytes, starts))
  return found?.[0] ?? (bytes.includes(0) ? '' : 'text/plain')
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
  } catch {
    return undefined
  }
}

/** A name that every file system takes, without folders and without its extension. */
function plainName(name: string, id: string): string {
  const plain = (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  return plain === '' ? `receipt-${id.replaceAll(/[^\w-]/g, '')}` : plain
}
