// Pure: bytes and known secrets in, masked text out.
import { readRequestId } from '#answers/error-body.ts'
import type { Asked } from '#answers/meaning.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { readFailureIn } from '../../platform/client/classify.ts'
import { parseBody } from '../../platform/client/parse.ts'
import type { ReadElsewhere } from '../../platform/client/types.ts'
import { describeAnswer } from '../../platform/requests/describe.ts'
import type { Described } from '../../platform/requests/types.ts'

/** `plain`: names that are no secrets here. */
export type Job =
  | {
      kind: 'read'
      body: Uint8Array
      depth: number
      status: number
      asked: Asked
      plain: ReadonlySet<string> | undefined
    }
  | {
      kind: 'describe'
      body: Uint8Array
      type: string | undefined
      isCut: boolean
      depth: number
      plain: ReadonlySet<string> | undefined
    }

/** The text of a reading is masked JSON in UTF-8. */
export type Done = ReadElsewhere | Described

export function work(job: Job, redactor: Redactor): Done {
  const body = Buffer.from(job.body.buffer, job.body.byteOffset, job.body.byteLength)
  if (job.kind === 'describe')
    return describeAnswer(body, job.type, job.isCut, { redactor, depth: job.depth, plain: job.plain })
  const parsed = parseBody(body, job.depth)
  if ('problem' in parsed) return parsed
  const masked = redactor.json(parsed.json, job.plain)
  const failure = readFailureIn(job.status, masked, job.asked)
  return {
    text: new TextEncoder().encode(JSON.stringify(masked)),
    requestId: readRequestId(masked),
    ...(failure !== undefined && { failure }),
  }
}
