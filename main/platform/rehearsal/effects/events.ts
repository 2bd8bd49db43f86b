// The external event (specification, section 2.3): it is kept among the details and changes its stream.
import type { JsonObject } from '#contract/json.ts'
import { profileSecretFields } from '#contract/models.ts'
import type { Answer, Call, Effects } from '../call.ts'
import { create, update } from '../generic.ts'
import { change, insert, lookUp } from '../records.ts'
import { absent } from '../refusal.ts'
import type { Stored } from '../store.ts'
import { objectOf, textOf } from '../values.ts'

const details = 'video/details'
const streams = 'video/stream'
const keyNames = ['providerName', 'providerId', 'streamId', 'videoId'] as const

export const events: Effects = {
  'POST /api/video/event/create': (call) => ({ data: publish(call, sameEvent(call, flatten(call.body))) }),
  'PUT /api/video/event/update': (call) => ({ data: publish(call, meantEvent(call, flatten(call.body))) }),

  'POST /api/video/event/delete'(call) {
    const id = textOf(call.body.id) ?? textOf(call.body.resourceId)
    const record = id === undefined ? meantEvent(call, flatten(call.body)) : lookUp(call, details, id)
    if (record === undefined) throw absent('event', keyOf(flatten(call.body)))
    call.store.remove(details, record.id)
    moveStream(call, { ...record, started: false, paused: false, stopped: false })
    return { data: { ...record, status: 'deleted' } }
  },

  'POST /api/video/details/create': (call) => moved(call, create(call)),
  'PUT /api/video/details/update': (call) => moved(call, update(call)),
}

function moved(call: Call, answer: Answer): Answer {
  if (hasFlags(call)) moveStream(call, answer.data)
  return answer
}

/** Whether the request says if the broadcast runs. */
export const hasFlags = ({ body }: Call): boolean =>
  ['started', 'paused', 'stopped'].some((flag) => typeof body[flag] === 'boolean')

function publish(call: Call, known: Stored | undefined): Stored {
  const credentials = credentialsOf(call, known)
  const sent = flatten(call.body)
  const merged = { ...known, ...sent }
  const fields = { ...sent, status: stageOf(merged) }
  const written = known === undefined ? insert(call, details, fields) : change(call, details, known, fields)
  const record: Stored = { ...written, ...credentials }
  call.store.put(details, record)
  moveStream(call, record)
  return record
}

/** Credentials are listed as they were sent, as platforms do. `null` clears one; one that is left out is kept. */
function credentialsOf(call: Call, known: Stored | undefined): JsonObject {
  const options = objectOf(call.body.options)
  const missing = profileSecretFields.filter((name) => !Object.hasOwn(options, name))
  const kept = call.manner.credentials(known, missing)
  return Object.fromEntries(
    profileSecretFields.flatMap((name) => {
      const value = Object.hasOwn(options, name) ? options[name] : kept?.[name]
      return value === undefined ? (known?.[name] === undefined ? [] : [[name, null]]) : [[name, value]]
    }),
  )
}

/** The details, completed from the options. */
function flatten(body: JsonObject): JsonObject {
  const options = objectOf(body.options)
  const flat = { ...objectOf(body.details) }
  for (const name of [
    'providerName',
    'providerId',
    'title',
    'description',
    'tags',
    'streamId',
    'videoId',
    'channelId',
  ]) {
    if (textOf(flat[name]) === undefined && textOf(options[name]) !== undefined) flat[name] = options[name] ?? null
  }
  return flat
}

function sameEvent(call: Call, sent: JsonObject): Stored | undefined {
  return call.store.all(details).find((record) => keyNames.every((name) => textOf(record[name]) === textOf(sent[name])))
}

/** The event with this key, otherwise the only one that fits the parts that were sent. */
function meantEvent(call: Call, sent: JsonObject): Stored | undefined {
  const names = keyNames.filter((name) => textOf(sent[name]) !== undefined)
  const similar = call.store.all(details).filter((record) => names.every((name) => record[name] === sent[name]))
  return sameEvent(call, sent) ?? (names.length > 0 && similar.length === 1 ? similar[0] : undefined)
}

function keyOf(sent: JsonObject): string {
  return keyNames.map((name) => textOf(sent[name]) ?? '-').join('/')
}

function moveStream(call: Call, record: JsonObject): void {
  const stream = call.store.get(streams, textOf(record.streamId) ?? '')
  if (stream === undefined) return
  const {
    started = false,
    paused = false,
    stopped = false,
    startedOn = null,
    pausedOn = null,
    stoppedOn = null,
  } = record
  change(call, streams, stream, { status: statusOf(record), started, paused, stopped, startedOn, pausedOn, stoppedOn })
}

function stageOf(record: JsonObject): string {
  const status = statusOf(record)
  return status === 'idle' ? 'scheduled' : status
}

export function statusOf({ started, paused, stopped }: JsonObject): string {
  if (stopped === true) return 'ended'
  if (paused === true) return 'paused'
  return started === true ? 'live' : 'idle'
}
