// What a caller may do and hear. What is not allowed here is refused.
import type { Grant } from '#contract/access.ts'
import type { CommandName, Scope } from '#contract/access-kinds.ts'
import { declarationOf } from '#contract/bridge.ts'
import { eventScopes, type BridgeEvent } from '#contract/events.ts'
import { environmentIds, type EnvironmentId } from '#contract/models.ts'
import type { Caller } from '../types.ts'

export const ofPage: Caller = { scope: 'desk', page: true }
export const ofScript: Caller = { scope: 'desk', page: false }

/** What main knows at the moment of a call. */
export interface Situation {
  selected: EnvironmentId
  /** The records that the call names by id: undefined where main did not look, an unbound draft has no environment. */
  records: ReadonlyArray<{ environment?: EnvironmentId | undefined; queued?: boolean | undefined }> | undefined
}

export type Params = Readonly<Record<string, unknown>>
export type Refused = 'grant_scope' | 'grant_forever' | 'grant_queued' | 'grant_environment'
/** With the parameters to go on with. */
export type Decision = { allowed: true; params: Params } | { allowed: false; because: Refused }

/** `operate` reads as well, but writes no drafts: its writes are commands alone. */
const reach: Record<Scope, readonly Scope[]> = {
  watch: ['watch'],
  read: ['watch', 'read'],
  draft: ['watch', 'read', 'draft'],
  operate: ['watch', 'read', 'operate'],
  desk: ['watch', 'read', 'draft', 'operate', 'desk'],
}

/** Without the name of an environment they mean all of them. */
const ofAll = new Set(['history.list', 'ledger.list', 'ledger.newest', 'rundown.list'])

/** They answer the same in every environment, or name the environment in each record, so that `ownPart` can filter. */
const ofNone = new Set([
  'rpc.discover',
  'catalog.list',
  'settings.get',
  'environments.list',
  'drafts.list',
  'drafts.save',
  'drafts.import',
  'rundown.importPreview',
  'profiles.list',
  'ledger.queue',
  'history.settings',
  'favourites.list',
  'mail.settings',
  'mail.compile',
  'show.list',
  'access.own',
  // It answers with an empty frame where another environment is chosen.
  'overlay.follow',
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
  if (!mayCallAtAll(caller.scope, method)) return { allowed: false, because: 'grant_scope' }
  if (caller.scope === 'desk') return { allowed: true, params }
  if (method === 'overlay.follow' && caller.scope === 'watch' && !caller.values?.some((kind) => kind === params.kind))
    return { allowed: false, because: 'grant_scope' }
  if (params.forever === true) return { allowed: false, because: 'grant_forever' }
  const { environment } = caller
  const narrowed = narrow(caller, method, params)
  const names = recordNames.some((name) => params[name] !== undefined)
  const { records } = situation
  if (names) {
    const mayBeNew = method === 'drafts.save' || method === 'rundown.save'
    if (records === undefined || (records.length === 0 && !mayBeNew))
      return { allowed: false, because: 'grant_environment' }
    if (records.some((record) => (record.environment ?? environment) !== environment))
      return { allowed: false, because: 'grant_environment' }
    if (declarationOf(method)?.scope === 'draft' && records.some(({ queued }) => queued !== false))
      return { allowed: false, because: 'grant_queued' }
  }
  if (narrowed.environment !== undefined) {
    if (narrowed.environment !== environment) return { allowed: false, because: 'grant_environment' }
  } else if (!names && !ofNone.has(method) && situation.selected !== environment)
    return { allowed: false, because: 'grant_environment' }
  return { allowed: true, params: narrowed }
}

/** Lists are those of the grant's environment, and a page that follows values replaces no other's. */
function narrow({ id, environment }: Grant, method: string, params: Params): Params {
  if (ofAll.has(method) && params.environment === undefined) return { ...params, environment }
  if (method === 'live.follow') return { ...params, page: `${id}/${String(params.page)}` }
  // Nobody cancels the read of another by its press.
  return method.startsWith('requests.') && typeof params.press === 'string'
    ? { ...params, press: `${id}/${params.press}` }
    : params
}

/** Whether the grant runs the command in the chosen environment. */
export const mayCommand = (caller: Caller, command: CommandName, { selected }: Pick<Situation, 'selected'>): boolean =>
  caller.scope === 'desk' ||
  (caller.scope === 'operate' && caller.environment === selected && caller.commands?.includes(command) === true)

/** Whether the scope hears the event at all; `watch` hears the values of its own overlays alone. */
export const mayHearAtAll = (scope: Scope, event: BridgeEvent): boolean => inReach(scope, eventScopes[event])

/** The event's payload as the caller gets it, undefined for none. */
export function heardBy(caller: Caller, event: BridgeEvent, payload: object): unknown {
  if (caller.scope === 'desk') return payload
  if (!mayHearAtAll(caller.scope, event)) return undefined
  if (caller.scope === 'watch' && !caller.values?.some((kind) => 'kind' in payload && payload.kind === kind))
    return undefined
  const own = ownPart(caller, payload)
  if (!isRecord(own)) return own
  // They count what other environments have, and name their drafts.
  if (event === 'ledger.changed') return without(own, 'counts')
  if (event === 'rundown.changed') return own.rundown === undefined ? undefined : own
  return event === 'drafts.changed' && own.draft === undefined ? undefined : own
}

const without = (value: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

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
  const about = entries.some(
    ([name, inside]) => ['intent', 'draft', 'rundown', 'show', 'firing'].includes(name) && foreign(inside),
  )
  return about ? undefined : Object.fromEntries(kept)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isForeign = (named: unknown, environment: EnvironmentId): boolean =>
  environmentIds.some((id) => id === named) && named !== environment
