import type { HistoryEntry, HistoryPage } from '#contract/requests.ts'

/**
 * What is shown, brought up to a newer first page: what that page has is shown as it is there, what it lacks within its reach is gone, what is
 * older than its reach stays as it was. `arrived` is what was not shown yet.
 */
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
