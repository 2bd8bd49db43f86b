// The platform's clips of a stream, and those that this desk asked for, joined where they are the same.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { at, readRecord } from '#answers/answer.ts'
import { readInstant } from '#answers/dates.ts'
import { idOf, scalarText, valueIn } from '#answers/roles.ts'
import { defined } from '#contract/defined.ts'

export const createClip = 'POST /api/video/stream/createClip'
const resource = 'video/clip'
const mostClips = 2_000

export interface Clip {
  key: string
  id?: string
  /** Of the platform, else of the request. */
  title?: string
  /** The platform's own word. */
  status?: string
  /** Milliseconds since 1970. */
  madeAt?: number
  url?: string
  /** This desk's request for it. */
  intent?: Intent
  /** Whether the platform shows it. */
  shown: boolean
}

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

export function isClipOf(intent: Intent, streamId: string): boolean {
  const { body } = intent.request
  return (
    intent.operation === createClip &&
    isObject(body) &&
    [body.streamId, body.id].some((id) => scalarText(id) === streamId)
  )
}

/** Newest first. An unknown request is joined to the platform's clip of the same title, since the desk's titles have the second. */
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
    return { key: id ?? `clip-${index}`, ...fieldsOf(record), shown: true, ...defined({ intent }) }
  })
  const own = open.map((intent): Clip => {
    const record = intent.answer === undefined ? undefined : readRecord(intent.answer)
    return {
      ...defined({ title: titleOfIntent(intent) }),
      madeAt: Date.parse(intent.createdAt),
      ...(record && fieldsOf(record)),
      key: intent.id,
      shown: false,
      intent,
    }
  })
  return [...rows, ...own].sort((a, b) => (b.madeAt ?? 0) - (a.madeAt ?? 0))
}

const fieldsOf = (record: JsonObject) =>
  defined({
    id: idOf(record, resource),
    title: scalarText(valueIn(record, 'title', resource)),
    status: scalarText(valueIn(record, 'status', resource)),
    madeAt: readInstant(valueIn(record, 'at', resource)),
    url: scalarText(valueIn(record, 'url', resource)),
  })

export function madeId(intent: Intent): string | undefined {
  const record = intent.state === 'confirmed' ? readRecord(intent.answer) : undefined
  return record === undefined ? undefined : idOf(record, resource)
}

export const titleOfIntent = (intent: Intent): string | undefined => scalarText(at(intent.request.body, 'title'))

/** The draft that keeps the titles given to a stream's clips; undefined where the stream's id is too long for a draft's. */
export function titlesDraftId(environment: string, streamId: string): string | undefined {
  const safe = streamId.replace(/[^A-Za-z0-9_]/g, (character) => `-${(character.codePointAt(0) ?? 0).toString(16)}-`)
  const id = `clip-titles-${environment}-${safe}`
  return id.length <= 128 ? id : undefined
}
