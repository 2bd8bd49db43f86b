import { expect, test } from 'vitest'
import { fittingColumns, type TableColumn } from '../../../../renderer/kit/composables/table-column.ts'

const column = (id: string, kind: TableColumn['kind'], width: number, isPerson = false): TableColumn => ({
  id,
  kind,
  width,
  label: id,
  ...(isPerson && { private: true }),
  read: () => ({ text: '' }),
})
const columns = [
  column('amount', 'money', 9),
  column('id', 'id', 9),
  column('status', 'status', 10),
  column('about', 'text', 9),
  column('customer', 'text', 10, true),
  column('at', 'instant', 11),
]
const fitting = (room: number, sortedBy?: string): string[] =>
  fittingColumns(columns, room, sortedBy).map(({ id }) => id)

// Catches a list of payments that keeps identifiers and says neither who paid nor when.
test('identifiers go first, people and dates last, and the order of the columns stays', () => {
  expect(fitting(58)).toEqual(['amount', 'id', 'status', 'about', 'customer', 'at'])
  expect(fitting(57)).toEqual(['amount', 'status', 'about', 'customer', 'at'])
  expect(fitting(48)).toEqual(['amount', 'status', 'customer', 'at'])
  expect(fitting(39)).toEqual(['amount', 'customer', 'at'])
  expect(fitting(20)).toEqual(['amount', 'customer'])
  expect(fitting(38, 'id')).toEqual(['amount', 'id', 'customer'])
  expect(fitting(0)).toHaveLength(6)
})
