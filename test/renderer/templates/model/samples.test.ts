import fc from 'fast-check'
import { expect, test } from 'vitest'
import { duplicateKey, scanJson } from '../../../../renderer/components/text/json-scan.ts'
import { sampleValues } from '../../../../renderer/views/templates/model/samples.ts'
import { sampleSets } from '../../../../renderer/views/templates/model/types.ts'

const variables = [
  { name: 'first_name', type: 'string', defaultValue: 'Ann' },
  { name: 'watchUrl', type: 'string', defaultValue: '' },
  { name: 'first_name', type: 'string', defaultValue: 'twice' },
  { name: '', type: '', defaultValue: 'nameless' },
]
const custom = (text: string) => sampleValues(variables, { set: 'custom', custom: text })

// Every set must know every named variable, or a preview shows holes that the mail will not have.
test('each set fills each variable', () => {
  for (const set of sampleSets) {
    expect([...sampleValues(variables, { set, custom: '' }).values.keys()], set).toEqual(['first_name', 'watchUrl'])
  }
  expect(sampleValues(variables, { set: 'defaults', custom: '' }).values.get('first_name')).toBe('Ann')
  expect(sampleValues(variables, { set: 'empty', custom: '' }).values.get('first_name')).toBe('')
  expect(sampleValues(variables, { set: 'long', custom: '' }).values.get('watchUrl')).toMatch(/^https:\/\/.{100,}$/)
  expect(sampleValues(variables, { set: 'rtl', custom: '' }).values.get('first_name')).toMatch(/^\p{Script=Arabic}/u)
})

// A number rewritten by a parser (1.50 to 1.5) would be a price that nobody wrote.
test('a pasted object takes its place over the defaults', () => {
  const { values, error } = custom('{"first_name": "Bo \\u00e9", "price": 1.50, "live": true}')
  expect(error).toBeUndefined()
  expect([...values]).toEqual([
    ['first_name', 'Bo é'],
    ['watchUrl', ''],
    ['price', '1.50'],
    ['live', 'true'],
  ])
})

// Without a place a person hunts for a missing comma; without the name, for the second of two equal keys.
test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 'A comma or }', 3, 3],
  ['{"a": 1,}', 'double quotes', 1, 9],
  ['{"a": x}', 'A value', 1, 7],
  ['{"a": "b', 'closing quote', 1, 9],
  ['{"a": "\\q"}', 'after \\', 1, 9],
  ['{"a": 1', 'ends too early', 1, 8],
  ['{"a": 1} 2', 'Nothing more', 1, 10],
  ['{"a": 1,\n "a": 2}', '"a" stands twice', 2, 2],
  ['{"a": {"b": 1}}', '"a" must be', 1, 7],
  ['{"a": null}', '"a" must be', 1, 7],
  ['[1]', 'An object', 1, 1],
  ['nonsense', 'A value', 1, 1],
])('tells what is wrong with %s', (text, message, line, column) => {
  const { values, error } = custom(text)
  expect(error).toMatchObject({ line, column })
  expect(error?.message).toContain(message)
  expect(values.get('first_name')).toBe('Ann')
})

// A scanner of our own must agree with the engine on what is JSON, or a good file is refused.
test('takes what the engine takes, refuses what it refuses', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc
          .array(
            fc.constantFrom(
              '{',
              '}',
              '[',
              ']',
              ',',
              ':',
              '"a"',
              '"\\n"',
              '1',
              '-0.5e3',
              '01',
              'true',
              'null',
              ' ',
              '\n',
              '"',
            ),
          )
          .map((parts) => parts.join('')),
      ),
      (text) => {
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        const scanned = scanJson(text)
        expect(scanned.ok).toBe(valid)
        if (scanned.ok) duplicateKey(scanned.root)
      },
    ),
  )
})

// Nesting made to overflow the stack must end in a message.
test('refuses bottomless nesting', () => {
  expect(scanJson('['.repeat(500_000))).toMatchObject({ ok: false, offset: 201 })
})
