/** Whether a typed key has spaces around it; it is saved and sent without them. */
export const hasSpaces = (typed: unknown): boolean =>
  typeof typed === 'string' && typed.trim() !== '' && typed !== typed.trim()
