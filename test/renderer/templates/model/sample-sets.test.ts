import { expect, test } from 'vitest'
import {
  chosenSet,
  freeSetName,
  ownSets,
  samplesIn,
  samplesToKeep,
  withKind,
  withSets,
} from '../../../../renderer/views/templates/model/sample-sets.ts'

const two = [
  { name: 'Fans', json: '{"a": 1}' },
  { name: 'Press', json: '{"a": 2}' },
]

// A draft from before there were several sets would lose its values.
test('reads what older drafts kept', () => {
  const old = samplesIn({ set: 'custom', custom: '{"a": 1}' })
  expect(old).toEqual({ set: 'custom', custom: '{"a": 1}' })
  expect(ownSets(old)).toEqual([{ name: '', json: '{"a": 1}' }])
  expect(samplesIn(undefined)).toEqual({ set: 'defaults', custom: '' })
  expect(samplesIn({ set: 'strange', custom: 7, own: 'x' })).toEqual({ set: 'defaults', custom: '' })
  expect(ownSets(samplesIn({ set: 'defaults', custom: '' }))).toEqual([])
})

// Sets that are chosen from while default values are shown would be forgotten with the next save.
test('keeps all sets, and which one is chosen', () => {
  const samples = withKind(withSets(two, 1), 'long')
  expect(samples.custom).toBe('{"a": 2}')
  const again = samplesIn(JSON.parse(JSON.stringify(samplesToKeep(samples))) as ReturnType<typeof samplesToKeep>)
  expect(again).toEqual(samples)
  expect(chosenSet(again)).toBe(1)
  expect(withSets(two, 9).chosen).toBe(1)
  expect(withSets([], 0)).toEqual({ set: 'defaults', custom: '' })
})

// A version that knows one set only changed it: its text must not give way to an older one.
test('takes what an older version wrote', () => {
  const kept = samplesToKeep(withSets(two, 1))
  expect(samplesIn({ ...kept, custom: '{"a": 3}' })).toEqual({
    set: 'custom',
    custom: '{"a": 3}',
    own: [two[0], { name: 'Press', json: '{"a": 3}' }],
    chosen: 1,
  })
})

// Two sets of one name could not be told apart.
test('finds a free name', () => {
  expect(freeSetName('Fans', two)).toBe('Fans 2')
  expect(freeSetName('Crew', two)).toBe('Crew')
})
