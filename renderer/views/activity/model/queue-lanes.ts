import type { EnvironmentId, Intent, QueueLane } from '#contract/models.ts'

interface LaneRow {
  intent: Intent
  /** It has left the queue and only keeps its place for a moment. */
  gone: boolean
}

export interface Lane {
  key: string
  environment: EnvironmentId
  resource: string
  record: string[]
  rows: LaneRow[]
}

export function lanesOf(lanes: readonly QueueLane[]): Lane[] {
  return lanes.map(({ environment, resource, record, items }) => ({
    key: JSON.stringify([environment, resource, ...record]),
    environment,
    resource,
    record,
    rows: items.map((intent) => ({ intent, gone: false })),
  }))
}

/** Updates what is shown without moving a row: what has left keeps its place, what is new waits. */
export function inPlace(
  shown: readonly Lane[],
  fresh: readonly Lane[],
  known: (id: string) => Intent | undefined,
): Lane[] {
  const waiting = new Map(fresh.flatMap(({ rows }) => rows.map((row) => [row.intent.id, row])))
  return shown.map((lane) => ({
    ...lane,
    rows: lane.rows.map(({ intent }) => waiting.get(intent.id) ?? { intent: known(intent.id) ?? intent, gone: true }),
  }))
}

export function firstRows(lanes: readonly Lane[], limit: number): Lane[] {
  let left = limit
  return lanes.flatMap((lane) => {
    if (left <= 0) return []
    const rows = lane.rows.slice(0, left)
    left -= rows.length
    return [rows.length === lane.rows.length ? lane : { ...lane, rows }]
  })
}

/** `Email sequence` of `marketing/emailSequence`. */
export function resourceWords(resource: string): string {
  const part = resource.split('/').findLast((candidate) => candidate.toLowerCase() !== 'general') ?? resource
  const words = part
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
