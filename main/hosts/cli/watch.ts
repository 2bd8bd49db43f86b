import { grantSchema } from '#contract/access.ts'
import { bridgeEvents } from '#contract/events.ts'
import { safeJson } from '../../core/log.ts'
import { stayConnected, type Desk, type Stay } from './client.ts'
import { Failure } from './failure.ts'
import type { DeskAccess } from './grant.ts'
import type { Terminal } from './terminal.ts'

/** How often overlays are asked for again; the desk tells their values for 30 s after that. */
const followMs = 10_000

/** Throws Failure 2 for an event that the desk does not have. */
export function parseEvents(names: string[]): ReadonlySet<string> {
  const unknown = names.find((name) => !Object.hasOwn(bridgeEvents, name))
  if (unknown !== undefined)
    throw new Failure(2, `There is no event ${unknown}. The desk has: ${Object.keys(bridgeEvents).join(', ')}.`)
  return new Set(names)
}

/** Prints events until the signal, over every end of the connection. */
export async function runWatch(
  events: ReadonlySet<string>,
  access: DeskAccess,
  terminal: Terminal,
  signal: AbortSignal,
  pause?: Stay['pause'],
): Promise<void> {
  await stayConnected(access, {
    signal,
    ...(pause && { pause }),
    onOpen: (desk) => void followOverlays(desk),
    onEvent(event, payload) {
      if (events.size === 0 || events.has(event)) terminal.out(`${safeJson(JSON.stringify({ event, payload }))}\n`)
    },
    onLost: (why) => terminal.say(`${why} Trying again until it is back.`),
    onBack: () => terminal.say('Connected again. What happened meanwhile was missed.'),
  })
}

/** A grant for overlays hears nothing but the values that it asks for. */
async function followOverlays(desk: Desk): Promise<void> {
  const kinds = await overlaysOf(desk)
  if (kinds.length === 0) return
  const follow = () => {
    // A refusal says that there is nothing to hear; the end of the connection is told by itself.
    for (const kind of kinds) void desk.call('overlay.follow', { kind }).catch(() => undefined)
  }
  follow()
  const timer = setInterval(follow, followMs)
  await desk.closed
  clearInterval(timer)
}

async function overlaysOf(desk: Desk): Promise<readonly string[]> {
  try {
    const { grant } = (await desk.call('access.own')) as { grant: unknown }
    return grantSchema().safeParse(grant).data?.values ?? []
  } catch {
    return []
  }
}
