import { plain, spelled } from '#answers/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Scalar } from './scalars.ts'

const created = ['createdAt', 'createdOn', 'created', 'dateCreated']
const updated = ['updatedAt', 'updatedOn', 'updated', 'modifiedAt', 'modifiedOn', 'lastModified']
const dayMs = 86_400_000

/** When a record says that it was made, in milliseconds. Fields that the request sent do not count. A date counts as its end, a time without a zone as UTC. */
export function createdTime(record: JsonObject, sent: readonly Scalar[]): number | undefined {
  return timeOf(record, sent, created, 'created')
}

/** When a record says that it was last changed, as `createdTime`. */
export function updatedTime(record: JsonObject, sent: readonly Scalar[]): number | undefined {
  return timeOf(record, sent, updated, 'updated')
}

function timeOf(
  record: JsonObject,
  sent: readonly Scalar[],
  names: readonly string[],
  stem: 'created' | 'updated',
): number | undefined {
  const ours = new Set(sent.map(({ path }) => plain(path.slice(path.lastIndexOf('.') + 1))))
  for (const name of names) {
    const time = ours.has(plain(name)) ? undefined : parse(spelled(record, name))
    if (time !== undefined) return time
  }
  const [date, clock] = [`${stem}Date`, `${stem}Time`].map((name) =>
    ours.has(plain(name)) ? undefined : spelled(record, name),
  )
  if (typeof date !== 'string') return undefined
  return parse(typeof clock === 'string' ? `${date}T${clock}` : date)
}

function parse(value: Json | undefined): number | undefined {
  if (typeof value === 'number')
    return value > 100_000_000_000 ? value : value > 1_000_000_000 ? value * 1_000 : undefined
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  if (value.length === 10) return known(Date.parse(value) + dayMs - 1)
  return known(Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`))
}

const known = (time: number): number | undefined => (Number.isNaN(time) ? undefined : time)
