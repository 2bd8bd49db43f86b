// The clips of a stream: those that the platform shows, and those that this desk asked for, joined where they are the same.
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { at, readRecord } from '#answers/answer.ts'
import { readInstant } from '#answers/dates.ts'
import { idOf, scalarText, valueIn } from '#answers/roles.ts'

export const createClip = 'POST /api/video/stream/createClip'
const resource = 'video/clip'
const mostClips = 2_000

export interface Clip {
  key: string
  id?: string
  /** As the platform or the request has it. */
  title?: string
  /** The platform's own word. */
  status?: string
  /** Milliseconds since 1970. */
  madeAt?: number
  url?: string
  /** The write of this desk that asked for it. */
  intent?: Intent
  /** Whether the platform shows it. */
  shown: boolean
}

/** Records in every list that is called after clips, wherever an answer has one. */
export function clipsIn(answers: ReadonlyArray<Json | undefined>): JsonObject[] {
  const byId = new Map<string, JsonObject>()
  for (const answer of answers) {
    const record = readRecord(answer)
    for (const [name, value] of Object.entries(record ?? {})) {
      if (!/clip/i.test(name)) continue
      const list = Array.isArray(value) ? value : isObject(value) ? [value.items ?? value.data ?? null].flat() : []
      for (const clip of list.slice(0, mostClips))
        if (isObject(clip)) byId.set(idOf(clip, resource) ?? JSON.stringify(clip), clip)
    }
  }
  return [...byId.values()]
}

/** Whether an intent asked for a clip of this stream. */
export function isClipOf(intent: Intent, streamId: string): boolean {
  const { body } = intent.request
  return (
    intent.operation === createClip &&
    isObject(body) &&
    [body.streamId, body.id].some((id) => scalarText(id) === streamId)
  )
}

/** Newest first. An unknown one is joined to the platform's clip of the same title: the desk's titles carry the second. */
export function clipRows(shown: readonly JsonObject[], intents: readonly Intent[]): Clip[] {
  const open = [...intents]
  const take = (fits: (intent: Intent) => boolean): Intent | undefined => {
    const index = open.findIndex(fits)
    return index < 0 ? undefined : open.splice(index, 1)[0]
  }
  const rows = shown.map((record, index): Clip => {
    const id = idOf(record, resource)
    const title = scalarText(valueIn(record, 'title', resource))
    const intent =
      take((one) => id !== undefined && madeId(one) === id) ??
      take((one) => title !== undefined && madeId(one) === undefined && titleOfIntent(one) === title)
    return { key: id ?? `clip-${index}`, ...told(record), shown: true, ...(intent === undefined ? {} : { intent }) }
  })
  const own = open.map((intent): Clip => {
    const record = intent.answer === undefined ? undefined : readRecord(intent.answer)
    const title = titleOfIntent(intent)
    return {
      ...(title === undefined ? {} : { title }),
      madeAt: Date.parse(intent.createdAt),
      ...(record === undefined ? {} : told(record)),
      key: intent.id,
      shown: false,
      intent,
    }
  })
  return [...rows, ...own].sort((a, b) => (b.madeAt ?? 0) - (a.madeAt ?? 0))
}

function told(record: JsonObject): Pick<Clip, 'id' | 'title' | 'status' | 'madeAt' | 'url'> {
  const id = idOf(record, resource)
  const title = scalarText(valueIn(record, 'title', resource))
  const status = scalarText(valueIn(record, 'status', resource))
  const madeAt = readInstant(valueIn(record, 'at', resource))
  const url = scalarText(valueIn(record, 'url', resource))
  return {
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    ...(status === undefined ? {} : { status }),
    ...(madeAt === undefined ? {} : { madeAt }),
    ...(url === undefined ? {} : { url }),
  }
}

/** The identifier that the platform gave to the clip of an intent; undefined while it has not answered. */
export function madeId(intent: Intent): string | undefined {
  const record = intent.state === 'confirmed' ? readRecord(intent.answer) : undefined
  return record === undefined ? undefined : idOf(record, resource)
}

export function titleOfIntent(intent: Intent): string | undefined {
  return scalarText(at(intent.request.body, 'title'))
}

/** Under this id a stream's given titles are kept as a draft; undefined where the stream's own id is too long for one. */
export function titlesDraftId(environment: string, streamId: string): string | undefined {
  const safe = streamId.replace(/[^A-Za-z0-9_]/g, (character) => `-${(character.codePointAt(0) ?? 0).toString(16)}-`)
  const id = `clip-titles-${environment}-${safe}`
  return id.length <= 128 ? id : undefined
}
