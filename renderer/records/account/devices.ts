import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { formerMask } from '#contract/mask.ts'
import { holdsMask } from '#contract/masked.ts'
import { readInstant } from '#answers/dates.ts'
import { plain, scalarText } from '#answers/roles.ts'

export interface Device {
  row: JsonObject
  key: string
  name: string | undefined
  /** Milliseconds since 1970. */
  lastSeenAt: number | undefined
  /** What a log-out of this device names; empty where no identifier is known. */
  ids: { deviceId?: string; sessionId?: string }
  isThis: boolean
}

/** Whether a mask stands in the place of a secret that the desk knows: the session's own id is one. */
const isMasked = (value: Json | undefined): boolean =>
  typeof value === 'string' && (holdsMask(value) || value === formerMask)
const names = ['devicename', 'device', 'name', 'title', 'client', 'useragent', 'browser', 'platform']
const seen = [
  'lastseenat',
  'lastseen',
  'lastactiveat',
  'lastactive',
  'lastusedat',
  'lastused',
  'lastactivity',
  'updatedat',
  'createdat',
]
const marks = ['current', 'iscurrent', 'thisdevice', 'isthisdevice', 'iscurrentsession', 'currentsession', 'self']

function first(row: JsonObject, wanted: readonly string[]): Json | undefined {
  const byName = new Map(Object.entries(row).map(([name, value]) => [plain(name), value]))
  return wanted.map((name) => byName.get(name)).find((value) => value !== undefined && value !== null && value !== '')
}

const idIn = (row: JsonObject, ...wanted: string[]): string | undefined => {
  const value = scalarText(first(row, wanted))
  return isMasked(value) ? undefined : value
}

export function devicesOf(rows: readonly JsonObject[]): Device[] {
  return rows.map((row, place) => {
    const inner = first(row, ['device'])
    const named = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? first(inner, names) : undefined
    const [sessionId, own] = [idIn(row, 'sessionid'), idIn(row, 'id', 'uuid')]
    const deviceId = idIn(row, 'deviceid') ?? (sessionId === undefined ? own : undefined)
    return {
      row,
      key: `${place} ${sessionId ?? deviceId ?? ''}`,
      name: scalarText(
        named ?? names.map((name) => first(row, [name])).find((value) => scalarText(value) !== undefined),
      ),
      lastSeenAt: readInstant(seen.map((name) => first(row, [name])).find((value) => readInstant(value) !== undefined)),
      ids: { ...defined({ deviceId, sessionId }) },
      isThis:
        ['sessionid', 'id', 'deviceid'].some((name) => isMasked(first(row, [name]))) || first(row, marks) === true,
    }
  })
}
