/** About 8,000 words: what an assistant takes in at once. */
export const mostCharacters = 40_000

/** The answer as JSON text of a bounded size, which says so where it was cut. */
export function answerText(value: unknown, most = mostCharacters): string {
  const text = JSON.stringify(value ?? null)
  if (text.length <= most) return text
  // Not within a pair of surrogates.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)}\n[Cut: these are the first ${end} of ${text.length} characters, so the JSON is not whole. Ask for less.]`
}
