import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { products } from '#contract/operation.ts'
import { operations } from '../../main/platform/catalog/index.ts'
import { acceptCommand, catalogSnapshot, riskTableFile, snapshotFile, withRiskCounts } from './snapshot.ts'
import { specified } from './specification.ts'

// Catches an operation that is missing, invented, misspelt (mixed letter case included) or under another product's name.
test.each(specified)('$key is in the catalog as the specification lists it', ({ key, product, method, path, name }) => {
  const operation = operations.get(key)
  expect({
    product: operation?.product,
    method: operation?.method,
    path: operation?.path,
    name: operation?.name,
  }).toEqual({
    product,
    method,
    path,
    name,
  })
})

// Catches operations beyond the specification's, and one that it lists twice.
test('there are exactly the operations of the specification, in its products', () => {
  expect([...operations.keys()].sort()).toEqual(specified.map(({ key }) => key).sort())
  expect(new Set([...operations.values()].map(({ product }) => product))).toEqual(new Set(products))
})

// Catches a decision (kind, risk, queue, auth, confirmation) that changed without anyone having looked at it.
test('the decisions of the catalog are the accepted ones', () => {
  const accepted = new Set(readFileSync(snapshotFile, 'utf8').split('\n'))
  const now = new Set(catalogSnapshot().split('\n'))
  const gone = [...accepted].filter((line) => !now.has(line)).map((line) => `- ${line}`)
  const fresh = [...now].filter((line) => !accepted.has(line)).map((line) => `+ ${line}`)
  expect(
    [...gone, ...fresh].sort((a, b) => a.slice(2).localeCompare(b.slice(2))),
    `If the change is meant, run: ${acceptCommand}`,
  ).toEqual([])
})

// Catches a page of documentation whose numbers no longer hold.
test('docs/catalog.md counts the risks as the catalog does', () => {
  const documented = readFileSync(riskTableFile, 'utf8')
  expect(withRiskCounts(documented), `Run: ${acceptCommand}`).toBe(documented)
})
