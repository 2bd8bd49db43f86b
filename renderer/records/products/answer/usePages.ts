import { ref, shallowRef } from 'vue'

const size = 64
const mostPages = 24

/** Rows of the worker near the screen, page by page. The next `show` asks again for a page that failed. */
export function usePages<T>(fetch: (from: number, count: number) => Promise<T[]>) {
  const count = ref(0)
  const pages = shallowRef(new Map<number, T[]>())
  const asked = new Set<number>()
  let turn = 0
  let seen: [from: number, to: number] = [0, size - 1]

  const wanted = ([from, to]: [number, number], of: number): number[] => {
    const first = Math.max(0, Math.floor(from / size))
    const last = Math.floor(Math.min(to, of - 1) / size)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)
  }

  async function bring(page: number): Promise<void> {
    const mine = turn
    asked.add(page)
    try {
      const rows = await fetch(page * size, size)
      if (mine !== turn) return
      const near = [...pages.value].filter(([other]) => Math.abs(other - page) < mostPages / 2)
      pages.value = new Map(near).set(page, rows)
    } catch {
      // The worker is gone, and this with it.
    } finally {
      if (mine === turn) asked.delete(page)
    }
  }

  return {
    count,
    at: (place: number): T | undefined => pages.value.get(Math.floor(place / size))?.[place % size],
    show(from: number, to: number): void {
      seen = [from, to]
      for (const page of wanted(seen, count.value)) if (!pages.value.has(page) && !asked.has(page)) void bring(page)
    },
    /** For other rows: the screen changes at once with them. */
    async reset(next: number): Promise<void> {
      turn += 1
      const mine = turn
      asked.clear()
      const span: [number, number] = seen[0] < next ? seen : [Math.max(0, next - size), next - 1]
      const fresh = await Promise.all(
        wanted(span, next).map(async (page) => [page, await fetch(page * size, size)] as const),
      )
      if (mine !== turn) return
      pages.value = new Map(fresh)
      count.value = next
    },
  }
}
