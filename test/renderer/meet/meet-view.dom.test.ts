import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { FieldChoice, WordChoice } from '#contract/live.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { describeOperations } from '../../../main/platform/catalog/index.ts'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import MeetView from '../../../renderer/views/meet/MeetView.vue'
import { studioLists } from '../../../renderer/views/meet/model/resources.ts'
import { click, find, openDesk, refuse, text, type Platform } from '../records/resources/desk.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'

const lists = studioLists(describeOperations())
const n = lists.length
const budget = (used: number) => ({
  environment: 'development',
  perMinute: 90,
  reserve: 30,
  used,
  usedByItself: 0,
  slowdown: 1,
  stretch: 1,
  watches: 0,
  quick: false,
})
const charges = {
  data: {
    items: [
      {
        id: 'ch_1',
        description: 'Seat for Ana',
        status: 'paid',
        amount: 1200,
        currency: 'EUR',
        createdAt: '2026-03-01T12:00:00Z',
      },
    ],
  },
}
const answers: Platform = ({ operation }) =>
  operation.includes('charge')
    ? charges
    : operation.includes('refund')
      ? { lampshades: [{ id: 'a' }] }
      : operation.includes('invoice')
        ? 'fine'
        : { data: { items: [] } }

interface Options {
  used?: () => number
  prepare?: (bridge: MemoryBridge) => void
  choices?: FieldChoice[]
}
async function open(platform: Platform = answers, { used = () => 0, prepare, choices }: Options = {}) {
  return openDesk(MeetView, {}, platform, {
    environment: 'development',
    ...(choices === undefined ? {} : { choices }),
    prepare(bridge) {
      bridge.answer('live.budget', () => budget(used()))
      bridge.answer('limits.list', () => ({ environment: 'development', products: [] }))
      prepare?.(bridge)
    },
  })
}
const phase = () => find('[data-phase]')?.dataset['phase']
const row = (resource: string) => `[data-row="${resource}"]`

// Catches a page that reads before the person says so, reads twice or at once, or sends a write.
test('nothing is read before it is asked for; then each list once, one after the other', async () => {
  let under = 0
  let most = 0
  const desk = await open(async (request) => {
    most = Math.max(most, (under += 1))
    await Promise.resolve()
    under -= 1
    return answers(request)
  })
  expect(desk.reads).toEqual([])
  expect(text('[data-start]')).toBe(`Load ${n} lists`)
  await click('[data-start]')
  await expect.poll(phase).toBe('done')
  expect(desk.reads.map(({ operation }) => operation).sort()).toEqual(lists.map(({ key }) => key).sort())
  expect(desk.submits).toEqual([])
  expect(most).toBe(1)
  await flushPromises()
  expect(desk.reads).toHaveLength(n)
})

// Catches a guess that looks like knowledge, and an answer that is not understood and looks like an empty list.
test('each part is shown with how sure it is', async () => {
  await open()
  await click('[data-start]')
  await expect.poll(phase).toBe('done')
  const charge = row('payment/charge')
  expect(text(`${charge} [data-part="list"]`)).toContain('data.items')
  expect(text(`${charge} [data-part="list"]`)).toContain('1 record')
  expect(find(`${charge} [data-part="id"] [data-certainty="clear"]`)).not.toBeNull()
  expect(text(`${charge} [data-part="title"]`)).toContain('Seat for Ana')
  expect(find(`${charge} [data-part="amounts"] [data-reason="unit_unknown"]`)?.dataset['certainty']).toBe('guessed')
  expect(text(`${charge} [data-part="dates"]`)).toContain('createdAt')
  expect(find(`${row('payment/refund')} [data-reading="guessed"]`)).not.toBeNull()
  expect(find(`${row('payment/invoice')} [data-reading="not_understood"]`)).not.toBeNull()
  expect(text(row('video/stream'))).toContain('No records yet')
  expect(text('[data-counts]')).toBe(`0 clear, 2 guessed, 1 not understood, ${n - 3} empty, 0 failed`)
})

// Catches a correction that is not kept, or that asks the platform again.
test('a correction is kept for its operation and shown at once, without another read', async () => {
  const choices: FieldChoice[] = []
  const desk = await open(answers, { choices })
  await click('[data-start]')
  await expect.poll(phase).toBe('done')
  await click(`${row('payment/charge')} [data-correct]`)
  await expect.poll(() => find('[data-unit="minor"]')).not.toBeNull()
  await click('[data-unit="minor"]')
  await click('[data-keep-choice]')
  await expect
    .poll(() => find(`${row('payment/charge')} [data-part="amounts"] [data-certainty="clear"]`))
    .not.toBeNull()
  expect(choices).toMatchObject([
    { operation: 'POST /api/payment/charge/all', environment: 'development', amounts: 'minor' },
  ])
  expect(desk.reads).toHaveLength(n)
})

// Catches a page that eats the reserve that belongs to the person.
test('it stops before the reserve is touched, says so, and goes on only when it is asked to', async () => {
  let used = 55
  const desk = await open(
    (request) => {
      used += 1
      return answers(request)
    },
    { used: () => used },
  )
  await click('[data-start]')
  await expect.poll(phase).toBe('budget')
  expect(desk.reads).toHaveLength(5)
  expect(text('[data-phase]')).toContain('60 of 90')
  used = 0
  await click('[data-start]')
  await expect.poll(phase).toBe('done')
  expect(desk.reads).toHaveLength(n)
})

// Catches a failed read that is tried again by itself, hidden, or that ends the others.
test('a failed read says why, the others go on, and it is read again only when it is asked for', async () => {
  let refusing = true
  const desk = await open((request) =>
    refusing && request.operation === 'GET /api/video/stream/all'
      ? refuse('forbidden', { status: 403 })
      : answers(request),
  )
  await click('[data-start]')
  await expect.poll(phase).toBe('done')
  expect(find(`${row('video/stream')} [data-error-code="forbidden"]`)).not.toBeNull()
  expect(desk.reads).toHaveLength(n)
  refusing = false
  await click(`${row('video/stream')} [data-again]`)
  await expect.poll(() => find(row('video/stream'))?.dataset['state']).toBe('read')
  expect(desk.reads).toHaveLength(n + 1)
})

// Catches a page that asks for each list where none can be read.
test('without a credential it stops at the first', async () => {
  const desk = await open(() => refuse('no_credentials'))
  await click('[data-start]')
  await expect.poll(phase).toBe('halted')
  expect(desk.reads).toHaveLength(1)
})

// Catches a closed gate that is knocked at.
test('a product that was asked to wait is left out until its gate opens', async () => {
  const gate = {
    environment: 'development',
    product: 'Payments',
    credential: 'apiKey',
    until: new Date(Date.now() + 60_000).toISOString(),
    retryAfterMs: 60_000,
    source: 'retry-after',
  }
  const desk = await open()
  desk.bridge.push('limits.changed', { gates: [gate] } as never)
  await click('[data-start]')
  await expect.poll(phase).toBe('gate')
  const payments = (list: readonly OperationRequest[]) =>
    list.filter(({ operation }) => operation.includes('/payment/')).length
  expect(payments(desk.reads)).toBe(0)
  expect(text('[data-phase]')).toContain('Rate limited')
  desk.bridge.push('limits.changed', { gates: [] })
  await expect.poll(phase, { timeout: 5_000 }).toBe('done')
  expect(desk.reads).toHaveLength(n)
})

// Catches a page that goes on after it was stopped, or after another environment was chosen.
test('stopped, no other read begins, and what was read stays', async () => {
  const waiting: Array<(data: Json) => void> = []
  const desk = await open(() => new Promise<Json>((resolve) => waiting.push(resolve)))
  await click('[data-start]')
  await expect.poll(() => waiting.length).toBe(1)
  await click('[data-stop]')
  waiting[0]?.({ data: [] })
  await flushPromises()
  expect(phase()).toBe('stopped')
  expect(desk.reads).toHaveLength(1)
  expect(text('[data-start]')).toBe(`Read the remaining ${n - 1}`)
})

// Catches answers of one environment that stand under the name of another.
test('another environment empties the page and ends the reading', async () => {
  const waiting: Array<(data: Json) => void> = []
  const desk = await open(() => new Promise<Json>((resolve) => waiting.push(resolve)))
  await click('[data-start]')
  await expect.poll(() => waiting.length).toBe(1)
  const environments = (['production', 'development', 'rehearsal'] as const).map((id) => ({
    id,
    name: id,
    baseUrl: 'https://other.example.org',
    selected: id === 'production',
    configured: true,
  }))
  desk.bridge.push('environments.changed', { environments })
  await flushPromises()
  waiting[0]?.(charges)
  await flushPromises()
  expect(phase()).toBe('idle')
  expect(document.querySelectorAll('[data-state="waiting"]')).toHaveLength(n)
  expect(desk.reads).toHaveLength(1)
})

// Catches values on a screen that is shared.
test('in show mode the examples are covered', async () => {
  usePrivacy().masked.value = true
  onTestFinished(() => {
    usePrivacy().masked.value = false
  })
  await open()
  await click('[data-start]')
  await expect.poll(phase).toBe('done')
  expect(document.body.textContent).not.toMatch(/Seat for Ana|ch_1|1200/)
  await click(`${row('payment/charge')} [data-correct]`)
  await expect.poll(() => find('[data-field-choice]')).not.toBeNull()
  expect(document.body.textContent).not.toContain('Seat for Ana')
})

// Catches a file with a value in it.
test('what is exported is a JSON file of names without a value', async () => {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:test'
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await open()
  await click('[data-start]')
  await expect.poll(phase).toBe('done')
  await click('[data-export]')
  const file = await blobs[0]?.text()
  expect(file).toContain('"description"')
  expect(file).not.toMatch(/Seat for Ana|ch_1|1200|paid|2026-03/)
})

// Catches a status word that was taught by mistake and can't be taken back, and words of another environment.
test('the words that were taught are listed, and each can be forgotten', async () => {
  const updatedAt = '2026-11-22T02:00:00.000Z'
  const kept: WordChoice[] = [
    { environment: 'development', word: 'on_hold', means: 'accepted', updatedAt },
    { environment: 'development', word: 'parked', means: 'done', updatedAt },
    { environment: 'production', word: 'frozen', means: 'refused', updatedAt },
  ]
  const desk = await open(answers, {
    prepare(bridge) {
      bridge.answer('words.list', (params) => ({
        choices: kept.filter(({ environment }) => environment === (params as WordChoice).environment),
      }))
      bridge.answer('words.forget', (params) => {
        const { word } = params as WordChoice
        kept.splice(0, kept.length, ...kept.filter((one) => one.word !== word))
        return {}
      })
    },
  })
  const shown = () => [...document.querySelectorAll<HTMLElement>('[data-word]')].map(({ dataset }) => dataset['word'])
  await expect.poll(shown).toEqual(['on_hold', 'parked'])
  expect(text('[data-word="on_hold"]')).toContain('Not done yet')
  await click('[data-word="on_hold"] [data-forget-word]')
  await expect.poll(shown).toEqual(['parked'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Forget “parked”')
  expect(desk.bridge.requests.filter(({ method }) => method === 'words.forget').map(({ params }) => params)).toEqual([
    { environment: 'development', word: 'on_hold' },
  ])
  desk.bridge.push('words.changed', { environment: 'production', choices: [] })
  await flushPromises()
  expect(shown()).toEqual(['parked'])
  desk.bridge.push('words.changed', { environment: 'development', choices: [] })
  await flushPromises()
  expect(find('[data-taught-words]')).toBeNull()
  desk.bridge.push('environments.changed', {
    environments: (['production', 'development', 'rehearsal'] as const).map((id) => ({
      id,
      name: id,
      baseUrl: 'https://platform.example.org',
      selected: id === 'production',
      configured: true,
    })),
  })
  await expect.poll(shown).toEqual(['frozen'])
})
