// Every call comes through here. Only a DeskError shape leaves it, so no message of a library can carry a secret out.
import { declarationOf, type BridgeMethod } from '#contract/bridge.ts'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import { refuseTooDeep } from '../json/depth.ts'
import { fieldProblems } from '../json/field-problems.ts'
import type { Log } from '../ports.ts'
import type { Bridge } from '../types.ts'
import type { Handlers } from './handlers.ts'

/** `mask` takes known secrets out of a text before it is logged. */
export function createRouter(
  handlers: Handlers,
  options: { log: Log; mask: (text: string) => string },
): Bridge['call'] {
  return async (method, params, from = 'script') => {
    try {
      if (from !== 'page' && declarationOf(method)?.pageOnly)
        throw new DeskError('forbidden', `Only the desk's own page may call ${method}.`, {
          facts: { reason: 'page_only', method },
        })
      return { ok: true, data: await dispatch(handlers, method, params) }
    } catch (error) {
      return { ok: false, error: toShape(error, method, options) }
    }
  }
}

async function dispatch(handlers: Handlers, method: string, params: unknown): Promise<unknown> {
  const declaration = declarationOf(method)
  if (declaration === undefined) {
    throw new DeskError('unknown_method', `There is no method ${JSON.stringify(method.slice(0, 80))}.`)
  }
  refuseTooDeep(params, 'input')
  const parsed = declaration.input.safeParse(params ?? undefined)
  if (!parsed.success) {
    const fields = fieldProblems(parsed.error.issues)
    const [{ path, message } = { path: '', message: '' }] = fields
    throw new DeskError('invalid_input', `${method} was not understood: ${path || 'input'}: ${message}`, {
      facts: { reason: 'input_not_understood', method },
      fields,
    })
  }
  const handler = handlers[method as BridgeMethod] as (input: unknown) => unknown
  return await handler(parsed.data)
}

function toShape(
  error: unknown,
  method: string,
  options: { log: Log; mask: (text: string) => string },
): DeskErrorShape {
  if (error instanceof DeskError) return error.toShape()
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  options.log.write('error', `${method.slice(0, 80)} failed`, { detail: options.mask(detail) })
  return new DeskError('internal', 'The desk met a fault of its own.').toShape()
}
