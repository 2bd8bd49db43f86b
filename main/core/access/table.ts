// Scope x method x event as data, for docs/control-api.md and its tests.
import { scopes, type Scope } from '#contract/access-kinds.ts'
import { bridgeMethods } from '#contract/bridge.ts'
import { bridgeEvents, type BridgeEvent } from '#contract/events.ts'
import { mayCallAtAll, mayHearAtAll } from './rules.ts'

export interface AccessRow {
  kind: 'method' | 'event'
  name: string
  allowed: Record<Scope, boolean>
}

const forEach = (allowed: (scope: Scope) => boolean): Record<Scope, boolean> => ({
  watch: allowed('watch'),
  read: allowed('read'),
  draft: allowed('draft'),
  operate: allowed('operate'),
  desk: allowed('desk'),
})

/** A row for each method, then for each event. */
export function accessTable(): AccessRow[] {
  const methods = Object.keys(bridgeMethods)
  const events = Object.keys(bridgeEvents) as BridgeEvent[]
  return [
    ...methods.map((name): AccessRow => ({
      kind: 'method',
      name,
      allowed: forEach((scope) => mayCallAtAll(scope, name)),
    })),
    ...events.map((name): AccessRow => ({
      kind: 'event',
      name,
      allowed: forEach((scope) => mayHearAtAll(scope, name)),
    })),
  ]
}

/** The table's cells as texts, with its head. */
export function accessCells(): { head: string[]; rows: string[][] } {
  return {
    head: ['Method or event', ...scopes],
    rows: accessTable().map(({ name, allowed }) => [
      `\`${name}\``,
      ...scopes.map((scope) => (allowed[scope] ? 'yes' : '-')),
    ]),
  }
}
