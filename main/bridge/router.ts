// Every call comes through here. Only a DeskError shape leaves it, so no message of a library can carry a secret out.
import type { Grant } from '#contract/access.ts'
import { declarationOf, type BridgeMethod } from '#contract/bridge.ts'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import {
  mayCall,
  mayCallAtAll,
  ofScript,
  ownPart,
  type Params,
  type Refused,
  type Situation,
} from '../core/access/rules.ts'
import type { Scope } from '#contract/access-kinds.ts'
import { refuseTooDeep } from '../core/json/depth.ts'
import { parseBounded } from '../core/json/bounded.ts'
import { askedByPerson } from '../core/keychain/asking.ts'
import type { Log } from '../core/ports.ts'
import type { Bridge, Caller } from '../core/types.ts'
import type { Handlers } from './handlers.ts'

export interface RouterParts {
  log: Log
  /** Takes known secrets out of a text before it is logged. */
  mask: (text: string) => string
  /** What a grant is judged by; without it grants are refused. */
  grants?: {
    selected: () => EnvironmentId
    records: (caller: Grant, method: string, params: Params) => Promise<Situation['records']>
    /** Throws where the call would ask the platform too often. */
    take: (method: string) => void
    /** Hears each result that a grant was told. */
    told: (grant: string, result: unknown) => void
  }
}

export function createRouter(handlers: Handlers, parts: RouterParts): Bridge['call'] {
  return async (method, params, caller = ofScript) => {
    try {
      return { ok: true, data: await dispatch(handlers, method, params, caller, parts) }
    } catch (error) {
      return { ok: false, error: toShape(error, method, parts) }
    }
  }
}

async function dispatch(
  handlers: Handlers,
  method: string,
  params: unknown,
  caller: Caller,
  { grants }: RouterParts,
): Promise<unknown> {
  const declaration = declarationOf(method)
  if (declaration === undefined) {
    throw new DeskError('unknown_method', `There is no method ${JSON.stringify(method.slice(0, 80))}.`)
  }
  if (!mayCallAtAll(caller.scope, method)) throw refused('grant_scope', method, caller)
  if (declaration.pageOnly && !(caller.scope === 'desk' && caller.page))
    throw new DeskError('forbidden', `Only the desk's own page may call ${method}.`, {
      facts: { reason: 'page_only', method },
    })
  refuseTooDeep(params, 'input')
  const parsed = parseBounded(declaration.input, params ?? undefined)
  if ('fields' in parsed) {
    const { fields } = parsed
    const [{ path, message } = { path: '', message: '' }] = fields
    throw new DeskError('invalid_input', `${method} was not understood: ${path || 'input'}: ${message}`, {
      facts: { reason: 'input_not_understood', method },
      fields,
    })
  }
  const handle = handlers[method as BridgeMethod] as (input: unknown, caller: Caller) => unknown
  const handler = isPress(method, declaration.scope)
    ? (input: unknown, by: Caller) => askedByPerson(() => Promise.resolve(handle(input, by)))
    : handle
  if (caller.scope === 'desk') return await handler(parsed.data, caller)
  const input = parsed.data as Params
  if (grants === undefined) throw refused('grant_scope', method, caller)
  const records = await grants.records(caller, method, input)
  const decision = mayCall(caller, method, input, { selected: grants.selected(), records })
  if (!decision.allowed) throw refused(decision.because, method, caller)
  grants.take(method)
  const own = ownPart(caller, await handler(decision.params, caller))
  if (own === undefined) throw refused('grant_environment', method, caller)
  grants.told(caller.id, own)
  return own
}

/** Reads that a person presses for; all others are repeated by pages. */
const pressedReads = new Set(['live.refresh', 'requests.read'])

/** Whether somebody pressed for it, so that the system may ask for the keychain's password. What is saved while it is typed does not count. */
const isPress = (method: string, scope: Scope): boolean =>
  scope === 'desk' || scope === 'operate' ? method !== 'command.list' : pressedReads.has(method)

const why: Record<Refused, string> = {
  grant_scope: 'does not allow it',
  grant_environment: 'is for another environment',
  grant_forever: 'never removes for good',
  grant_queued: 'does not change a draft that waits to be sent',
}

function refused(reason: Refused, method: string, caller: Caller): DeskError {
  const { scope } = caller
  const about = 'environment' in caller ? { environment: caller.environment } : {}
  return new DeskError('forbidden', `${method}: this grant (${scope}) ${why[reason]}.`, {
    facts: { reason, method, scope, ...about },
  })
}

function toShape(error: unknown, method: string, { log, mask }: RouterParts): DeskErrorShape {
  if (error instanceof DeskError) return error.toShape()
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.write('error', `${method.slice(0, 80)} failed`, { detail: mask(detail) })
  return new DeskError('internal', 'The desk met a fault of its own.').toShape()
}
