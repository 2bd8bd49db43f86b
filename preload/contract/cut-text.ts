let characters: Intl.Segmenter | undefined
/** Longer characters, of many joined signs, are cut after all. */
const longest = 64

/** The beginning of a text, at most so many UTF-16 units long, ending after a whole character as people see them. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const from = Math.max(0, most - longest)
  let end = from
  for (const { index, segment } of characters.segment(text.slice(from, most + longest))) {
    if (from + index + segment.length > most) break
    end = from + index + segment.length
  }
  if (end > from) return text.slice(0, end)
  // Never half of a pair.
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most)
}
