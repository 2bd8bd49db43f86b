// The built desk against the rehearsal platform over real HTTP, with everything counted between them: for starts and ends.
import { randomUUID } from 'node:crypto'
import type { Firing } from '#contract/air/firing.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from '#answers/answer.ts'
import { optionNames } from '#answers/transport.ts'
import { createSettings } from '../../main/core/profile/settings.ts'
import { encoderSetting } from '../../main/air/encoder/store.ts'
import { operations } from '../../main/platform/catalog/index.ts'
import { systemClock } from '../../main/core/ports.ts'
import { rehearsalCredentials, startRehearsal } from '../../main/platform/rehearsal/index.ts'
import { openProfile } from '../../main/core/storage/index.ts'
import { endDesk, startDesk, temporaryProfile, type Desk, type DeskConnection } from './desk.ts'
import { startStub, type StubAnswer } from './stub-platform.ts'

export const environment = 'development'
const eventUpdate = '/api/video/event/update'
const unused: JsonObject = Object.fromEntries(optionNames.map((option) => [option, null]))
const quietLog = { write: () => undefined }

export type CountedPlatform = Awaited<ReturnType<typeof startCountedPlatform>>

/** The rehearsal platform behind a door that counts each event update which it carried out. */
export async function startCountedPlatform() {
  const rehearsal = await startRehearsal({ operations, clock: systemClock, log: quietLog })
  const platform = {
    /** Updates of events that were carried out, as `start NAME`. */
    updates: [] as string[],
    /** What happens to the next updates: nothing, or the answer is lost before or after it, or it is refused. */
    fates: [] as Array<'works' | 'before' | 'after' | 'refuses'>,
    /** Called once an update has been carried out, before its answer leaves. */
    onUpdate: (() => undefined) as (what: string) => Promise<void> | void,
    baseUrl: '',
    async reset(): Promise<void> {
      rehearsal.reset()
      await rehearsal.settled()
      Object.assign(platform, { updates: [], fates: [], onUpdate: () => undefined })
    },
    async close(): Promise<void> {
      await stub.close()
      await rehearsal.close()
    },
  }
  const pass: (...given: Parameters<StubAnswer>) => Promise<void> = async (request, response) => {
    const isUpdate = request.method === 'PUT' && request.url === eventUpdate
    const fate = isUpdate ? (platform.fates.shift() ?? 'works') : 'works'
    if (fate === 'before') return void response.destroy()
    if (fate === 'refuses')
      return void response.writeHead(422, { 'Content-Type': 'application/json' }).end('{"message":"not now"}')
    const headers = new Headers(request.headers as Record<string, string>)
    for (const name of ['content-length', 'host', 'connection']) headers.delete(name)
    const answer = await fetch(`${rehearsal.baseUrl}${request.url}`, {
      method: request.method,
      headers,
      ...(request.body !== '' && { body: request.body }),
    })
    const text = await answer.text()
    if (isUpdate && answer.ok) {
      const { options, details } = JSON.parse(request.body) as Record<'options' | 'details', JsonObject>
      const what = `${details.stopped === true ? 'stop' : 'start'} ${textOf(options.providerName)}`
      platform.updates.push(what)
      await platform.onUpdate(what)
    }
    if (fate === 'after') return void response.destroy()
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text)
  }
  const stub = await startStub((request, response) => void pass(request, response))
  platform.baseUrl = stub.baseUrl
  return platform
}

/** A profile whose desk uses the streaming software at that address, without a password. */
export async function profileWithSoftware(address: string): Promise<string> {
  const profile = temporaryProfile()
  const database = await openProfile({ folder: profile, clock: systemClock, log: quietLog })
  const studio = { id: 'enc_1', name: 'Studio', address, password: null }
  createSettings(database).write(encoderSetting, { used: studio.id, list: [studio] })
  database.close()
  return profile
}

export type Broadcast = Awaited<ReturnType<typeof openBroadcast>>

/** A desk whose chosen stream has one event for each name, none of them started. */
export async function openBroadcast(platform: CountedPlatform, names: readonly string[], profile?: string) {
  const open = async (folder?: string): Promise<{ desk: Desk; connection: DeskConnection }> => {
    const desk = await startDesk({
      ...(folder !== undefined && { profile: folder }),
      args: ['--environment', environment, '--base-url', platform.baseUrl],
    })
    const connection = await desk.connect()
    const { apiKey } = rehearsalCredentials
    await connection.call('credentials.save', { environment, credential: 'apiKey', value: apiKey })
    return { desk, connection }
  }
  const broadcast = {
    ...(await open(profile)),
    /** Opens the profile again, after a kill. */
    async reopen(): Promise<void> {
      Object.assign(broadcast, await open(broadcast.desk.profile))
    },
    end: () => endDesk(broadcast.desk),
    /** A press of what is shown now. */
    async armed<K extends 'start' | 'end'>(kind: K) {
      const { shown } = await broadcast.connection.call('firing.plan', { kind })
      return { kind, shown, ...pressed() }
    },
    /** Fires, and answers once nothing of it is under way. */
    async fire(kind: 'start' | 'end'): Promise<Firing> {
      return broadcast.over((await broadcast.connection.call('firing.fire', await broadcast.armed(kind))).id)
    },
    async over(id: string): Promise<Firing> {
      for (;;) {
        const firing = await broadcast.connection.call('firing.get', { id })
        if (isOver(firing)) return firing
        await broadcast.connection.next('firing.changed', () => true)
      }
    },
    /** Presses again until it is done; what is unknown is settled by the desk's own reads meanwhile. */
    async finish(id: string): Promise<Firing> {
      for (let press = 0; press < 10; press += 1) {
        const firing = await broadcast.over(id)
        if (firing.state === 'done') return firing
        await broadcast.connection.call('firing.resume', { id, ...pressed() })
      }
      return broadcast.over(id)
    },
  }
  const { connection } = broadcast
  const list = async (operation: string, resource: string): Promise<JsonObject[]> =>
    readListing((await connection.call('platform.read', { operation })).data, resource).rows
  const submit = async (operation: string, body: JsonObject): Promise<void> => {
    const { state, error } = await connection.call('ledger.submit', { operation, body: { ...body } })
    if (state !== 'confirmed') throw new Error(`${operation} is ${state}: ${JSON.stringify(error)}`)
  }
  const [stream] = await list('GET /api/video/stream/all', 'video/stream')
  const chosen = { id: textOf(stream?.id), name: textOf(stream?.name) }
  for (const row of await list('GET /api/video/details/all', 'video/details'))
    if (row.streamId === chosen.id) await submit('POST /api/video/event/delete', { id: row.id ?? '' })
  for (const name of names) {
    await submit('POST /api/video/event/create', {
      // Null says that an option is unused, so that no start asks for it.
      options: { ...unused, providerName: name, providerId: `${name}-id` },
      details: { streamId: chosen.id, videoId: `${name}-video`, title: name, started: false },
    })
  }
  await connection.call('broadcast.choose', { environment, stream: chosen })
  platform.updates = []
  return broadcast
}

export const pressed = () => ({ press: randomUUID(), environment, pressedAt: new Date().toISOString() }) as const

const isOver = ({ state, steps }: Firing): boolean =>
  state !== 'running' && steps.every((step) => step.state !== 'taking')

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
