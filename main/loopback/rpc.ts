import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Bridge, Caller } from '../types.ts'
import { toJson } from '../web/json.ts'

type Id = string | number | null

const codes: Partial<Record<DeskErrorShape['code'], number>> = {
  unknown_method: -32601,
  invalid_input: -32602,
  internal: -32603,
  forbidden: -32001,
}
const maxBatch = 100

/** Undefined for notifications. Never throws. */
export async function answerFrame(bridge: Bridge, text: string, caller: Caller): Promise<string | Buffer | undefined> {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return malformed(-32700, 'The frame is not JSON.')
  }
  if (!Array.isArray(frame)) return answerOne(bridge, frame, caller)
  if (frame.length === 0 || frame.length > maxBatch) {
    return malformed(-32600, `A batch has 1 to ${maxBatch} requests.`)
  }
  const answers = (await Promise.all(frame.map((one) => answerOne(bridge, one, caller)))).filter(
    (one) => one !== undefined,
  )
  return answers.length === 0 ? undefined : `[${answers.map(String).join(',')}]`
}

export function notification(event: string, payload: unknown): string | Buffer {
  return toJson({ jsonrpc: '2.0', method: event, params: payload })
}

async function answerOne(bridge: Bridge, request: unknown, caller: Caller): Promise<string | Buffer | undefined> {
  const call = parseCall(request)
  if (call === 'unanswered') return undefined
  if ('wrong' in call) return malformed(call.code, call.wrong, call.id)
  const envelope = await bridge.call(call.method, call.params, caller)
  if (call.id === undefined) return undefined
  if (!envelope.ok) return failure(call.id, codes[envelope.error.code] ?? -32000, envelope.error)
  return toJson({ jsonrpc: '2.0', id: call.id, result: envelope.data })
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
