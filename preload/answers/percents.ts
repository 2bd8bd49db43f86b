/** Whole percentages of a whole, which add up to 100 (largest remainder). */
export function wholePercents(
  values: readonly number[],
  total = values.reduce((sum, value) => sum + value, 0),
): number[] {
  if (total <= 0) return values.map(() => 0)
  const exact = values.map((value) => (value / total) * 100)
  const floors = exact.map(Math.floor)
  let left = Math.round(exact.reduce((sum, value) => sum + value, 0)) - floors.reduce((sum, value) => sum + value, 0)
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of order) {
    if (left <= 0) break
    floors[index] = (floors[index] ?? 0) + 1
    left -= 1
  }
  return floors
}
