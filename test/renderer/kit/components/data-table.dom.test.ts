import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { defineComponent, h, nextTick, shallowReactive, type Component } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import DataTable from '../../../../renderer/kit/components/table/DataTable.vue'
import { cellOf, type TableColumn } from '../../../../renderer/kit/composables/table-column.ts'
import * as files from '../../../../renderer/kit/composables/files.ts'
import { usePrivacy } from '../../../../renderer/kit/composables/usePrivacy.ts'
import { mountOnDesk } from '../../support/mount.ts'

const column = (id: string, kind: TableColumn['kind'] = 'text', rest: Partial<TableColumn> = {}): TableColumn => ({
  id,
  label: id,
  kind,
  read: (row) => cellOf(kind, row[id], { currency: 'EUR', unit: 'minor' }),
  ...rest,
})
const columns = [
  column('id', 'id'),
  column('name'),
  column('amount', 'money'),
  column('status', 'status'),
  column('at', 'instant'),
  column('paid', 'switch'),
  column('email', 'text', { private: true }),
]
const row = (n: number): JsonObject => ({
  id: `r${n}`,
  name: `Viewer ${n}`,
  amount: n * 100,
  status: n % 2 === 0 ? 'paid' : 'odd_status',
  at: 1_795_377_600 + n,
  paid: n % 2 === 0,
  email: `v${n}@example.org`,
})
const rowsOf = (count: number, from = 0): JsonObject[] => Array.from({ length: count }, (_, n) => row(from + n))

interface Table {
  wrapper: VueWrapper
  props: Record<string, unknown>
  select: ReturnType<typeof vi.fn>
  more: ReturnType<typeof vi.fn>
}

async function table(rows: JsonObject[], rest: Record<string, unknown> = {}): Promise<Table> {
  const [select, more] = [vi.fn(), vi.fn()]
  const props = shallowReactive<Record<string, unknown>>({
    label: 'Charges',
    rows,
    columns,
    rowId: (one: JsonObject) => one['id'] as string,
    exportName: 'charges',
    onSelect: select,
    onMore: more,
    ...rest,
  })
  const Host = defineComponent(
    () => () => h(DataTable as Component, props, { empty: () => h('p', 'Nothing was charged yet') }),
  )
  const { wrapper } = await mountOnDesk(Host)
  return { wrapper, props, select, more }
}

const grid = (): HTMLElement => document.querySelector<HTMLElement>('[role=grid]') ?? document.body
const drawn = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[role=gridcell][data-column=id]')]
    .map((cell) => cell.textContent)
    .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
const activeRow = (): string | undefined =>
  document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.querySelector('[data-column=id]')
    ?.textContent
const key = async (name: string): Promise<void> => {
  grid().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  await nextTick()
}
/** Types into the filter; returns once the table says `expected`. */
const filter = async (text: string, expected: string): Promise<void> => {
  const input = document.querySelector<HTMLInputElement>('input[type=search]')
  if (input === null) throw new Error('no filter')
  input.value = text
  input.dispatchEvent(new Event('input'))
  await expect.poll(() => document.body.textContent).toContain(expected)
}
const button = (words: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.textContent.includes(words) || one.getAttribute('aria-label') === words,
  )
  if (found === undefined) throw new Error(`no button ${words}`)
  return found
}

// Fifty thousand rows in the page would take it down.
test('only the rows on screen are drawn, and only their cells are read', async () => {
  const read = vi.fn((one: JsonObject) => cellOf('text', one['name']))
  const { wrapper } = await table(rowsOf(50_000), { columns: [columns[0], { ...column('name'), read }], total: 50_000 })
  expect(drawn().length).toBeGreaterThan(5)
  expect(drawn().length).toBeLessThan(80)
  expect(read.mock.calls.length).toBeLessThan(200)
  expect(grid().getAttribute('aria-rowcount')).toBe('50001')
  expect(wrapper.text()).toContain('50,000 of 50,000')
})

test('rows and cells are told as a table', async () => {
  await table(rowsOf(3), { selectedId: 'r1' })
  const first = document.querySelectorAll('[role=row]')[1]
  expect(first?.getAttribute('aria-rowindex')).toBe('2')
  expect(document.querySelectorAll('[role=columnheader]')).toHaveLength(columns.length)
  expect(document.querySelectorAll('[role=row][aria-selected=true]')).toHaveLength(1)
  const owned = document.querySelector('[aria-owns]')?.getAttribute('aria-owns')?.split(' ') ?? []
  expect(owned.map((id) => document.getElementById(id)?.getAttribute('aria-rowindex'))).toEqual(['2', '3', '4'])
})

test('text is text, unknown words are spelled out, nothing is a dash', async () => {
  await table([
    { id: 'r0', name: '<img src=x onerror=alert(1)>', amount: 'free', status: 'weird_status', at: 'soon', paid: true },
  ])
  expect(document.querySelector('[role=grid] img')).toBeNull()
  const cell = (id: string): string =>
    document.querySelector(`[role=gridcell][data-column=${id}]`)?.textContent.trim() ?? ''
  expect(cell('name')).toBe('<img src=x onerror=alert(1)>')
  expect(cell('status')).toBe('Weird status')
  expect(cell('amount')).toMatch(/^free\s*\?$/)
  expect(cell('paid')).toBe('Yes')
  expect(cell('email')).toBe('\u2013')
})

test('a heading sorts, turns round, and lets go', async () => {
  await table([row(2), row(10), row(1)])
  const names = async (): Promise<string[]> => {
    button('name').click()
    await flushPromises()
    return [...document.querySelectorAll('[role=row][aria-selected]')]
      .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
      .map((one) => one.querySelector('[data-column=id]')?.textContent ?? '')
  }
  expect(await names()).toEqual(['r1', 'r2', 'r10'])
  expect(document.querySelectorAll('[role=columnheader]')[1]?.getAttribute('aria-sort')).toBe('ascending')
  expect(await names()).toEqual(['r10', 'r2', 'r1'])
  expect(await names()).toEqual(['r2', 'r10', 'r1'])
})

test('a filter narrows what is shown, says how much is left, and can be cleared', async () => {
  await table(rowsOf(30), { total: 100 })
  await filter('paid V2', '6 of 30 loaded, 100 in total')
  expect(drawn()).toEqual(['r2', 'r20', 'r22', 'r24', 'r26', 'r28'])
  await filter('nobody', 'No results')
  button('Clear the filter').click()
  await flushPromises()
  expect(drawn().length).toBeGreaterThan(20)
})

test('the keyboard goes through all rows and opens one', async () => {
  const { select } = await table(rowsOf(500))
  grid().focus()
  for (const [name, expected] of [
    ['ArrowDown', 'r0'],
    ['ArrowDown', 'r1'],
    ['ArrowUp', 'r0'],
    ['ArrowUp', 'r0'],
  ] as const) {
    await key(name)
    expect(activeRow()).toBe(expected)
  }
  await key('Enter')
  expect(select).toHaveBeenCalledExactlyOnceWith('r0', row(0))
  await key('PageDown')
  expect(Number(activeRow()?.slice(1))).toBeGreaterThan(5)
  await key('Home')
  expect(activeRow()).toBe('r0')
})

// A row that arrives while a key is on its way would open another record than the one looked at.
test('the active row stays the same row when others arrive or go', async () => {
  const { props, select } = await table(rowsOf(20, 5))
  grid().focus()
  await key('ArrowDown')
  await key('ArrowDown')
  expect(activeRow()).toBe('r6')
  props['rows'] = rowsOf(25, 0)
  await flushPromises()
  expect(activeRow()).toBe('r6')
  expect(document.activeElement).toBe(grid())
  await key('Enter')
  expect(select).toHaveBeenLastCalledWith('r6', row(6))
  props['rows'] = [...rowsOf(6, 0), ...rowsOf(18, 7)]
  await flushPromises()
  expect(activeRow()).toBe('r7')
})

test('rows that arrive above move the scroll position, not the view', async () => {
  const { props, wrapper } = await table(rowsOf(200, 10))
  grid().scrollTop = 320
  props['rows'] = rowsOf(210, 0)
  await flushPromises()
  expect(grid().scrollTop).toBe(320 + 10 * 32)
  expect(wrapper.text()).toContain('10 new above')
  button('10 new above').click()
  await flushPromises()
  expect(wrapper.text()).not.toContain('new above')
})

test('a press opens a row, also in a table that was sorted', async () => {
  const { select } = await table([row(2), row(1)])
  button('name').click()
  await flushPromises()
  document.querySelector<HTMLElement>('[aria-rowindex="2"] [role=gridcell]')?.click()
  expect(select).toHaveBeenCalledExactlyOnceWith('r1', row(1))
})

// The file must hold what the screen says it holds.
test('exports are what is filtered: columns as CSV, whole records as JSON', async () => {
  const saved: Array<{ name: string; text: string }> = []
  vi.spyOn(files, 'saveFile').mockImplementation((file) => void saved.push(file))
  await table(rowsOf(30).map((one) => ({ ...one, hidden: 'kept' })))
  await filter('viewer 29', '1 of 30')
  button('Save as CSV').click()
  button('Save as JSON').click()
  await expect.poll(() => saved).toHaveLength(2)
  const csv = saved.find(({ name }) => name === 'charges.csv')?.text ?? ''
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(csv).toContain('r29,Viewer 29,29.00,EUR,odd_status,2026-11-22T20:00:29.000Z')
  expect(JSON.parse(saved.find(({ name }) => name === 'charges.json')?.text ?? '')).toEqual([
    { ...row(29), hidden: 'kept' },
  ])
})

test('private cells are masked during a show, on hover too', async () => {
  const { masked } = usePrivacy()
  masked.value = true
  try {
    const { wrapper, select } = await table(rowsOf(3))
    expect(wrapper.html()).not.toContain('@example.org')
    const cell = document.querySelector<HTMLElement>('[role=gridcell][data-column=email]')
    cell?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    expect(cell?.title).toBe('')
    cell?.querySelector('button')?.click()
    await nextTick()
    expect(cell?.textContent).toContain('@example.org')
    expect(select).not.toHaveBeenCalled()
  } finally {
    masked.value = false
  }
})

const told = (): string | undefined =>
  document
    .getElementById(grid().getAttribute('aria-activedescendant') ?? '')
    ?.textContent.trim()
    .replace(/\s+/g, ' ')

// A person without a pointer would never learn what a hidden cell holds, and one who can't see it not even which it is.
test('hidden cells are reached and looked at by the keyboard, each by its name', async () => {
  const { masked } = usePrivacy()
  masked.value = true
  try {
    const { wrapper, select } = await table([row(0), row(1), { ...row(2), email: null }], {
      columns: [
        ...columns,
        column('donor name', 'text', { private: true, read: (one) => ({ text: `Donor ${one['id'] as string}` }) }),
      ],
    })
    await key('ArrowDown')
    await key('ArrowDown')
    expect(activeRow()).toBe('r1')
    await key('ArrowRight')
    expect(told()).toMatch(/^email: .*hidden during the show$/)
    expect(document.querySelectorAll('.private.at')).toHaveLength(1)
    await key('Enter')
    expect(told()).toBe('email: v1@example.org')
    expect(wrapper.html()).not.toContain('v0@example.org')
    expect(select).not.toHaveBeenCalled()
    await key('ArrowRight')
    expect(told()).toContain('donor name')
    expect(told()).not.toContain('Donor r1')
    await key(' ')
    expect(told()).toBe('donor name: Donor r1')
    // Down the same column; where nothing is hidden there, to the row.
    await key('ArrowLeft')
    await key('ArrowUp')
    expect(told()).toMatch(/^email: .*hidden/)
    await key('ArrowLeft')
    expect(activeRow()).toBe('r0')
    await key('ArrowRight')
    await key('End')
    expect(activeRow()).toBe('r2')
    await key('Enter')
    expect(select).toHaveBeenLastCalledWith('r2', expect.anything())
    masked.value = false
    await nextTick()
    await key('ArrowRight')
    expect(activeRow()).toBe('r2')
  } finally {
    masked.value = false
  }
})

// Leaving a cell must not close the dialog that the table stands in.
test('Esc goes back from a hidden cell to its row, and no further', async () => {
  const { masked } = usePrivacy()
  masked.value = true
  const outside = vi.fn()
  document.addEventListener('keydown', outside)
  try {
    await table(rowsOf(2))
    await key('ArrowDown')
    await key('ArrowRight')
    outside.mockClear()
    await key('Escape')
    expect(activeRow()).toBe('r0')
    expect(outside).not.toHaveBeenCalled()
    await key('Escape')
    expect(outside).toHaveBeenCalledOnce()
  } finally {
    document.removeEventListener('keydown', outside)
    masked.value = false
  }
})

test('both zones of an instant stand on hover', async () => {
  await table(rowsOf(1))
  const cell = document.querySelector<HTMLElement>('[role=gridcell][data-column=at]')
  cell?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(cell?.title).toContain('2026-11-22T20:00:00.000Z')
})

test('empty, loading and more to read each look like themselves', async () => {
  const { wrapper, props, more } = await table([], { busy: true })
  expect(wrapper.find('[aria-busy=true]').exists()).toBe(true)
  expect(wrapper.text()).not.toContain('Nothing was charged yet')
  props['busy'] = false
  await nextTick()
  expect(wrapper.text()).toContain('Nothing was charged yet')
  props['rows'] = rowsOf(2)
  props['hasMore'] = true
  await flushPromises()
  expect(grid().getAttribute('aria-rowcount')).toBe('-1')
  button('Load more').click()
  expect(more).toHaveBeenCalledOnce()
})

// Platforms give one identifier to two records, or none at all.
test('rows without an identifier of their own are all drawn', async () => {
  const { wrapper } = await table([row(1), row(1), { name: 'x' }, {}], { rowId: () => '' })
  expect(wrapper.findAll('[role=row][aria-selected]')).toHaveLength(4)
})
