// Pure: bytes and known secrets in, masked text out.
import type { Redactor } from '../keychain/types.ts'
import { readRequestId } from '../platform/client/error-body.ts'
import type { WireFault } from '../platform/client/error-messages.ts'
import { parseBody } from '../platform/client/parse.ts'
import { describeAnswer } from '../requests/describe.ts'
import type { Described } from '../requests/types.ts'

/** `plain`: names that are no secrets here. */
export type Job =
  | { kind: 'read'; body: Uint8Array; depth: number; plain: ReadonlySet<string> | undefined }
  | {
      kind: 'describe'
      body: Uint8Array
      type: string | undefined
      isCut: boolean
      depth: number
      plain: ReadonlySet<string> | undefined
    }

/** `text` is masked JSON in UTF-8. */
export type ReadDone = { text: Uint8Array; requestId: string | undefined } | { problem: WireFault }
export type Done = ReadDone | Described

export function work(job: Job, redactor: Redactor): Done {
  const body = Buffer.from(job.body.buffer, job.body.byteOffset, job.body.byteLength)
  if (job.kind === 'describe')
    return describeAnswer(body, job.type, job.isCut, { redactor, depth: job.depth, plain: job.plain })
  const parsed = parseBody(body, job.depth)
  if ('problem' in parsed) return parsed
  const masked = redactor.json(parsed.json, job.plain)
  return { text: new TextEncoder().encode(JSON.stringify(masked)), requestId: readRequestId(masked) }
}
