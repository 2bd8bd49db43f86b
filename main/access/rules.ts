// What a caller may do and hear. What is not allowed here is refused.
import type { CommandName, Grant, OverlayKind, Scope } from '#contract/access.ts'
import { declarationOf } from '#contract/bridge.ts'
import { eventScopes, type BridgeEvent } from '#contract/events.ts'
import { environmentIds, type EnvironmentId } from '#contract/models.ts'

/** A grant, or the desk's own page. */
export type Caller = Grant | { scope: 'desk' }

/** What main knows at the moment of a call. */
export interface Situation {
  selected: EnvironmentId
  /** The records that the call names by id: undefined where main did not look, an unbound draft has no environment. */
  records?: ReadonlyArray<{ environment?: EnvironmentId | undefined; queued?: boolean | undefined }>
}

export type Params = Readonly<Record<string, unknown>>
export type Refused = 'scope' | 'forever' | 'queued' | 'environment'
/** With the parameters to go on with. */
export type Decision = { allowed: true; params: Params } | { allowed: false; because: Refused }

/** `operate` reads as well, but writes no drafts: its writes are commands alone. */
const reach: Record<Scope, readonly Scope[]> = {
  watch: ['watch'],
  read: ['read'],
  draft: ['read', 'draft'],
  operate: ['read', 'operate'],
  desk: ['watch', 'read', 'draft', 'operate', 'desk'],
}

/** Without the name of an environment they mean all of them. */
const ofAll = new Set(['history.list', 'ledger.list', 'ledger.newest'])

/** They answer the same in every environment, or name the environment in each record, so that `ownPart` can filter. */
const ofNone = new Set([
  'rpc.discover',
  'catalog.list',
  'settings.get',
  'environments.list',
  'drafts.list',
  'drafts.save',
  'drafts.import',
  'profiles.list',
  'ledger.queue',
  'history.settings',
  'favourites.list',
  'mail.settings',
  'mail.compile',
  'show.list',
])

const recordNames = ['id', 'ids', 'draft']

export const inReach = (scope: Scope, needed: Scope): boolean => reach[scope].includes(needed)

/** Whether the scope calls the method at all. */
export function mayCallAtAll(scope: Scope, method: string): boolean {
  const declared = declarationOf(method)
  return declared !== undefined && inReach(scope, declared.scope) && (scope === 'desk' || declared.pageOnly !== true)
}

/** Whether the caller may call the method with these parameters, which were checked before. */
export function mayCall(caller: Caller, method: string, params: Params, situation: Situation): Decision {
  if (!mayCallAtAll(caller.scope, method)) return { allowed: false, because: 'scope' }
  if (caller.scope === 'desk') return { allowed: true, params }
  if (params.forever === true) return { allowed: false, because: 'forever' }
  const { environment } = caller
  const narrowed = narrow(caller, method, params)
  const names = recordNames.some((name) => params[name] !== undefined)
  const { records } = situation
  if (names) {
    const mayBeNew = method === 'drafts.save'
    if (records === undefined || (records.length === 0 && !mayBeNew)) return { allowed: false, because: 'environment' }
    if (records.some((record) => (record.environment ?? environment) !== environment))
      return { allowed: false, because: 'environment' }
    if (declarationOf(method)?.scope === 'draft' && records.some(({ queued }) => queued !== false))
      return { allowed: false, because: 'queued' }
  }
  if (narrowed.environment !== undefined) {
    if (narrowed.environment !== environment) return { allowed: false, because: 'environment' }
  } else if (!names && !ofNone.has(method) && situation.selected !== environment)
    return { allowed: false, because: 'environment' }
  return { allowed: true, params: narrowed }
}

/** Lists are those of the grant's environment, and a page that follows values replaces no other's. */
function narrow({ id, environment }: Grant, method: string, params: Params): Params {
  if (ofAll.has(method) && params.environment === undefined) return { ...params, environment }
  return method === 'live.follow' ? { ...params, page: `${id}/${String(params.page)}` } : params
}

/** Whether the grant runs the command in the chosen environment. */
export const mayCommand = (caller: Caller, command: CommandName, { selected }: Situation): boolean =>
  caller.scope === 'desk' ||
  (caller.scope === 'operate' && caller.environment === selected && caller.commands?.includes(command) === true)

/** Whether the grant shows the overlay in the chosen environment. */
export const mayShow = (caller: Caller, kind: OverlayKind, { selected }: Situation): boolean =>
  caller.scope === 'desk' ||
  (caller.scope === 'watch' && caller.environment === selected && caller.values?.includes(kind) === true)

/** Whether the scope hears the event at all; `watch` hears the values that it follows, the others those that read. */
export const mayHearAtAll = (scope: Scope, event: BridgeEvent): boolean => {
  const needed = eventScopes[event]
  return inReach(scope, needed) || (needed === 'watch' && inReach(scope, 'read'))
}

/**
 * The event's payload as the caller gets it, undefined for none. `own` are the keys of the values that main follows for
 * the overlays of the grant.
 */
export function heardBy(caller: Caller, event: BridgeEvent, payload: object, own: ReadonlySet<string>): unknown {
  if (!mayHearAtAll(caller.scope, event)) return undefined
  if (caller.scope === 'watch' && !('key' in payload && typeof payload.key === 'string' && own.has(payload.key)))
    return undefined
  return ownPart(caller, payload)
}

/** An answer or an event without what belongs to other environments; undefined where nothing is left. */
export function ownPart(caller: Caller, value: unknown): unknown {
  if (caller.scope === 'desk' || !isRecord(value)) return value
  const foreign = (one: unknown): boolean => isRecord(one) && isForeign(one.environment, caller.environment)
  if (foreign(value)) return undefined
  const entries = Object.entries(value)
  const kept = entries.flatMap(([name, inside]): Array<[string, unknown]> => {
    if (Array.isArray(inside)) return [[name, inside.filter((one) => !foreign(one))]]
    return foreign(inside) ? [] : [[name, inside]]
  })
  // What is about one record says nothing without it, and without its show it would say that there is none.
  const about = entries.some(([name, inside]) => ['intent', 'draft', 'show'].includes(name) && foreign(inside))
  return about ? undefined : Object.fromEntries(kept)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isForeign = (named: unknown, environment: EnvironmentId): boolean =>
  environmentIds.some((id) => id === named) && named !== environment
