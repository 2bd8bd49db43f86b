// The tokens of a JSON text, as jsonc-parser's scanner finds them: it neither recurses nor stops at a fault.
import { createScanner } from 'jsonc-parser'

/** The library declares its token kinds as a `const enum`, which single files can't import. */
export const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  end: 17,
} as const

const lineBreak = 14
const space = 15

/** Steps from token to token, over spaces and line breaks; comments are tokens, since JSON has none. */
export function tokensOf(text: string) {
  const scanner = createScanner(text, false)
  return {
    next(): number {
      for (;;) {
        const kind: number = scanner.scan()
        if (kind !== space && kind !== lineBreak) return kind
      }
    },
    /** Where the token begins, and the place after it. */
    from: () => scanner.getTokenOffset(),
    end: () => scanner.getPosition(),
    /** The decoded string. */
    value: () => scanner.getTokenValue(),
    isWhole: () => (scanner.getTokenError() as number) === 0,
  }
}
