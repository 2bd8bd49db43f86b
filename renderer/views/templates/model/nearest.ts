function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  const found = row[b.length] ?? Infinity
  return found <= most ? found : Infinity
}

const plain = (name: string) => name.toLowerCase().replace(/[_.-]/g, '')

/** The known name that was probably meant: the same apart from case and separators, or at most a quarter of its letters different. */
export function nearest(name: string, known: string[]): string | undefined {
  const wanted = plain(name).slice(0, 64)
  const most = Math.min(3, Math.floor(wanted.length / 4))
  let best: { name: string; off: number } | undefined
  for (const candidate of known.slice(0, 500)) {
    if (candidate === '') continue
    const off = distance(wanted, plain(candidate).slice(0, 64), most)
    if (off < (best?.off ?? Infinity)) best = { name: candidate, off }
  }
  return best?.name
}
