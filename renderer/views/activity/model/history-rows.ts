import type { HistoryEntry, HistoryPage } from '#contract/requests.ts'

/** The shown entries after a newer first page: those that it lacks within its reach are gone, older ones stay. `arrived` was not shown yet. */
export function broughtUp(
  shown: readonly HistoryEntry[],
  page: HistoryPage,
): { items: HistoryEntry[]; arrived: HistoryEntry[] } {
  const fresh = new Map(page.items.map((entry) => [entry.id, entry]))
  const reach = page.next ?? ''
  const known = new Set(shown.map(({ id }) => id))
  return {
    items: shown.flatMap((entry) => fresh.get(entry.id) ?? (entry.id < reach ? entry : [])),
    arrived: page.items.filter(({ id }) => !known.has(id)),
  }
}
