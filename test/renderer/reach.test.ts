// Which view does something with which operation: the five products of the studio, each operation in a view of its own making, beside the
// list of every operation that each view opens.
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../main/platform/catalog/index.ts'
import { operationsOf } from '../../renderer/records/resources/types.ts'
import { views } from '../../renderer/views/index.ts'
import { resources as ads } from '../../renderer/views/ads/resources.ts'
import { sections as streams } from '../../renderer/views/streams/resources.ts'

const folder = resolve(import.meta.dirname, '../../renderer/views')
const studio = ['Livestream', 'Polls', 'Embeds', 'Ads', 'Payments']
const described: Record<string, readonly string[]> = {
  ads: operationsOf(Object.values(ads)),
  streams: operationsOf(Object.values(streams)),
}

/** Route keys that a view's own sources write out, or describe as data. */
function named(view: string): Set<string> {
  // What the live view draws is shared with docks, and what it sends is built in main.
  const folders = [view, ...(view === 'live' ? ['../air', '../../main/air/commands'] : [])]
  const texts = folders
    .flatMap((one) => globSync(`${one}/**/*.{ts,vue}`, { cwd: folder }))
    .filter((file) => file !== `${view}/view.ts`)
    .map((file) => readFileSync(resolve(folder, file), 'utf8'))
  const written = texts.flatMap((text) =>
    [...text.matchAll(/'((?:GET|POST|PUT|DELETE) \/api\/[^']+)'/g)].map(([, key]) => key ?? ''),
  )
  return new Set([...written, ...(described[view] ?? [])])
}

const reach = new Map(
  ['streams', 'publishing', 'polls', 'ads', 'payments', 'live'].map((view) => [view, named(view)] as const),
)

// Catches an operation of the studio's products that no screen has an action for.
test('every operation of the studio has its place in a view', async () => {
  const wanted = [...operations.values()].filter(({ product }) => studio.includes(product))
  const list = wanted.map(
    ({ key, product }) =>
      [product, key, [...reach].flatMap(([view, keys]) => (keys.has(key) ? [view] : [])).join(' ')] as const,
  )
  expect(list.filter(([, , where]) => where === '').map(([, key]) => key)).toEqual([])
  await expect(`${list.map((line) => line.join('\t')).join('\n')}\n`).toMatchFileSnapshot(
    '../contract/reach.snapshot.tsv',
  )
})

// Catches a route that a view writes and the catalog does not know.
test('no view names an operation that is not there', () => {
  const unknown = [...reach].flatMap(([view, keys]) =>
    [...keys].filter((key) => !operations.has(key)).map((key) => `${view}: ${key}`),
  )
  expect(unknown).toEqual([])
})

// Catches a product whose palette entries lead nowhere, or one that two views claim.
test('each product of the studio is opened by one view', () => {
  for (const product of studio)
    expect(
      views.filter(({ products = [] }) => products.some((one) => one === product)).map(({ id }) => id),
      product,
    ).toHaveLength(1)
})
