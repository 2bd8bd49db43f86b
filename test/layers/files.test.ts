import { beforeAll, expect, test } from 'vitest'
import { root } from '../support/steps.ts'
import { codeRules, unusedMessageReaders } from './code.ts'
import { readFiles, type Files } from './files.ts'
import { structureRules } from './structure.ts'
import { unusedWaits, waitRule } from './waits.ts'

const rules = [...structureRules, ...codeRules, waitRule]

let product: Files
beforeAll(() => {
  product = readFiles(root)
})

// Catches a folder that nobody describes, a file that is hard to find, and an error that no screen can put into words.
test.each(rules)('every file keeps to the rule: $name', ({ find, sentence }) => {
  expect(find(product), sentence).toEqual([])
})

// Catches a rule that no longer finds anything.
test.each(rules)('each breach is found: $name', ({ find, breaches }) => {
  for (const breach of breaches) expect(find(new Map(Object.entries(breach))), JSON.stringify(breach)).not.toEqual([])
})

// Catches a list of exceptions that outlives its reasons.
test('each file that may read a message does', () => {
  expect(unusedMessageReaders(product)).toEqual([])
})

// Catches an exception that outlives its reason.
test('each file that may wait for a time does', () => {
  expect(unusedWaits(product)).toEqual([])
})
