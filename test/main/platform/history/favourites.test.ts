import { expect, test } from 'vitest'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { createBench } from './support.ts'

const keys = [...operations.keys()]
const [first = '', second = '', third = ''] = keys

// Catches favourites that change their order, come twice, or that a restart forgets.
test('in the order of starring, once each, over a restart', async () => {
  const bench = await createBench()
  for (const key of [second, first, second]) bench.favourites.set(key, true)
  expect(bench.favourites.set(third, true)).toEqual([second, first, third])
  expect(bench.favourites.set(first, false)).toEqual([second, third])
  expect(bench.favourites.set(first, false)).toEqual([second, third])
  expect(bench.told.favourites).toEqual([[second], [second, first], [second, first, third], [second, third]])
  bench.database.close()
  expect((await createBench({ folder: bench.folder })).favourites.list()).toEqual([second, third])
})

// Catches a star for what is not in the catalog, and a list without an end.
test('unknown operations and the hundred and first are refused', async () => {
  const { favourites, settings } = await createBench()
  expect(() => favourites.set('GET /api/nothing/here', true)).toThrow(
    expect.objectContaining({ code: 'invalid_input' }),
  )
  for (const key of keys.slice(0, 100)) favourites.set(key, true)
  expect(() => favourites.set(keys[100] ?? '', true)).toThrow(
    expect.objectContaining({
      code: 'invalid_state',
      details: { facts: { reason: 'favourites_full', most: 100 } },
    }),
  )
  expect(favourites.list()).toEqual(keys.slice(0, 100))
  // Of an older catalog, or of a profile file.
  settings.write('favourites', [first, 'GET /api/gone/all', second])
  expect(favourites.list()).toEqual([first, second])
  expect(favourites.set('GET /api/gone/all', false)).toEqual([first, second])
})
