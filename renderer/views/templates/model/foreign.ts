// Constructs of other template languages between double braces. The specification does not say what the platform does with them, so they
// are named and never rewritten.
export const foreignKinds = [
  'loop',
  'condition',
  'section',
  'end',
  'filter',
  'partial',
  'comment',
  'raw',
  'delimiters',
  'helper',
  'trimmed',
  'context',
] as const
export type ForeignKind = (typeof foreignKinds)[number]

export interface Foreign {
  kind: ForeignKind
  from: number
  to: number
  /** The names it mentions: their variables are in use. */
  names: string[]
}

const word = /[\p{L}_][\p{L}\p{M}\p{N}_.-]*/gu
const nonBreaking = /^(?:&nbsp;|&#(?:160|x0*a0);)/i

/** The names in a body, without words in quotes; a path counts with its first part too. */
export function namesInside(body: string): string[] {
  const names = body.replace(/"[^"]*"|'[^']*'/g, ' ').match(word) ?? []
  return [...new Set(names.flatMap((name) => [name, name.split('.')[0] ?? name]))]
}

/** What a body between braces is in another template language; undefined where it is a plain name or no known construct. */
export function foreignKind(body: string, open: number, close: number, blocks: number): ForeignKind | undefined {
  if (open > 2) return close >= open && body !== '' ? 'raw' : undefined
  // Handlebars and Liquid allow a mark at either end that removes the white space around the construct.
  const inner = body.replace(/^[~-](?=[\s#^/>&!\p{L}_])|(?<=\S\s*)~$/gu, '').trim()
  switch (inner.charAt(0)) {
    case '#':
      return /^#\s*(?:each|for|foreach|list)\b/.test(inner)
        ? 'loop'
        : /^#\s*(?:if|unless|ifCond|ifEquals)\b/.test(inner)
          ? 'condition'
          : 'section'
    case '^':
      return inner === '^' ? 'condition' : 'section'
    case '/':
      return 'end'
    case '>':
      return 'partial'
    case '!':
      return 'comment'
    case '&':
      return nonBreaking.test(inner) ? undefined : 'raw'
    case '=':
      return inner.length > 1 && inner.endsWith('=') ? 'delimiters' : undefined
    case '@':
    case '.':
    case '$':
      return 'context'
    default:
      break
  }
  if (/^else(?:\s+if\b.*)?$/s.test(inner) && (blocks > 0 || inner !== 'else')) return 'condition'
  if (/^this(?:[./].*)?$/s.test(inner) && blocks > 0) return 'context'
  if (inner.includes('|')) return 'filter'
  if (inner !== body && inner !== '') return 'trimmed'
  return /^[\p{L}_][\p{L}\p{N}_.-]*\s*(?:\(|\s(?:.*["'=(]))/su.test(inner) ? 'helper' : undefined
}
