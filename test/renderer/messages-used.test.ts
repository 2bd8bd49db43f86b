// Whether some code still says each message. A key stands in the code as a text, or is put together from parts.
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')

/** Keys whose parts stand far from each other in the code: there their last part must stand as a text or a name of its own. */
const putTogether: ReadonlyArray<[beginning: RegExp, by: string]> = [
  [/^(?:ads|billing|payments|polls|streams)\.(?:action|field|hint|read|search)\./, 'the resources of a view'],
  [/^(?:publishing|studio|polls\.drafts)\.(?:new|bin|first)(?:\.|$)/, 'the list of drafts'],
  [/^common\.key\.(?:mac\.)?/, 'useKeyLabels'],
  [/^errors\.(?:credential|expected|lost)\./, 'useErrorText'],
]
/** Those whose last part is made by somebody else, too: phrases of the code editor, and the service of a merge tag. */
const madeElsewhere: readonly RegExp[] = [
  /^templates\.editor\.phrase\./,
  /^templates\.problem\./,
  /^common\.key\.arrow(?:up|down|left|right)$/,
]

function keysBelow(node: unknown, path: string): string[] {
  return typeof node === 'string'
    ? [path]
    : Object.entries(node as Record<string, unknown>).flatMap(([name, value]) => keysBelow(value, `${path}.${name}`))
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The fixed parts of a template literal; undefined where it can't be a key. */
function fixedParts(literal: string): string[] | undefined {
  const parts = ['']
  for (let at = 0; at < literal.length; at += 1) {
    if (!literal.startsWith('${', at)) {
      parts.push(`${parts.pop() ?? ''}${literal[at] ?? ''}`)
      continue
    }
    let depth = 0
    do {
      if (literal[at] === '{') depth += 1
      if (literal[at] === '}') depth -= 1
      at += 1
    } while (at < literal.length && (depth > 0 || literal[at - 1] !== '}'))
    at -= 1
    parts.push('')
  }
  return parts.every((part) => /^[\w.:-]*$/.test(part)) ? parts : undefined
}

// Catches a sentence that no screen says any more and that every language goes on translating.
test('every message is said somewhere', () => {
  const keys = globSync('renderer/messages/en/*.json', { cwd: root }).flatMap((file) =>
    keysBelow(JSON.parse(read(file)), basename(file, '.json')),
  )
  const code = globSync(['main/**/*.ts', 'preload/**/*.ts', 'renderer/**/*.{ts,vue}'], { cwd: root })
    .map(read)
    .join('\n')
  const texts = new Set([...code.matchAll(/['"`]([a-z]\w*(?:\.[\w:-]+)+)['"`]/gi)].map(([, text]) => text))
  // The overlay takes its few words by their names out of the file.
  for (const [, names = '', file = ''] of code.matchAll(/import \{([^}]*)\} from '[./]*messages\/en\/(\w+)\.json'/g))
    for (const name of names.split(',')) texts.add(`${file}.${name.trim().split(/\s/, 1)[0] ?? ''}`)
  const words = new Set(code.match(/[a-z_]\w*/gi))
  const patterns = [...code.matchAll(/`([a-z]\w*\.[\w.-]*\$\{[^`]*)`/gi)].flatMap(([, literal = '']) => {
    const parts = fixedParts(literal)
    return parts === undefined ? [] : [new RegExp(`^${parts.map(escaped).join(String.raw`[\w.:-]+`)}$`)]
  })
  expect(patterns.length).toBeGreaterThan(100)
  const unused = keys.filter(
    (key) =>
      !texts.has(key) &&
      !patterns.some((pattern) => pattern.test(key)) &&
      !madeElsewhere.some((pattern) => pattern.test(key)) &&
      !(putTogether.some(([beginning]) => beginning.test(key)) && words.has(key.split('.').at(-1) ?? '')),
  )
  expect(unused).toEqual([])
  // And none of the names above outlives its messages.
  for (const pattern of [...putTogether.map(([beginning]) => beginning), ...madeElsewhere])
    expect(
      keys.some((key) => pattern.test(key)),
      String(pattern),
    ).toBe(true)
})
