// Streams. Numbers move with the clock and are the same for the same moment.
import type { JsonObject } from '#contract/json.ts'
import { stamp, text, type Answer, type Call, type Effects } from '../call.ts'
import { create, update } from '../generic.ts'
import { change, find } from '../records.ts'
import type { Stored } from '../store.ts'
import { hasFlags, statusOf } from './events.ts'
import { hash, listOf, textOf } from '../values.ts'

const resource = 'video/stream'
const minute = 60_000

export const streams: Effects = {
  'POST /api/video/stream/create': (call) => moved(call, create(call)),
  'PUT /api/video/stream/update': (call) => moved(call, update(call)),

  'POST /api/video/stream/getStatus'(call) {
    const stream = find(call, resource)
    const { id, status, startedOn = null, pausedOn = null, stoppedOn = null } = stream
    const times = { startedOn, pausedOn, stoppedOn, checkedAt: stamp(call) }
    return { data: { id, status, ...times, viewers: viewers(stream, call.now) } }
  },

  'POST /api/video/stream/getAnalytics'(call) {
    const stream = find(call, resource)
    const now = viewers(stream, call.now)
    const recent = timeline(stream, call.now)
    return {
      data: {
        id: stream.id,
        status: stream.status,
        viewers: now,
        peakViewers: Math.max(now, ...recent.map((point) => point.viewers)),
        averageWatchSeconds: 240 + (hash(stream.id) % 300),
        chatMessages: now * 3,
        clips: listOf(stream.clips).length,
        bitrateKbps: stream.status === 'live' ? 5_800 + wave(stream, call.now, 200) : 0,
        droppedFrames: stream.status === 'live' ? Math.abs(wave(stream, call.now, 6)) : 0,
        timeline: recent,
        measuredAt: stamp(call),
      },
    }
  },

  'POST /api/video/stream/getEmbedCode'(call) {
    const stream = find(call, resource)
    const url = `https://video.example.invalid/embed/${encodeURIComponent(stream.id)}`
    const embedCode = `<iframe src="${url}" width="640" height="360" title="Broadcast" allowfullscreen></iframe>`
    return { data: { id: stream.id, status: stream.status, url, embedCode } }
  },

  'POST /api/video/stream/createClip'(call) {
    const stream = find(call, resource)
    const clip: JsonObject = {
      ...call.body,
      id: call.store.nextId('video/clip', 'clip'),
      status: 'processing',
      streamId: stream.id,
      title: text(call, 'title', 'name') ?? 'Clip',
      createdAt: stamp(call),
    }
    change(call, resource, stream, { clips: [...listOf(stream.clips), clip] })
    return { data: clip }
  },
}

/** Flags that were sent set the status, unless the request has a status of its own. */
function moved(call: Call, answer: Answer): Answer {
  if (!hasFlags(call) || textOf(call.body.status) !== undefined) return answer
  const stream = call.store.get(resource, textOf(answer.data.id) ?? '')
  return stream === undefined ? answer : { data: change(call, resource, stream, { status: statusOf(stream) }) }
}

function viewers(stream: Stored, now: number): number {
  if (stream.status !== 'live' && stream.status !== 'paused') return 0
  const base = 120 + (hash(stream.id) % 400)
  const startedAt = Date.parse(textOf(stream.startedOn) ?? '')
  const warm = Number.isNaN(startedAt) ? 1 : Math.min(1, 0.2 + Math.max(0, now - startedAt) / (20 * minute))
  return Math.round(base * warm) + wave(stream, now, 12)
}

/** The last half hour, one point a minute, zero before the start. */
function timeline(stream: Stored, now: number): Array<{ at: string; viewers: number }> {
  const startedAt = Date.parse(textOf(stream.startedOn) ?? '')
  const last = Math.floor(now / minute) * minute
  return Array.from({ length: 30 }, (_, place) => {
    const at = last - (29 - place) * minute
    return {
      at: new Date(at).toISOString(),
      viewers: Number.isNaN(startedAt) || at < startedAt ? 0 : viewers(stream, at),
    }
  })
}

function wave(stream: Stored, now: number, height: number): number {
  return Math.round(Math.sin(now / (5 * minute) + hash(stream.id)) * height)
}
