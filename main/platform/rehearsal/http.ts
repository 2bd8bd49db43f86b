import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from './platform.ts'

const bodyLimit = 1024 * 1024
/** Past this the connection is cut without an answer. */
const drainLimit = 16 * bodyLimit

/** `too_large` after the body was read; `cut` where the caller went away. */
export async function readBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'cut'> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > drainLimit) return 'cut'
      if (size <= bodyLimit) chunks.push(chunk)
    }
  } catch {
    return 'cut'
  }
  return size > bodyLimit ? 'too_large' : Buffer.concat(chunks)
}

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  if (status < 200) {
    // An interim status is no answer: nothing follows it.
    response.socket?.end(`HTTP/1.1 ${status} Interim\r\n\r\n`)
    return
  }
  const bodiless = status === 204 || status === 205 || status === 304
  response.writeHead(status, bodiless ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) })
  response.end(bodiless ? undefined : body)
}

export function sendHalf(response: ServerResponse, { status, headers, body }: Reply): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': String(bytes.length) })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}
