import { expect, test } from 'vitest'
import { sampleData, sampleValues } from '../../../../renderer/views/templates/model/samples.ts'
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

// {{person.name}} is a placeholder that a person could write, and give no value to.
test('names within objects and lists are paths, and flat names with dots still are', () => {
  const { values, error } = custom(
    '{"person": {"name": "Joe", "age": 1.50}, "hosts": ["Bo", {"name": "Al"}], "a.b": "c"}',
  )
  expect(error).toBeUndefined()
  expect([...values].slice(2)).toEqual([
    ['person.name', 'Joe'],
    ['person.age', '1.50'],
    ['hosts.0', 'Bo'],
    ['hosts.1.name', 'Al'],
    ['a.b', 'c'],
  ])
})

// An engine would loop over nothing, take "false" for true, or print a price with other digits than were written.
test('data for an engine with sections', () => {
  const all = [
    { name: 'person.city', type: 'text', defaultValue: 'Zürich' },
    { name: 'live', type: 'boolean', defaultValue: 'false' },
    { name: 'word', type: 'text', defaultValue: 'false' },
  ]
  const json =
    '{"person": {"name": "Joe"}, "hosts": [{"name": "Al"}], "price": 1.50, "none": 0, "a.b": true, "__proto__": {"x": "1"}}'
  const data = sampleData(all, { set: 'custom', custom: json })
  expect(JSON.parse(JSON.stringify(data))).toEqual(
    JSON.parse(
      '{"person": {"city": "Zürich", "name": "Joe"}, "live": false, "word": "false", "hosts": [{"name": "Al"}], "price": "1.50", "none": 0, "a": {"b": true}, "__proto__": {"x": "1"}}',
    ),
  )
  expect(Object.getPrototypeOf(data)).toBeNull()
  expect(sampleData(all, { set: 'custom', custom: '{' })).toEqual(sampleData(all, { set: 'defaults', custom: '' }))
})

// Without a place a person hunts for a missing comma; without the name, for the second of two equal keys.
test.each([
  ['{\n  "a": 1\n  "b": 2\n}', { reason: 'extra', line: 3, column: 3 }],
  ['{"a": 1,}', { reason: 'comma', line: 1, column: 9 }],
  ['{"a": x}', { reason: 'word', name: 'x', line: 1, column: 7 }],
  ['{"a": "b', { reason: 'text', line: 1, column: 7 }],
  ['{"a": 1', { reason: 'end', line: 1, column: 8 }],
  ['{"a": 1} 2', { reason: 'extra', line: 1, column: 10 }],
  ['{"a": 1,\n "a": 2}', { kind: 'duplicate', name: 'a', line: 2, column: 2 }],
  ['{"a": null}', { kind: 'not_plain', name: 'a', line: 1, column: 7 }],
  ['{"a": {"b":\n [null]}}', { kind: 'not_plain', name: 'a.b.0', line: 2, column: 3 }],
  ['{"a": {"b": 1, "b": 2}}', { kind: 'duplicate', name: 'b', line: 1, column: 16 }],
  ['[1]', { kind: 'not_an_object', line: 1, column: 1 }],
  ['nonsense', { reason: 'word', line: 1, column: 1 }],
])('says what is wrong with %s', (text, problem) => {
  const { values, error } = custom(text)
  expect(error).toMatchObject({ kind: 'syntax', ...problem })
  expect(values.get('first_name')).toBe('Ann')
})

// A number that no double holds is a text here, as it was written.
test('a long number keeps its digits', () => {
  expect(custom('{"price": 12345678901234567890.50}').values.get('price')).toBe('12345678901234567890.50')
})
