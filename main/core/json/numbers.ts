/** 15 digits fit into a double in any place. */
const surely = 15

export function keeps(written: string): 'whole' | 'too big' | 'too precise' {
  if (written.length <= surely && !/e/i.test(written)) return 'whole'
  const value = Number(written)
  if (!Number.isFinite(value)) return 'too big'
  const digits = significant(written)
  if (digits.length <= surely && (value !== 0 || digits === '')) return 'whole'
  return digits === significant(String(value)) ? 'whole' : 'too precise'
}

/** Digits from the first to the last that is not 0; equal values have the same. */
function significant(number: string): string {
  const digits = number.replace(/e.*/i, '').replaceAll(/[-.]/g, '')
  let first = 0
  let last = digits.length
  while (first < last && digits.charCodeAt(first) === 0x30) first += 1
  while (last > first && digits.charCodeAt(last - 1) === 0x30) last -= 1
  return digits.slice(first, last)
}
