/** Whether a typed key stands between spaces: it is saved and sent without them. */
export const hasSpaces = (typed: unknown): boolean =>
  typeof typed === 'string' && typed.trim() !== '' && typed !== typed.trim()
