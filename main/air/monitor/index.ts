// What viewers see: sessions of the desk's own page that play the chosen stream back, and what a person decided about it.
import type { BridgeParams } from '#contract/bridge.ts'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Broadcast } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { monitorPath, type MonitorState } from '#contract/air/monitor.ts'
import type { Environments } from '../../platform/environments/environments.ts'
import type { DeskEvents } from '../../core/events.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import { isLoopback } from '../../platform/client/base-url.ts'
import type { Clock } from '../../core/ports.ts'
import { isLocalAddress } from '../../core/fetch/addresses.ts'
import { createRemote, type OpenRemote } from '../../core/fetch/open.ts'
import type { RouteAnswer } from '../../core/types.ts'
import { createRoute, defaultBounds, refusal, type Bounds } from './route.ts'
import { createSession, type Session } from './session.ts'
import { sourcesOf, type SourceParts } from './sources.ts'
import type { Monitor } from './types.ts'

/** A session that nobody uses ends. */
const idleMs = 60_000
/** The desk and the stage, each opened anew before its old session has ended. */
const mostSessions = 8

export interface MonitorParts extends SourceParts {
  settings: Pick<SettingsStore, 'read' | 'write'>
  broadcast: (environment: EnvironmentId) => Broadcast
  environments: Pick<Environments, 'get'>
  shows: { running(): { id: string; environment: EnvironmentId } | undefined }
  events: Pick<DeskEvents, 'emit'>
  clock: Clock
  /** Replaced in tests. */
  remote?: OpenRemote
  bounds?: Bounds
}

const settingOf = (environment: EnvironmentId): string => `monitor/${environment}`

export function createMonitor(parts: MonitorParts): Monitor {
  const { settings, broadcast, shows, events, clock } = parts
  const route = createRoute(parts.remote ?? createRemote(), parts.bounds ?? defaultBounds)
  const sessions = new Map<Session, { local: boolean }>()

  /** The id of the show that is on there. */
  function show(environment: EnvironmentId): string | undefined {
    const running = shows.running()
    return running?.environment === environment ? running.id : undefined
  }

  const kept = (environment: EnvironmentId) => (settings.read(settingOf(environment)) ?? {}) as JsonObject

  function get(environment: EnvironmentId): MonitorState {
    const { address, onStage, openIn } = kept(environment)
    const running = show(environment)
    return {
      environment,
      ...(typeof address === 'string' && { address }),
      onStage: onStage === true,
      open: running !== undefined && openIn === running,
    }
  }

  function set({ environment, address, onStage, open }: BridgeParams<'monitor.set'>): MonitorState {
    const { address: before, ...others } = kept(environment)
    const next = address === undefined ? before : address === null ? undefined : checked(address)
    const running = show(environment)
    settings.write(settingOf(environment), {
      ...others,
      ...(next !== undefined && { address: next }),
      ...(onStage !== undefined && { onStage }),
      ...(open !== undefined && { openIn: open && running !== undefined ? running : null }),
    })
    const state = get(environment)
    events.emit('monitor.changed', state)
    return state
  }

  function end(session: Session): void {
    sessions.delete(session)
    session.ended.abort()
  }

  function endIdle(): void {
    for (const session of sessions.keys()) if (session.idleMs() > idleMs) end(session)
    const [oldest] = sessions.keys()
    if (sessions.size >= mostSessions && oldest !== undefined) end(oldest)
  }

  function find(ticket: string): Session | undefined {
    return [...sessions.keys()].find((session) => session.isTicket(ticket) && session.idleMs() <= idleMs)
  }

  return {
    get,
    set,
    async open({ environment, source }) {
      const { address: hand } = get(environment)
      // Only the platform inside the desk may name this machine; rehearsal can have the address of another one.
      const isOwn = parts.environments.get(environment).embedded === true
      const found = await sourcesOf({ environment, hand, streamId: broadcast(environment).stream?.id }, parts)
      const sources = found.map(({ id, kind, name }) => defined({ id, kind, name }))
      const chosen = found.find(({ id }) => id === source) ?? found[0]
      if (chosen === undefined) return { sources }
      endIdle()
      const session = createSession(chosen.address, clock)
      sessions.set(session, { local: isOwn || chosen.kind === 'hand' })
      return { sources, session: { source: chosen.id, path: `${monitorPath}0`, ticket: session.ticket } }
    },
    close(ticket) {
      const session = find(ticket)
      if (session !== undefined) end(session)
    },
    async answer({ path, ticket, range, signal }): Promise<RouteAnswer> {
      const session = ticket === undefined ? undefined : find(ticket)
      const item = session?.item(path.slice(monitorPath.length))
      if (session === undefined || item === undefined) return refusal('gone')
      if (session.open >= (parts.bounds ?? defaultBounds).atOnce) return refusal('busy')
      session.use()
      session.open += 1
      const { local } = sessions.get(session) ?? { local: false }
      const answer = await route({ session, item, local, range, signal })
      const done = (): void => void (session.open -= 1)
      if (typeof answer.body === 'object') answer.body.once('close', done)
      else done()
      return answer
    },
    stop() {
      for (const session of sessions.keys()) end(session)
    },
  }
}

function checked(text: string): string {
  const url = URL.parse(text)
  const own = url !== null && (isLoopback(url.hostname) || isLocalAddress(url.hostname.replace(/^\[|\]$/g, '')))
  const fits = url?.protocol === 'https:' || (url?.protocol === 'http:' && own)
  if (url !== null && fits && url.username === '' && url.password === '') return url.href
  throw new DeskError(
    'invalid_input',
    'The playback address can not be used: it begins with https://, or with http:// on this computer or in a private network, and holds no user name.',
    { facts: { reason: 'playback_address_not_valid' } },
  )
}
