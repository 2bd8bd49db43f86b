export function closest(name: string, known: Iterable<string>, count = 3): string[] {
  const wanted = name.slice(0, 256).toLowerCase()
  const limit = Math.max(3, Math.ceil(wanted.length * 0.4))
  return [...known]
    .map((key) => ({ key, far: distance(wanted, key.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ key }) => key)
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
