// D-Bus messages as bytes (D-Bus specification, "Message Protocol"): method calls out, replies and signals in.

type Argument = { type: 's' | 'o'; value: string } | { type: 'ao'; value: string[] }

export interface BusCall {
  destination: string
  path: string
  interface: string
  member: string
  arguments?: Argument[]
}

export interface BusMessage {
  type: 'reply' | 'error' | 'signal' | 'other'
  path?: string
  interface?: string
  member?: string
  errorName?: string
  replyTo?: number
  /** Strings and object paths in order, lists flattened; a boolean as text. */
  body: string[]
}

const types = ['other', 'other', 'reply', 'error', 'signal'] as const
const fieldNames = [
  '',
  'path',
  'interface',
  'member',
  'errorName',
  'replyTo',
  'destination',
  'sender',
  'signature',
] as const

class Writer {
  private bytes: number[] = []
  get length(): number {
    return this.bytes.length
  }
  align(to: number): void {
    while (this.bytes.length % to !== 0) this.bytes.push(0)
  }
  byte(...values: number[]): void {
    this.bytes.push(...values)
  }
  uint32(value: number): void {
    this.align(4)
    this.byte(value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255)
  }
  string(value: string): void {
    const bytes = Buffer.from(value)
    this.uint32(bytes.length)
    this.byte(...bytes, 0)
  }
  signature(value: string): void {
    this.byte(value.length, ...Buffer.from(value), 0)
  }
  toBuffer(): Buffer {
    return Buffer.from(this.bytes)
  }
}

function encodeBody(list: readonly Argument[]): Buffer {
  const body = new Writer()
  for (const one of list) {
    if (one.type !== 'ao') {
      body.string(one.value)
      continue
    }
    const inner = new Writer()
    for (const path of one.value) inner.string(path)
    body.uint32(inner.length)
    body.byte(...inner.toBuffer())
  }
  return body.toBuffer()
}

export function encodeCall(serial: number, call: BusCall): Buffer {
  const list = call.arguments ?? []
  const body = encodeBody(list)
  const head = new Writer()
  head.byte(0x6c, 1, 0, 1)
  head.uint32(body.length)
  head.uint32(serial)
  const fields = new Writer()
  const field = (code: number, type: string, value: string) => {
    fields.align(8)
    fields.byte(code)
    fields.signature(type)
    if (type === 'g') fields.signature(value)
    else fields.string(value)
  }
  field(1, 'o', call.path)
  field(2, 's', call.interface)
  field(3, 's', call.member)
  field(6, 's', call.destination)
  if (list.length > 0) field(8, 'g', list.map(({ type }) => type).join(''))
  head.uint32(fields.length)
  head.byte(...fields.toBuffer())
  head.align(8)
  return Buffer.concat([head.toBuffer(), body])
}

/** Positions count from the start of the message, as alignment does. */
class Reader {
  at: number
  private readonly view: DataView
  private readonly little: boolean
  private readonly bytes: Buffer
  constructor(bytes: Buffer, at: number, little: boolean) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
    this.little = little
  }
  align(to: number): void {
    this.at = Math.ceil(this.at / to) * to
  }
  byte(): number {
    return this.view.getUint8(this.at++)
  }
  uint32(): number {
    this.align(4)
    this.at += 4
    return this.view.getUint32(this.at - 4, this.little)
  }
  text(length: number): string {
    this.at += length + 1
    return this.bytes.toString('utf8', this.at - length - 1, this.at - 1)
  }
  /** Adds one complete type to `into`; answers the rest of the signature, undefined for unknown types. */
  value(signature: string, into: string[]): string | undefined {
    const rest = signature.slice(1)
    switch (signature.charAt(0)) {
      case 's':
      case 'o':
        into.push(this.text(this.uint32()))
        return rest
      case 'g':
        into.push(this.text(this.byte()))
        return rest
      case 'u':
        into.push(String(this.uint32()))
        return rest
      case 'b':
        into.push(String(this.uint32() !== 0))
        return rest
      case 'v':
        return this.value(this.text(this.byte()), into) === undefined ? undefined : rest
      case 'a': {
        if (rest[0] !== 'o' && rest[0] !== 's') return undefined
        const end = this.uint32() + this.at
        while (this.at < end) into.push(this.text(this.uint32()))
        return rest.slice(1)
      }
      default:
        return undefined
    }
  }
}

export function readMessage(bytes: Buffer): { message: BusMessage; length: number } | undefined {
  if (bytes.length < 16) return undefined
  const reader = new Reader(bytes, 4, bytes[0] === 0x6c)
  const bodyLength = reader.uint32()
  reader.uint32()
  const fieldsEnd = 16 + reader.uint32()
  const bodyStart = Math.ceil(fieldsEnd / 8) * 8
  const length = bodyStart + bodyLength
  if (bytes.length < length) return undefined
  const message: BusMessage = { type: types[bytes[1] ?? 0] ?? 'other', body: [] }
  let signature = ''
  while (reader.at < fieldsEnd) {
    reader.align(8)
    const name = fieldNames[reader.byte()]
    const found: string[] = []
    if (reader.value('v', found) === undefined) break
    const [value = ''] = found
    if (name === 'signature') signature = value
    else if (name === 'replyTo') message.replyTo = Number(value)
    else if (name === 'path' || name === 'interface' || name === 'member' || name === 'errorName') message[name] = value
  }
  reader.at = bodyStart
  for (let rest: string | undefined = signature; rest !== undefined && rest !== '';)
    rest = reader.value(rest, message.body)
  return { message, length }
}
