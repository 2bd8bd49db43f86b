import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { products } from '#contract/operation.ts'
import { operations } from '../../main/platform/catalog/index.ts'
import { acceptCommand, catalogSnapshot, snapshotFile } from './snapshot.ts'

const read = (file: string) => readFileSync(resolve(import.meta.dirname, file), 'utf8')

const expected = read('operations.tsv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([product, method, path, name]) => ({ key: `${method ?? ''} ${path ?? ''}`, product, method, path, name }))

// Catches an operation that is missing, invented, misspelt (mixed letter case included) or under another product's name.
test.each(expected)('$key is in the catalog as the specification lists it', ({ key, product, method, path, name }) => {
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

// Catches operations beyond the specification's, and an expected list that lost lines.
test('there are exactly 283 operations in 14 products, 116 of them in Payments', () => {
  expect(expected).toHaveLength(283)
  expect([...operations.keys()].sort()).toEqual(expected.map(({ key }) => key).sort())
  expect(new Set([...operations.values()].map(({ product }) => product))).toEqual(new Set(products))
  expect([...operations.values()].filter(({ product }) => product === 'Payments')).toHaveLength(116)
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
  const documented = Object.fromEntries(
    [...read('../../docs/catalog.md').matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)].map(
      ([, risk = '', count]): [string, number] => [risk, Number(count)],
    ),
  )
  const counted: Record<string, number> = {}
  for (const { risk } of operations.values()) counted[risk] = (counted[risk] ?? 0) + 1
  expect(documented).toEqual(counted)
})
