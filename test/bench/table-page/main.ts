// The desk's table alone in a page, with charges as the platform answers them.
import './page.css'
import { _api } from '@iconify/vue'
import App from '@nuxt/ui/components/App.vue'
import ui from '@nuxt/ui/vue-plugin'
import { createApp, h, shallowRef, type Component, type VNode } from 'vue'
import type { Json, JsonObject } from '#contract/json.ts'
import DataTable from '../../../renderer/kit/components/table/DataTable.vue'
import { cellOf, type TableColumn } from '../../../renderer/kit/composables/table-column.ts'
import { i18n } from '../../../renderer/kit/i18n.ts'
import { readListing } from '#answers/answer.ts'
import { idOf } from '#answers/roles.ts'

declare global {
  interface Window {
    /** Reads and shows an answer with so many charges; answers the milliseconds until they are painted. */
    openTable: (count: number) => Promise<number>
    closeTable: () => Promise<void>
  }
}

const statuses = ['succeeded', 'pending', 'failed', 'refunded', 'disputed', 'partially_settled']
const text = (field: string) => ({ id: field, label: field, read: (row: JsonObject) => cellOf('text', row[field]) })
const columns: TableColumn[] = [
  { ...text('id'), kind: 'id', width: 10 },
  { ...text('customer'), kind: 'text' },
  { ...text('email'), kind: 'text', private: true },
  {
    id: 'amount',
    label: 'amount',
    kind: 'money',
    width: 9,
    read: (row) => cellOf('money', row['amount'], { currency: row['currency'], unit: 'minor' }),
  },
  { ...text('status'), kind: 'status', width: 9 },
  {
    id: 'createdAt',
    label: 'createdAt',
    kind: 'instant',
    width: 11,
    read: (row) => cellOf('instant', row['createdAt']),
  },
  { ...text('description'), kind: 'text' },
  { id: 'captured', label: 'captured', kind: 'switch', width: 5, read: (row) => cellOf('switch', row['captured']) },
]

function charges(count: number): string {
  const data = Array.from({ length: count }, (_, n) => ({
    id: `ch_${String(n).padStart(8, '0')}`,
    customer: `Viewer ${n % 977}`,
    email: `viewer${n % 977}@example.org`,
    amount: (n * 7919) % 250_000,
    currency: n % 5 === 0 ? 'USD' : 'EUR',
    status: statuses[n % statuses.length] ?? '',
    createdAt: new Date(1_795_000_000_000 - n * 61_000).toISOString(),
    description: `Tip for song ${n % 313}`,
    captured: n % 3 !== 0,
  }))
  return JSON.stringify({ data, total: count })
}

const painted = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))
const shown = shallowRef<readonly JsonObject[]>()
const answers = new Map<number, Json>()

window.openTable = async (count) => {
  const answer = answers.get(count) ?? (JSON.parse(charges(count)) as Json)
  answers.set(count, answer)
  const from = performance.now()
  shown.value = readListing(answer, 'payment/charge').rows
  await painted()
  return performance.now() - from
}
window.closeTable = async () => {
  shown.value = undefined
  await painted()
}

_api.setFetch(() => Promise.resolve(new Response('{}', { status: 404 })))
const table = (): VNode =>
  shown.value === undefined
    ? h('p', 'Nothing')
    : h(DataTable as Component, {
        label: 'Charges',
        rows: shown.value,
        columns,
        rowId: (row: JsonObject) => idOf(row, 'payment/charge'),
        total: shown.value.length,
        exportName: 'charges',
      })
createApp({
  render: () =>
    h(App as Component, { toaster: null }, () => h('main', { style: 'height: 100dvh; padding: 8px' }, [table()])),
})
  .use(i18n)
  .use(ui)
  .mount('#app')
