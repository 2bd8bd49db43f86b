import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Bridge, Caller } from '../../core/types.ts'
import { toJson } from '../web/json.ts'

type Id = string | number | null

const codes: Partial<Record<DeskErrorShape['code'], number>> = {
  unknown_method: -32601,
  invalid_input: -32602,
  internal: -32603,
  forbidden: -32001,
}
const maxBatch = 100
/** Of all that one frame is answered. The largest that the platform sends, and a draft as it is kept, fit in it. */
const maxAnswerBytes = 32 * 1024 * 1024
const atOnce = () => Promise.resolve(true)

/**
 * Undefined for notifications. Each request of a frame begins once it has its `turn`, and not at all where that answers
 * false. Rejects only where the bridge does, which it never should.
 */
export async function answerFrame(
  bridge: Bridge,
  text: string,
  caller: Caller,
  turn: () => Promise<boolean> = atOnce,
): Promise<string | Buffer | undefined> {
  if (!(await turn())) return undefined
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return malformed(-32700, 'The frame is not JSON.')
  }
  if (!Array.isArray(frame)) return answerOne(bridge, frame, caller, createRoom())
  if (frame.length === 0 || frame.length > maxBatch) {
    return malformed(-32600, `A batch has 1 to ${maxBatch} requests.`)
  }
  const room = createRoom()
  const all = await Promise.all(
    frame.map(async (one) => ((await turn()) ? answerOne(bridge, one, caller, room) : undefined)),
  )
  const answers = all.filter((one) => one !== undefined)
  return answers.length === 0 ? undefined : `[${answers.map(String).join(',')}]`
}

export function notification(event: string, payload: unknown): string | Buffer {
  return toJson({ jsonrpc: '2.0', method: event, params: payload })
}

interface Room {
  isUsed: () => boolean
  /** The text of an answer, or an error in its place where it does not fit any more. */
  take: (id: Id, answer: () => string | Buffer) => string | Buffer
}

function createRoom(): Room {
  let left = maxAnswerBytes
  return {
    isUsed: () => left <= 0,
    take(id, answer) {
      const text = textOf(answer)
      // A character has a byte at least.
      left -= text?.length ?? maxAnswerBytes
      return text === undefined || left < 0
        ? tooLarge(id, 'It was done, but its answer is too large to be sent.')
        : text
    },
  }
}

/** Undefined where it is longer than a text can be. */
function textOf(answer: () => string | Buffer): string | Buffer | undefined {
  try {
    return answer()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function tooLarge(id: Id, message: string): string {
  const kib = maxAnswerBytes / 1024
  return failure(
    id,
    -32000,
    new DeskError('too_large', message, { facts: { reason: 'answer_too_large', kib } }).toShape(),
  )
}

async function answerOne(
  bridge: Bridge,
  request: unknown,
  caller: Caller,
  room: Room,
): Promise<string | Buffer | undefined> {
  const call = parseCall(request)
  if (call === 'unanswered') return undefined
  if ('wrong' in call) return malformed(call.code, call.wrong, call.id)
  const { id } = call
  if (id !== undefined && room.isUsed())
    return tooLarge(id, 'It was not asked: the answers to what stands before it fill this batch.')
  const envelope = await bridge.call(call.method, call.params, caller)
  if (id === undefined) return undefined
  return room.take(id, () =>
    envelope.ok
      ? toJson({ jsonrpc: '2.0', id, result: envelope.data }, maxAnswerBytes)
      : failure(id, codes[envelope.error.code] ?? -32000, envelope.error),
  )
}

type Call = { id?: Id; method: string; params: unknown }
const shape = 'A request is {jsonrpc: "2.0", id, method, params}, with params an object.'

/** With the id wherever it can be told, since a client waits for it; nobody waits for the answer of a notification. */
function parseCall(request: unknown): Call | { wrong: string; code: number; id: Id } | 'unanswered' {
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return { wrong: shape, code: -32600, id: null }
  const { jsonrpc, id, method, params } = request as Record<string, unknown>
  const isId = id === null || typeof id === 'string' || typeof id === 'number'
  const told = isId ? id : null
  if ((id !== undefined && !isId) || jsonrpc !== '2.0' || typeof method !== 'string')
    return { wrong: shape, code: -32600, id: told }
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return id === undefined
      ? 'unanswered'
      : { wrong: `params of ${method.slice(0, 80)} is an object.`, code: -32602, id: told }
  return { method, params, ...(isId && { id }) }
}

function malformed(code: number, message: string, id: Id = null): string {
  const error = new DeskError('invalid_input', message, { facts: { reason: 'request_malformed' } })
  return failure(id, code, error.toShape())
}

function failure(id: Id, code: number, data: DeskErrorShape): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: data.message, data } })
}
