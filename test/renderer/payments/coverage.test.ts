import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { operationsOf } from '../../../renderer/records/resources/types.ts'
import { refundingOperations } from '../../../renderer/views/payments/model/refund-request.ts'
import { charges } from '../../../renderer/views/payments/resources/charges.ts'
import { customers } from '../../../renderer/views/payments/resources/customers.ts'
import { refunds } from '../../../renderer/views/payments/resources/refunds.ts'

// An operation without a place of its own can only be found by who knows its name.
test('every operation of customers, charges and refunds has its place', () => {
  const lines = readFileSync(resolve(import.meta.dirname, '../../contract/operations.tsv'), 'utf8')
    .trim()
    .split('\n')
  const all = lines
    .map((line) => line.split('\t'))
    .map(([, method = '', path = '']) => `${method} ${path}`)
    .filter((key) => /\/payment\/(customer|charge|refund)\//.test(key))
  expect(all).toHaveLength(27)
  const placed = new Set<string>([...operationsOf([customers, charges, refunds]), ...refundingOperations])
  expect(all.filter((key) => !placed.has(key))).toEqual([])
})

// Money that goes back past the look at the charge could go back twice: none of these is a plain action.
test('what refunds a charge is sent by the refund dialog alone', () => {
  const plain = operationsOf([customers, charges, refunds])
  expect(refundingOperations.filter((key) => plain.includes(key))).toEqual([])
})
