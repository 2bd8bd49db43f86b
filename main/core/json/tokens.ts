// jsonc-parser's scanner neither recurses nor stops at a fault.
import { createScanner } from 'jsonc-parser'

/** The library's `const enum` can't be imported by single files. */
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

/** Skips blanks; comments are tokens, since JSON has none. */
export function tokensOf(text: string) {
  const scanner = createScanner(text, false)
  return {
    next(): number {
      for (;;) {
        const kind: number = scanner.scan()
        if (kind !== space && kind !== lineBreak) return kind
      }
    },
    from: () => scanner.getTokenOffset(),
    end: () => scanner.getPosition(),
    /** Decoded. */
    value: () => scanner.getTokenValue(),
    isWhole: () => (scanner.getTokenError() as number) === 0,
  }
}
