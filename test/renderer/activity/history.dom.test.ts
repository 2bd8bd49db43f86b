import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { HistoryEntry, HistoryRecord, HistorySettings } from '#contract/requests.ts'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import ActivityView from '../../../renderer/views/activity/ActivityView.vue'
import { giveSizes } from '../support/layout.ts'
import { mountOnDesk, type Mounted } from '../support/mount.ts'

giveSizes(600, 320)
afterEach(() => {
  usePrivacy().masked.value = false
})

interface Sample {
  entries: HistoryEntry[]
  settings: HistorySettings
  fail?: DeskError | undefined
  record?: Partial<HistoryRecord>
}

const read = (n: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: `entry-${String(n).padStart(5, '0')}`,
  kind: 'read',
  at: new Date(Date.UTC(2026, 10, 22, 12, 0, 0) + n * 1_000).toISOString(),
  operation: 'GET /api/team/general/all',
  product: 'Teams',
  environment: 'rehearsal',
  risk: 'read',
  outcome: 'answered',
  status: 200,
  durationMs: 12,
  bytes: 2_048,
  attempts: 2,
  requestId: `req_${n}`,
  pinned: false,
  kept: false,
  ...more,
})
const write = (n: number, more: Partial<HistoryEntry> = {}): HistoryEntry =>
  read(n, { kind: 'write', operation: 'PUT /api/team/general/update', risk: 'edit', ...more })

/** A history of its own, the newest first. */
async function open(at: string, sample: Sample): Promise<Mounted> {
  return mountOnDesk(
    ActivityView,
    {},
    {
      at,
      prepare(bridge) {
        const find = (id: string): HistoryEntry => {
          const found = sample.entries.find((entry) => entry.id === id)
          if (found === undefined) throw new DeskError('not_found_here', "Showdesk can't find this record.")
          return found
        }
        bridge.answer('history.list', (params) => {
          const { before, limit, kind, pinned } = params as {
            before?: string
            limit: number
            kind?: string
            pinned?: boolean
          }
          if (sample.fail) throw sample.fail
          const rows = sample.entries.filter(
            (entry) =>
              (before === undefined || entry.id < before) &&
              (kind === undefined || entry.kind === kind) &&
              (pinned !== true || entry.pinned),
          )
          return { items: rows.slice(0, limit), ...(rows.length > limit ? { next: rows[limit - 1]?.id } : {}) }
        })
        bridge.answer('history.get', (params) => ({
          ...find((params as { id: string }).id),
          request: { query: { limit: 10 }, body: { name: 'Night crew' } },
          ...sample.record,
        }))
        bridge.answer('history.mark', (params) => {
          const { id, pinned } = params as { id: string; pinned: boolean }
          const entry = { ...find(id), pinned }
          sample.entries = sample.entries.map((other) => (other.id === id ? entry : other))
          bridge.push('history.changed', {})
          return entry
        })
        bridge.answer('history.forget', (params) => {
          const what = params as { id?: string; environment?: string; kept?: 'reads' | 'answers' }
          const before = sample.entries.length
          if (what.kept === 'answers') {
            const forgotten = stillKept().answers
            sample.entries = sample.entries.map((entry) =>
              entry.kind === 'write' || entry.pinned ? entry : { ...entry, kept: false },
            )
            bridge.push('history.changed', {})
            return { forgotten }
          }
          sample.entries = sample.entries.filter((entry) =>
            what.id === undefined ? entry.kind === 'write' || entry.pinned : entry.id !== what.id,
          )
          bridge.push('history.changed', {})
          return { forgotten: before - sample.entries.length }
        })
        const stillKept = () => {
          const reads = sample.entries.filter(({ kind, pinned }) => kind === 'read' && !pinned)
          return { reads: reads.length, answers: reads.filter(({ kept }) => kept).length }
        }
        bridge.answer('history.kept', stillKept)
        bridge.answer('history.settings', () => sample.settings)
        bridge.answer(
          'history.configure',
          (params) => (sample.settings = { ...sample.settings, ...(params as Partial<HistorySettings>) }),
        )
      },
    },
  )
}
const sampleOf = (entries: HistoryEntry[], more: Partial<Sample> = {}): Sample => ({
  entries,
  settings: { reads: 'requests', readDays: 30 },
  ...more,
})
const asked = (mounted: Mounted, method: string) =>
  mounted.bridge.requests.filter((request) => request.method === method).map(({ params }) => params)

// Catches a filter that the address says and the list does not ask for, or the other way about.
test('an address opens the pane with its filter and its entry', async () => {
  const at =
    '/activity?pane=history&q=team&kind=read&outcome=answered&product=Teams&environment=rehearsal&operation=GET%20/api/team/general/all&from=2026-11-22T10:00:00.000Z&pinned=1&id=entry-00003'
  const mounted = await open(at, sampleOf([read(3, { pinned: true }), read(2)]))
  expect(asked(mounted, 'history.list').at(-1)).toEqual({
    limit: 200,
    query: 'team',
    kind: 'read',
    outcome: 'answered',
    product: 'Teams',
    environment: 'rehearsal',
    operation: 'GET /api/team/general/all',
    from: '2026-11-22T10:00:00.000Z',
    pinned: true,
  })
  expect(mounted.wrapper.find('[data-mode="history"]').attributes('aria-pressed')).toBe('true')
  expect(mounted.wrapper.find('[data-filter="pinned"]').exists()).toBe(true)
  expect(mounted.wrapper.find('[data-history-record="entry-00003"] h2').exists()).toBe(true)
  expect(asked(mounted, 'ledger.get')).toEqual([])
  await mounted.wrapper.find('input[type="search"]').setValue('crew')
  await expect
    .poll(() => mounted.router.currentRoute.value.query)
    .toMatchObject({ pane: 'history', q: 'crew', kind: 'read', pinned: '1', id: 'entry-00003' })
})

// 20,000 entries must not become 20,000 elements, and the second page must come by itself.
test('only the rows in sight are drawn, and further pages follow', async () => {
  const mounted = await open(
    '/activity?pane=history',
    sampleOf(Array.from({ length: 1_000 }, (_, at) => read(1_000 - at))),
  )
  expect(mounted.wrapper.findAll('[role="option"]').length).toBeLessThan(60)
  await mounted.wrapper.find('[role="listbox"]').trigger('keydown', { key: 'End' })
  await flushPromises()
  expect(mounted.router.currentRoute.value.query['id']).toBe('entry-00801')
})

// Catches a list that jumps under the pointer, keeps what was forgotten, or does not show what changed.
test('new entries wait while the list is in use, changed and forgotten ones are so at once', async () => {
  const sample = sampleOf([read(5), read(4), read(3)])
  const mounted = await open('/activity?pane=history', sample)
  ;(mounted.wrapper.find('[role="listbox"]').element as HTMLElement).focus()
  sample.entries = [read(6), read(5, { pinned: true }), read(3)]
  mounted.bridge.push('history.changed', {})
  await flushPromises()
  const rows = (): string[] =>
    mounted.wrapper.findAll('[role="option"]').map((row) => row.attributes('data-entry') ?? '')
  expect(rows()).toEqual(['entry-00005', 'entry-00003'])
  expect(mounted.wrapper.find('[data-entry="entry-00005"] [aria-label="Pinned"]').exists()).toBe(true)
  await mounted.wrapper.find('[data-held]').trigger('click')
  expect(rows()).toEqual(['entry-00006', 'entry-00005', 'entry-00003'])
})

// The desk is worked without a mouse, and the focus is never lost.
test('arrows choose, Enter opens, Escape goes back to the list', async () => {
  const mounted = await open('/activity?pane=history', sampleOf([read(2), write(1)]))
  const list = mounted.wrapper.find('[role="listbox"]')
  await list.trigger('keydown', { key: 'ArrowDown' })
  await flushPromises()
  expect(mounted.router.currentRoute.value.query).toMatchObject({ pane: 'history', id: 'entry-00001' })
  await list.trigger('keydown', { key: 'Home' })
  await list.trigger('keydown', { key: 'Enter' })
  await flushPromises()
  expect(mounted.wrapper.find('[data-history-record="entry-00002"]').exists()).toBe(true)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await flushPromises()
  expect(mounted.router.currentRoute.value.query).toEqual({ pane: 'history' })
  expect(document.activeElement).toBe(list.element)
})

// Catches an entry that is opened as another request, a link that sends, and a write whose evidence is told twice.
test('a read opens again from its entry, a write with its request, and a write leads to its evidence', async () => {
  const mounted = await open('/activity?pane=history&id=entry-00002', sampleOf([read(2), write(1)]))
  const link = (mark: string): string =>
    decodeURIComponent(mounted.wrapper.find(`[data-${mark}]`).attributes('href') ?? '').replaceAll('+', ' ')
  expect(link('again')).toBe('/products?operation=GET /api/team/general/all&history=entry-00002')
  expect(mounted.wrapper.find('[data-evidence]').exists()).toBe(false)
  expect(mounted.wrapper.find('[data-facts]').text()).toMatch(/HTTP 200.*12 ms.*2\.0 KiB.*2.*req_2/s)
  await mounted.wrapper.find('[data-not-kept] button').trigger('click')
  await flushPromises()
  expect(document.activeElement).toBe(mounted.wrapper.find('[data-keeping]').element)
  await mounted.router.replace('/activity?pane=history&id=entry-00001')
  await flushPromises()
  expect(link('again')).toContain('request={"query":{"limit":10},"body":{"name":"Night crew"}}')
  expect(link('evidence')).toBe('/activity?id=entry-00001')
  expect(mounted.wrapper.find('[data-forget]').exists()).toBe(false)
})

// Catches a pin that the list does not show.
test('an entry is pinned where it stands', async () => {
  const sample = sampleOf([read(2), read(1)])
  const mounted = await open('/activity?pane=history&id=entry-00002', sample)
  await mounted.wrapper.find('[data-pin]').trigger('click')
  await flushPromises()
  expect(mounted.wrapper.find('[data-entry="entry-00002"] [aria-label="Pinned"]').exists()).toBe(true)
  expect(mounted.wrapper.find('[data-pin]').text()).toBe('Unpin')
  await mounted.wrapper.find('[data-pin]').trigger('click')
  await flushPromises()
  expect(asked(mounted, 'history.mark')).toEqual([
    { id: 'entry-00002', pinned: true },
    { id: 'entry-00002', pinned: false },
  ])
})

// A slip must not forget anything, and nothing may be left open of what is gone.
test('a read is forgotten after a question, and its row goes', async () => {
  const mounted = await open('/activity?pane=history&id=entry-00002', sampleOf([read(2), read(1)]))
  await mounted.wrapper.find('[data-forget]').trigger('click')
  await flushPromises()
  expect(asked(mounted, 'history.forget')).toEqual([])
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')]
  buttons.find((button) => button.textContent.trim() === 'Delete')?.click()
  await flushPromises()
  expect(asked(mounted, 'history.forget')).toEqual([{ id: 'entry-00002' }])
  expect(mounted.router.currentRoute.value.query).toEqual({ pane: 'history' })
  expect(mounted.wrapper.findAll('[role="option"]')).toHaveLength(1)
})

// What the desk keeps of other people must be said and chosen, not found out.
test('what is kept is said and changed in the pane, and all reads are forgotten by a hold', async () => {
  const sample = sampleOf([read(3), read(2, { pinned: true }), write(1)])
  const mounted = await open('/activity?pane=history', sample)
  await mounted.wrapper.find('[data-keep]').trigger('click')
  await flushPromises()
  const panel = mounted.wrapper.find('[data-keeping]')
  expect(panel.text()).toContain('on this computer')
  await panel.findAll('[role="radio"]')[2]?.trigger('click')
  await flushPromises()
  expect(asked(mounted, 'history.configure')).toEqual([{ reads: 'answers' }])
  // Without a pointer, two presses stand for a hold.
  const forget = mounted.wrapper.find('[data-forget-all]')
  await forget.trigger('click')
  expect(asked(mounted, 'history.forget')).toEqual([])
  await forget.trigger('click')
  await flushPromises()
  expect(asked(mounted, 'history.forget')).toEqual([{ environment: 'rehearsal', reads: 'all' }])
  expect(mounted.wrapper.find('[data-forgotten]').text()).toBe('1 read deleted')
  expect(mounted.wrapper.findAll('[role="option"]')).toHaveLength(2)
})

// Catches answers of other people that stay on the disk for weeks after a person said not to keep any, and ones that go without being asked about.
test('what was kept before is named when less is to be kept, and forgotten by a hold', async () => {
  const sample = sampleOf(
    [read(4, { kept: true }), read(3, { kept: true, pinned: true }), read(2), write(1, { kept: true })],
    { settings: { reads: 'answers', readDays: 30 } },
  )
  const mounted = await open('/activity?pane=history', sample)
  await mounted.wrapper.find('[data-keep]').trigger('click')
  await flushPromises()
  const panel = mounted.wrapper.find('[data-keeping]')
  expect(panel.find('[data-surplus]').exists()).toBe(false)
  await panel.findAll('[role="radio"]')[1]?.trigger('click')
  await flushPromises()
  expect(panel.find('[data-surplus]').text()).toMatch(
    /^1 earlier answer is still kept\. Each is deleted after 30 days\. Pinned/,
  )
  expect(asked(mounted, 'history.forget')).toEqual([])
  for (const wanted of ['answers', 'reads']) {
    if (wanted === 'reads') await panel.findAll('[role="radio"]')[0]?.trigger('click')
    await flushPromises()
    await panel.find('[data-drop]').trigger('click')
    await panel.find('[data-drop]').trigger('click')
    await flushPromises()
    expect(asked(mounted, 'history.forget').at(-1)).toEqual({ kept: wanted })
    expect(panel.find('[data-dropped]').text()).toBe(
      wanted === 'reads' ? '2 reads deleted' : '1 answer deleted; its request stays',
    )
    expect(panel.find('[data-drop]').exists()).toBe(false)
  }
  expect(sample.entries.map(({ id, kept }) => [id, kept])).toEqual([
    ['entry-00003', true],
    ['entry-00001', true],
  ])
})

// First use, empty after a filter, a failure, and an entry that is gone are different things to a person.
test('each state says which it is', async () => {
  const first = await open('/activity?pane=history', sampleOf([]))
  expect(first.wrapper.text()).toContain('No history yet')
  expect(first.wrapper.find('[data-find]').attributes('href')).toBe('/products')
  const filtered = await open('/activity?pane=history&kind=write', sampleOf([read(1)]))
  expect(filtered.wrapper.text()).toContain('No results')
  await filtered.wrapper.find('[data-clear]').trigger('click')
  await flushPromises()
  expect(filtered.wrapper.findAll('[role="option"]')).toHaveLength(1)
  const sample = sampleOf([read(1)], {
    fail: new DeskError('storage_failed', 'The profile can not be read.', { facts: { reason: 'profile_read_only' } }),
  })
  const failed = await open('/activity?pane=history&id=gone', sample)
  expect(failed.wrapper.text()).toContain("The profile can't be written")
  expect(failed.wrapper.text()).toContain("Showdesk can't find this record.")
  sample.fail = undefined
  await failed.wrapper
    .find('[data-history]')
    .findAll('button')
    .find((button) => button.text() === 'Try again')
    ?.trigger('click')
  await flushPromises()
  expect(failed.wrapper.findAll('[role="option"]')).toHaveLength(1)
})

// Catches a name or an amount that an audience sees over the shoulder, in the history or in the log.
test('during a show what was asked is covered', async () => {
  usePrivacy().masked.value = true
  const history = await open('/activity?pane=history&id=entry-00001', sampleOf([read(1)]))
  expect(history.wrapper.find('[data-history-record]').text()).not.toContain('Night crew')
  const log = await open('/activity?id=intent-3', sampleOf([]))
  expect(log.wrapper.find('[data-record]').findAll('[data-covered]').length).toBeGreaterThan(0)
  expect(log.wrapper.find('[data-record] pre').exists()).toBe(false)
})
