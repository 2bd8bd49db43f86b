import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPlaceholders, isName } from '../../../../renderer/views/templates/model/placeholders.ts'

const malformedIn = (text: string) =>
  findPlaceholders(text).malformed.map(({ kind, from, to, guess }) => [kind, text.slice(from, to), guess])
const namesIn = (text: string) => findPlaceholders(text).placeholders.map(({ name }) => name)

// White space or an unusual letter in the braces must not turn a placeholder into text.
test('finds placeholders with their offsets', () => {
  const text = 'Hi {{name}}, {{ show.title }}\n{{\n  größe-2\n}}{{_x}}'
  const { placeholders, malformed } = findPlaceholders(text)
  expect(placeholders.map(({ name, from, to }) => [name, text.slice(from, to)])).toEqual([
    ['name', '{{name}}'],
    ['show.title', '{{ show.title }}'],
    ['größe-2', '{{\n  größe-2\n}}'],
    ['_x', '{{_x}}'],
  ])
  expect(malformed).toEqual([])
})

// A slip of one brace must be reported, with a guess only where a name is in the braces, not silently sent to every reader.
test.each([
  ['a {{}} b', [['empty', '{{}}', undefined]]],
  ['a {{ a b }} b', [['name', '{{ a b }}', undefined]]],
  ['a {{1st}} b', [['name', '{{1st}}', undefined]]],
  ['a {{name} b', [['closing', '{{name}', 'name']]],
  ['a {{name} } b', [['closing', '{{name} }', 'name']]],
  ['a {name}} b', [['opening', '{name}}', 'name']]],
  ['a {{name, welcome', [['unclosed', '{{name,', undefined]]],
  ['a {{ <b>', [['unclosed', '{{', undefined]]],
  ['a {{ {{a}} }} b', [['nested', '{{ {{a}} }}', 'a']]],
  ['a {{{raw}} b', [['nested', '{{{raw}}', 'raw']]],
  ['{{a {{b}}', [['unclosed', '{{a', 'a']]],
] as Array<[string, unknown[]]>)('reports %s', (text, expected) => {
  expect(malformedIn(text)).toEqual(expected)
})

// Style sheets and prose with single braces must not be taken for placeholders, nor hide the ones among them.
test('leaves other braces alone', () => {
  const css = '@media (max-width: 600px) { .a { color: red } .b{padding:0}} p { {{style}} } {name} } {'
  expect(malformedIn(css)).toEqual([])
  expect(namesIn(css)).toEqual(['style'])
  expect(malformedIn('{"a":{b}} {"c":{d} }')).toEqual([])
  // A style sheet that ends before must not hide the slip after it.
  expect(malformedIn('@media x{.a{b}\n} Hi {name}}')).toEqual([['opening', '{name}}', 'name']])
  expect(namesIn('{{a {{b}} {{c}}}')).toEqual(['b', 'c'])
})

/** A string that counts how many of its characters were looked at. */
function counted(text: string) {
  const seen = { text, read: 0 }
  seen.text = new Proxy(Object(text) as object, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const answer = (value as (...args: unknown[]) => unknown).apply(text, args)
        const [from = 0, to = 0] = args as number[]
        seen.read +=
          key === 'slice'
            ? to - from
            : key === 'indexOf'
              ? ((answer as number) < 0 ? text.length : (answer as number)) - to
              : 1
        return answer
      }
    },
  }) as unknown as string
  return seen
}

// A scanner that steps back over its input would freeze the worker on 300 KB of braces.
test('reads each character a bounded number of times', () => {
  const piece = fc
    .array(
      fc.constantFrom('{', '}', '{{', '}}', ' ', '\n', 'a', 'name', '<', '{{a', '{ ', '{{!', '{{!--', '--}}', '#'),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(piece, piece, (head, unit) => {
      const seen = counted(head + unit.repeat(Math.ceil(1024 / unit.length)))
      const { placeholders, malformed, foreign } = findPlaceholders(seen.text)
      expect(seen.read).toBeLessThan(seen.text.length * 12)
      let end = 0
      for (const { from, to } of [...placeholders, ...malformed, ...foreign].toSorted((a, b) => a.from - b.from)) {
        expect(from).toBeGreaterThanOrEqual(end)
        end = to
      }
    }),
  )
  for (const unit of ['{', '{{', '{{ ', '{{a', '{{a} ', '{{!', '{{!--', '{{#', '}', 'a', ' '])
    findPlaceholders(`{{${unit.repeat((300 * 1024) / unit.length)}`)
})

// What is written must be found again at its place, whatever is around it.
test('finds every placeholder in plain text', () => {
  const name = fc
    .string({ unit: fc.constantFrom('a', 'é', '_', '1', '.', '-', 'Z'), minLength: 1, maxLength: 12 })
    .filter(isName)
  const words = fc.string().map((text) => text.replace(/[{}<]/g, ''))
  fc.assert(
    fc.property(fc.array(fc.tuple(words, name)), words, (parts, tail) => {
      const found = findPlaceholders(parts.map(([before, inner]) => `${before}{{${inner}}}`).join('') + tail)
      expect(found.placeholders.map((one) => one.name)).toEqual(parts.map(([, inner]) => inner))
      expect(found.malformed).toEqual([])
    }),
  )
})
