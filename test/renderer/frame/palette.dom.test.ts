import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { useFrame } from '../../../renderer/kit/composables/useFrame.ts'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import DeskFrame from '../../../renderer/frame/DeskFrame.vue'
import { useNames } from '../../../renderer/kit/stores/names.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'

afterEach(async () => {
  useFrame().paletteOpen.value = false
  await flushPromises()
})

async function openPalette() {
  const mounted = await mountOnDesk(DeskFrame)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  await expect.poll(() => document.querySelector('input[role="combobox"]')).not.toBeNull()
  const input = document.querySelector<HTMLInputElement>('input[role="combobox"]')
  const type = async (text: string) => {
    if (input !== null) input.value = text
    input?.dispatchEvent(new Event('input'))
    await flushPromises()
  }
  const press = async (key: string) => {
    input?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await flushPromises()
  }
  const options = () => [...document.querySelectorAll('[role="option"]')]
  const chosen = () => document.getElementById(input?.getAttribute('aria-activedescendant') ?? '')
  await expect.poll(() => options().length).toBeGreaterThan(0)
  return { ...mounted, type, press, options, chosen }
}

// Catches an operation that opens something that sends, and a list in which the arrows and Enter do nothing.
test('an operation opens its own page, by keyboard alone', async () => {
  const { router, bridge, type, press, chosen } = await openPalette()
  await type('>charge refund')
  expect(chosen()?.textContent).toContain('POST /api/payment/charge/refund')
  await press('ArrowDown')
  await press('ArrowUp')
  const before = bridge.requests.length
  await press('Enter')
  expect(router.currentRoute.value.query).toEqual({ operation: 'POST /api/payment/charge/refund' })
  expect(bridge.requests.slice(before).map(({ method }) => method)).not.toContain('ledger.submit')
  expect(document.querySelector('input[role="combobox"]')).toBeNull()
})

// Catches records, drafts, favourites and settings that only their own screens lead to.
test('records seen, drafts, favourites and settings are found', async () => {
  const { router, type, press, options } = await openPalette()
  expect(options().map((option) => option.closest('[data-group]')?.getAttribute('data-group'))).toEqual(
    expect.arrayContaining(['favourites', 'recent', 'views', 'records', 'drafts', 'settings']),
  )
  await type('backups')
  expect(options()[0]?.textContent).toContain('Backups')
  await type('night crew')
  await expect
    .poll(() =>
      options()
        .map(({ textContent }) => textContent)
        .join(),
    )
    .toContain('tea_1')
  await press('Enter')
  expect(router.currentRoute.value.query).toEqual({ product: 'Teams', resource: 'team/general', id: 'tea_1' })
})

// Catches a newcomer's word that finds nothing or an operation first, and a section that is listed by its key.
test.each([
  ['help', /Take the tour/],
  ['documentation', /Guides/],
  ['troubleshooting', /Guides/],
  ['keyboard', /Keyboard shortcuts/],
  ['shortcuts', /Keyboard shortcuts/],
  ['openapi', /Export operations/],
  ['export', /Export operations/],
  ['about', /About/],
  ['transfer', /Transfer/],
])('%s finds what it means', async (word, first) => {
  const { type, options } = await openPalette()
  await type(word)
  await expect.poll(() => options()[0]?.textContent).toMatch(first)
  expect(
    options()
      .map(({ textContent }) => textContent)
      .join(),
  ).not.toContain('settings.section')
})

// Catches people's words that find nothing, or a command first that would stop the show.
test.each([
  ['run ad', 'Run an ad'],
  ['new poll', 'New poll'],
  ['end show', 'Stop the broadcast'],
  ['dock', 'Overlays'],
  ['destination', 'New event'],
  ['obs', 'Streaming software'],
])('%s finds %s', async (words, label) => {
  const { type, chosen } = await openPalette()
  await type(words)
  await expect.poll(() => chosen()?.textContent).toContain(label)
})

// Catches Enter after half a word that arms a command which stops or sends something.
test('what stops or sends is found by its own words alone', async () => {
  const { type, options } = await openPalette()
  for (const words of ['obs', 'o', 'e', 'st', 'broad obs', 'tp', 'ast']) {
    await type(words)
    await flushPromises()
    expect(
      options()
        .map(({ textContent }) => textContent)
        .join('\n'),
      words,
    ).not.toMatch(/(?:Start|Stop|Pause|Resume) the broadcast|Reveal the|Clip now|Run /)
  }
})

// Catches ten routes below the one task that was meant.
test('operations are listed behind their sign alone', async () => {
  const { type, options } = await openPalette()
  await type('refund')
  await expect
    .poll(() =>
      options()
        .map(({ textContent }) => textContent)
        .join(),
    )
    .toContain('Refund a charge')
  expect(options().filter((option) => option.closest('[data-group="operations"]'))).toEqual([])
})

// Catches a palette that lists people by name on a shared screen.
test('people are listed by their identifiers in a show', async () => {
  const { masked } = usePrivacy()
  const { bridge, type, press, options } = await openPalette()
  bridge.answer('seen.list', () => ({
    records: [{ resource: 'payment/customer', id: 'cus_1', title: 'Anna Example', at: '2026-11-22T02:00:00.000Z' }],
  }))
  const listed = (): string =>
    options()
      .map(({ textContent }) => textContent)
      .join()
  await type('anna')
  await expect.poll(listed).toContain('Anna Example')
  masked.value = true
  try {
    await flushPromises()
    expect(listed()).toContain('cus_1')
    expect(listed()).not.toContain('Anna')
    await press('Enter')
  } finally {
    masked.value = false
  }
})

// Catches a link from outside that stays behind what is open, or sends.
test('a link from outside opens the form that it fills', async () => {
  const { router, bridge } = await openPalette()
  const before = bridge.requests.length
  bridge.push('desk.link', { operation: 'POST /api/payment/charge/refund', request: { body: { id: 'chg_1' } } })
  await flushPromises()
  expect(router.currentRoute.value.query).toEqual({
    operation: 'POST /api/payment/charge/refund',
    request: '{"body":{"id":"chg_1"}}',
  })
  expect(document.querySelector('input[role="combobox"]')).toBeNull()
  expect(bridge.requests.slice(before).map(({ method }) => method)).not.toContain('ledger.submit')
})

// Words of a person that found raw operations, nothing, or a key such as `settings.section.environments`.
test.each([
  ['start', 'Start the broadcast'],
  ['go live', 'Start the broadcast'],
  ['stop', 'Stop the broadcast'],
  ['reveal', 'Reveal the poll results'],
  ['mark', 'Mark this moment'],
  ['dark', 'Dark theme'],
  ['settings', 'Settings'],
  ['about', 'About'],
  ['help', 'Take the tour'],
  ['tour', 'Take the tour'],
  ['keys', 'Keyboard shortcuts'],
  ['guides', 'Guides'],
  ['what is new', 'What is new'],
  ['export diagnostics', 'Export diagnostics'],
  ['refund', 'Refund a charge'],
  ['go to settings', 'Settings'],
  ['arming keys', 'Arming keys'],
])('%s finds what it means', async (words, label) => {
  const { type, chosen, options } = await openPalette()
  await type(words)
  await expect.poll(() => chosen()?.textContent).toContain(label)
  expect(
    options()
      .map(({ textContent }) => textContent)
      .join('\n'),
  ).not.toMatch(/settings\.section|frame\.task/)
})

const chargesAnswer = {
  items: [
    { id: 'chg_4', customerId: 'cus_2', amount: 2400, currency: 'EUR', createdAt: '2026-11-01T10:00:00.000Z' },
    { id: 'chg_5', customerId: 'cus_8', amount: 1500, currency: 'EUR', createdAt: '2026-11-02T10:00:00.000Z' },
  ],
}
const people = {
  items: [
    { id: 'cus_2', name: 'Ben' },
    { id: 'cus_8', name: 'Hana' },
  ],
}
function answerPayments(bridge: MemoryBridge): string[] {
  const reads: string[] = []
  bridge.answer('platform.read', (params) => {
    const { operation } = params as { operation: string }
    if (!operation.startsWith('POST /api/payment/')) return undefined
    reads.push(operation)
    const data = operation.includes('/charge/') ? chargesAnswer : people
    return { status: 200, durationMs: 1, data, environment: 'rehearsal' }
  })
  return reads
}
const listedIn = (options: () => Element[]) => (): string =>
  options()
    .map(({ textContent }) => textContent)
    .join('\n')

// A name that finds nothing, another person's charge first, and a press on the list that sends money back.
test('the refund of a person is found by name and opened, never sent', async () => {
  const { router, bridge, type, press, chosen, options } = await openPalette()
  const reads = answerPayments(bridge)
  for (const text of ['refund h', 'refund ha', 'refund hana']) await type(text)
  await expect.poll(() => chosen()?.textContent).toContain('Refund Hana, 15.00 EUR')
  expect(listedIn(options)()).not.toContain('24.00 EUR')
  // Once for all that is typed.
  expect(reads.filter((operation) => operation.includes('/charge/'))).toHaveLength(1)
  await press('Enter')
  expect(router.currentRoute.value.fullPath).toBe('/payments?section=charges&id=chg_5&refund=1')
  expect(bridge.requests.map(({ method }) => method)).not.toContain('ledger.submit')
})

// Offline, the palette must still lead to the refunds instead of to nothing.
test('a refund by name falls back to the task where charges can not be read', async () => {
  const { bridge, type, chosen } = await openPalette()
  bridge.answer('platform.read', () => {
    throw new DeskError('unreachable', 'No connection.')
  })
  await type('refund hana')
  await expect.poll(() => chosen()?.textContent).toContain('Refund a charge')
})

// A shared screen that shows, or confirms, who paid.
test('during a show a refund is found by identifiers alone', async () => {
  const { masked } = usePrivacy()
  const { bridge, type, chosen, options } = await openPalette()
  masked.value = true
  try {
    answerPayments(bridge)
    await type('refund cus_8')
    await expect.poll(() => chosen()?.textContent).toContain('Refund cus_8, 15.00 EUR')
    await type('refund hana')
    await expect.poll(() => chosen()?.textContent).toContain('Refund a charge')
    expect(listedIn(options)()).not.toMatch(/Hana|chg_5/)
  } finally {
    masked.value = false
  }
})

// A record that this page shows by name, and that the palette knows by its identifier alone.
test('a record is opened by its name, in its own view', async () => {
  const { router, type, press, chosen } = await openPalette()
  const names = useNames()
  names.note('payment/customer', [{ id: 'cus_8', title: 'Hana' }])
  names.note('video/stream', [{ id: 'str_1', title: 'Night show main' }])
  await type('go to hana')
  await expect.poll(() => chosen()?.textContent).toContain('Hana')
  await type('go to night show main')
  await expect.poll(() => chosen()?.textContent).toContain('Night show main')
  await press('Enter')
  expect(router.currentRoute.value.fullPath).toBe('/streams?id=str_1')
  usePrivacy().masked.value = true
  try {
    useFrame().paletteOpen.value = true
    await expect.poll(() => document.querySelector('input[role="combobox"]')).not.toBeNull()
    const input = document.querySelector<HTMLInputElement>('input[role="combobox"]')
    if (input !== null) input.value = 'go to hana'
    input?.dispatchEvent(new Event('input'))
    await flushPromises()
    expect(document.querySelector('[role="listbox"]')?.textContent).not.toContain('cus_8')
  } finally {
    usePrivacy().masked.value = false
  }
})

// Behind the sign there are operations alone, so that a task is never mistaken for one.
test('operations stand behind their sign', async () => {
  const { type, options } = await openPalette()
  await type('>start')
  await expect.poll(() => options().length).toBeGreaterThan(0)
  expect(new Set(options().map((option) => option.closest('[data-group]')?.getAttribute('data-group')))).toEqual(
    new Set(['operations']),
  )
})

// A task that fires from a list would be one press on air.
test('a task opens the live view and sends nothing', async () => {
  const { router, bridge, type, press, chosen } = await openPalette()
  await type('stop the broadcast')
  await expect.poll(() => chosen()?.textContent).toContain('Stop the broadcast')
  await press('Enter')
  await expect.poll(() => router.currentRoute.value.path).toBe('/live')
  expect(bridge.requests.map(({ method }) => method)).not.toContain('ledger.submit')
})
