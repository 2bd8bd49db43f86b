// A stored answer: a letter for text or bytes, then the content, compressed with gzip off the main thread.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** Bytes before compression; the client takes no longer answers. */
export const longestAnswer = 8 * 1024 * 1024

const zip = promisify(gzip)
const unzip = promisify(gunzip)
const [text, bytes] = [Buffer.from('t'), Buffer.from('b')]

/** Undefined where it is too long. */
export async function packed(answer: string | Buffer): Promise<Buffer | undefined> {
  const content = typeof answer === 'string' ? Buffer.from(answer) : answer
  if (content.length > longestAnswer) return undefined
  return zip(Buffer.concat([typeof answer === 'string' ? text : bytes, content]), { level: 4 })
}

/** Undefined where it is damaged. */
export async function unpacked(blob: Uint8Array): Promise<string | Buffer | undefined> {
  try {
    const content = await unzip(blob, { maxOutputLength: longestAnswer + 1 })
    const rest = content.subarray(1)
    return content[0] === bytes[0] ? rest : rest.toString()
  } catch {
    return undefined
  }
}
