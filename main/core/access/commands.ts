// Named commands as the requests that the live desk sends for them. A caller names command and record; the body is
// built here, so that it can't smuggle anything into it.
import { lengthOf, runNowBody, type Ad } from '#answers/placements.ts'
import { stepOf } from '#answers/poll/steps.ts'
import { applyTransport, type TransportAction } from '#answers/transport.ts'
import type { RecordCommand } from '#contract/access-kinds.ts'
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'

/** A destination as main read it: its options, null where unused, and its details. */
export interface DestinationRecord {
  options: JsonObject
  details: JsonObject
}

/** What a command acts on; main reads it, the caller only names it. */
export type CommandTarget =
  | { command: TransportAction; destination: DestinationRecord }
  | { command: 'reveal' | 'hide'; embedId: string }
  | { command: 'runAd'; ad: Ad; streamId?: string | undefined; seconds?: number | undefined }
  | { command: 'clip'; streamId: string; title: string }
  | { command: 'mark'; streamId?: string | undefined; title: string; offsetSeconds?: number | undefined }

/** `write` goes to the ledger; `draft` is kept at the desk and sends nothing. */
export interface CommandRequest {
  kind: 'write' | 'draft'
  operation: string
  body: JsonObject
}

/** The operation that each command may send, and no other. */
export const commandOperations: Record<RecordCommand, string> = {
  start: 'PUT /api/video/event/update',
  stop: 'PUT /api/video/event/update',
  pause: 'PUT /api/video/event/update',
  resume: 'PUT /api/video/event/update',
  reveal: 'PUT /api/vote/embed/update',
  hide: 'PUT /api/vote/embed/update',
  runAd: 'POST /api/ads/placement/create',
  clip: 'POST /api/video/stream/createClip',
  mark: 'POST /api/video/stream/createClip',
}

/** The request of a command at `now` (ISO 8601); undefined for an ad whose length nobody knows. */
export function requestOf(target: CommandTarget, now: string): CommandRequest | undefined {
  const body = bodyOf(target, now)
  if (body === undefined) return undefined
  return { kind: target.command === 'mark' ? 'draft' : 'write', operation: commandOperations[target.command], body }
}

function bodyOf(target: CommandTarget, now: string): Record<string, Json> | undefined {
  switch (target.command) {
    case 'reveal':
      return { embedId: target.embedId, ...stepOf('reveal').fields }
    case 'hide':
      return { embedId: target.embedId, ...stepOf('hidden').fields }
    case 'runAd': {
      const seconds = lengthOf(target.ad) ?? target.seconds
      return seconds === undefined ? undefined : runNowBody(target.ad, target.streamId, now, seconds)
    }
    case 'clip':
      return { streamId: target.streamId, title: target.title }
    case 'mark': {
      const { streamId, title, offsetSeconds } = target
      return { title, at: now, ...defined({ streamId, offsetSeconds }) }
    }
    case 'start':
    case 'pause':
    case 'resume':
    case 'stop': {
      const { options, details } = target.destination
      return { options: { ...options }, details: applyTransport(target.command, details, now) }
    }
  }
}
