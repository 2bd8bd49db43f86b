// The viewer on an in-memory bridge that keeps the answers, with the worker's engine in the page.
import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { defineComponent, h, provide, shallowRef } from 'vue'
import { DeskError } from '#contract/errors.ts'
import type { Exchange, KeptRequest } from '#contract/requests.ts'
import AnswerViewer from '../../../../../renderer/records/products/answer/AnswerViewer.vue'
import { answerWorker } from '../../../../../renderer/records/products/answer/reader.ts'
import { useCompare } from '../../../../../renderer/records/products/answer/useCompare.ts'
import { usePrivacy } from '../../../../../renderer/kit/composables/usePrivacy.ts'
import { click, find, openDesk, text } from '../../resources/desk.ts'
import { bigNumbers, manyRows, markup } from './hostile.ts'
import { startInProcess } from './in-process.ts'

const operation = 'POST /api/payment/charge/all'
const followed: Array<[operation: string, request: KeptRequest]> = []
const parts: Array<{ id: string; from: number; length: number }> = []
const kept = new Map<string, string>()
const shown = shallowRef<Exchange>()

beforeEach(() => {
  followed.length = 0
  parts.length = 0
  kept.clear()
  useCompare().clear()
})

/** An exchange whose body is kept under its id. */
function exchangeOf(
  body: string | undefined,
  change: Partial<Exchange> = {},
  kind: NonNullable<Exchange['body']>['kind'] = 'json',
  id = 'answer-1',
): Exchange {
  if (body !== undefined) kept.set(id, body)
  return {
    id: `exchange-${id}`,
    operation,
    environment: 'rehearsal',
    at: '2026-11-22T20:14:05.000Z',
    outcome: 'answered',
    status: 200,
    requestId: 'req_7f3a',
    durationMs: 42,
    attempts: 2,
    headers: [
      ['content-type', 'application/json'],
      ['set-cookie', '***'],
    ],
    ...(body === undefined
      ? {}
      : { body: { id, kind, type: 'application/json', bytes: body.length, length: body.length, problems: [] } }),
    ...change,
  }
}

async function open(exchange: Exchange): Promise<void> {
  shown.value = exchange
  const Host = defineComponent(() => {
    provide(answerWorker, startInProcess)
    return () =>
      h(AnswerViewer, {
        exchange: shown.value ?? exchange,
        operation,
        onFollow: (to: string, request: KeptRequest) => followed.push([to, request]),
      })
  })
  await openDesk(Host, {}, undefined, {
    prepare(bridge) {
      bridge.answer('answers.part', (params) => {
        const { id, from, length } = params as (typeof parts)[number]
        parts.push({ id, from, length })
        const whole = kept.get(id)
        if (whole === undefined) throw new DeskError('not_found_here', 'This answer is no longer kept.')
        return { text: whole.slice(from, from + length), done: from + length >= whole.length }
      })
    },
  })
  await settle()
}
/** The worker's replies and the timers between them come. */
async function settle(): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    await flushPromises()
  }
}
const until = (what: () => boolean): Promise<void> => expect.poll(() => what()).toBe(true)
const press = async (selector: string, key: string): Promise<void> => {
  find(selector)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await settle()
}
const rowTexts = (): string[] =>
  [...document.body.querySelectorAll<HTMLElement>('[role="treeitem"]')]
    .sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
    .map((row) => row.textContent.replace(/\s+/g, ' ').trim())

// The price of an answer, or whose it is, left out.
test('the envelope comes first: identifier, status, HTTP, time, size, attempts, headers', async () => {
  await open(
    exchangeOf('{"data":{"id":"str_1","status":"live"},"requestId":"req_7f3a"}', {
      gate: {
        environment: 'rehearsal',
        product: 'Payments',
        credential: 'apiKey',
        until: new Date(Date.now() + 60_000).toISOString(),
        retryAfterMs: 60_000,
        source: 'retry-after',
      },
      location: 'https://pay.example.org/x',
    }),
  )
  expect(text('[data-id]')).toContain('str_1')
  expect(text('[data-envelope]')).toMatch(/Live.*req_7f3a/)
  expect(text('[data-http]')).toBe('HTTP 200 OK')
  expect([text('[data-took]'), text('[data-size]'), text('[data-attempts]')]).toEqual(['42 ms', '62 B', '2 attempts'])
  expect(text('[data-gate]')).toMatch(/Payments waits \d/)
  expect(text('[data-headers]')).toContain('set-cookie')
  expect(text('[data-location]')).toContain('https://pay.example.org/x')
})

// An error whose body, which says why, can't be read.
test('an error shows its panel and the body below it', async () => {
  await open(
    exchangeOf('{"error":{"message":"Name is missing"}}', {
      outcome: 'refused',
      status: 400,
      error: { code: 'invalid_request', message: 'Name is missing', retryable: false },
    }),
  )
  expect(find('[data-error-code="invalid_request"]')).not.toBeNull()
  expect(rowTexts().at(-1)).toBe('messageName is missing')
  expect(text('[data-http]')).toBe('HTTP 400 Bad request')
})

// A table that shows another order than its head says, or cells of another row.
test('a list is a table that the worker sorts', async () => {
  await open(exchangeOf(manyRows(3_000)))
  await until(() => find('[aria-rowindex="2"] [data-column="0"]') !== null)
  expect(find('[role="grid"]')?.getAttribute('aria-rowcount')).toBe('3001')
  expect(text('[aria-rowindex="2"] [data-column="0"]')).toBe('ch_0')
  const head = [...document.body.querySelectorAll<HTMLElement>('[role="columnheader"] button')]
  head[2]?.click()
  await settle()
  expect([text('[aria-rowindex="2"] [data-column="2"]'), text('[aria-rowindex="2"] [data-column="0"]')]).toEqual([
    '0',
    'ch_0',
  ])
  head[2]?.click()
  await settle()
  expect(text('[aria-rowindex="2"] [data-column="2"]')).toBe('999')
  expect(head.map((button) => button.textContent.trim())).toEqual([
    'id',
    'status',
    'amount',
    'customerId',
    'constructor',
    'nested',
  ])
  expect(document.body.querySelectorAll('[role="row"]').length).toBeLessThan(80)
})

// The whole answer asked for in one piece, or pieces asked for twice.
test('a large answer comes in pieces, one after the other', async () => {
  const body = manyRows(20_000)
  await open(exchangeOf(body))
  await until(() => find('[role="grid"]') !== null)
  expect(parts.length).toBe(1 + Math.ceil((body.length - 65_536) / 524_288))
  expect(
    parts.every(
      ({ from, length }, at) =>
        from === (at === 0 ? 0 : (parts[at - 1]?.from ?? 0) + (parts[at - 1]?.length ?? 0)) && length <= 524_288,
    ),
  ).toBe(true)
})

// A tree that only a pointer opens.
test('the tree is walked by keyboard', async () => {
  await open(exchangeOf('{"data":{"id":"a","list":[{"x":1}]},"z":null}'))
  expect(rowTexts()).toEqual(['2 fields', 'data2 fields', 'ida', 'listlist of 1', '01 field', 'x1', 'znull'])
  await press('[role="tree"]', 'ArrowDown')
  await press('[role="tree"]', 'ArrowLeft')
  expect(rowTexts()).toHaveLength(1)
  await press('[role="tree"]', 'ArrowRight')
  await press('[role="tree"]', 'End')
  expect(text('[data-chosen]')).toContain('z')
  await press('[role="tree"]', 'ArrowLeft')
  expect(text('[data-chosen]')).toContain('the whole answer')
  expect(find('[role="tree"]')?.getAttribute('aria-activedescendant')).toBe(
    find('[role="treeitem"][aria-selected="true"]')?.id,
  )
  expect(find('[role="treeitem"][aria-selected="true"]')?.getAttribute('aria-level')).toBe('1')
})

// Markup of an answer that becomes markup of the page.
test('markup, big numbers and twofold names are shown as they came', async () => {
  await open(exchangeOf(markup))
  expect(document.body.querySelector('[data-content] script, [data-content] img, [data-content] b')).toBeNull()
  expect(rowTexts()[1]).toBe('<img src=x onerror=alert(1)><script>alert(1)</script>')
  shown.value = exchangeOf(
    bigNumbers,
    {
      body: {
        id: 'big',
        kind: 'json',
        bytes: 9,
        length: bigNumbers.length,
        problems: ['The name "twice" stands twice.'],
      },
    },
    'json',
    'big',
  )
  await settle()
  expect(rowTexts().slice(1)).toEqual(['id12345678901234567890', 'rate0.10', 'exp1e400', 'twice1', 'twice2'])
  expect(text('[data-problems]')).toBe('The name "twice" stands twice.')
})

// HTML drawn by the desk, or a line of megabytes given to the page.
test('HTML and long lines are text in rows', async () => {
  await open(exchangeOf(`<h1>Bad gateway</h1>\n${'x'.repeat(200_000)}`, {}, 'html'))
  await until(() => text('[data-content]').includes('<h1>Bad gateway</h1>'))
  expect(document.body.querySelector('[data-content] h1')).toBeNull()
  expect(find('[data-content]')?.textContent.length).toBeLessThan(20_000)
})

// A search that opens nothing, or the browser's own in place of it.
test('Ctrl+F searches inside, Enter goes from hit to hit', async () => {
  await open(
    exchangeOf(
      `{"data":{"id":"a","rows":${JSON.stringify(Array.from({ length: 60 }, (_, n) => ({ n, deep: { word: n % 20 === 7 ? 'Needle here' : 'hay' } })))}}}`,
    ),
  )
  const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true })
  find('[data-content]')?.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  const input = find('[data-search] input', HTMLInputElement)
  expect(document.activeElement).toBe(input)
  if (input instanceof HTMLInputElement) {
    input.value = 'needle'
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await press('[data-search] input', 'Enter')
  await settle()
  expect(text('[data-search]')).toContain('1 of 3')
  expect(text('[data-chosen]')).toContain('data.rows[7].deep.word')
  input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }))
  await settle()
  expect(text('[data-chosen]')).toContain('data.rows[47].deep.word')
  expect(document.body.querySelectorAll('[data-content] mark').length).toBeGreaterThan(0)
})

// An identifier that leads nowhere, or a request sent by following it.
test('an identifier leads to the operations that take it, from the tree and from the envelope', async () => {
  await open(exchangeOf('{"data":{"id":"ch_1","status":"paid","customerId":"cus_9"}}'))
  find('[data-follow-id]')?.click()
  await settle()
  expect(find('[data-target="POST /api/payment/charge/get"]')).not.toBeNull()
  await click('[data-target="POST /api/payment/charge/get"]')
  expect(JSON.stringify(followed)).toMatch(/^\[\["POST \/api\/payment\/charge\/get",\{"body":\{"\w+":"ch_1"\}\}\]\]$/)
  for (const key of ['Home', 'End', 'Enter']) await press('[role="tree"]', key)
  await until(() => find('[data-target="POST /api/payment/customer/get"]') !== null)
  await click('[data-target="POST /api/payment/customer/get"]')
  expect(followed.at(-1)?.[0]).toBe('POST /api/payment/customer/get')
})

// What an audience must not see, on a screen that is shared.
test('in a show everything of the body is covered until it is asked for', async () => {
  usePrivacy().masked.value = true
  onTestFinished(() => {
    usePrivacy().masked.value = false
  })
  await open(
    exchangeOf('{"data":{"id":"secret-id","status":"paid","email":"ana@example.org"}}', {
      location: 'https://pay.example.org/private',
    }),
  )
  expect(document.body.textContent).not.toMatch(/secret-id|ana@example|private/)
  await click('[data-covered]')
  await settle()
  expect(document.body.textContent).toMatch(/secret-id.*ana@example/)
})

// A hole where a state should be.
test('no body, an empty one, one that is gone, and a scalar each have their state', async () => {
  await open(exchangeOf(''))
  expect(find('[data-answer-viewer]')?.dataset['phase']).toBe('empty')
  expect(document.body.textContent).toContain('Empty answer')
  const gone = exchangeOf('{}', {}, 'json', 'gone')
  kept.delete('gone')
  shown.value = gone
  await settle()
  expect(find('[data-answer-viewer]')?.dataset['phase']).toBe('gone')
  shown.value = exchangeOf('"done"', {}, 'json', 'scalar')
  await settle()
  expect(rowTexts()).toEqual(['done'])
  shown.value = exchangeOf(undefined, {
    outcome: 'failed',
    error: { code: 'too_large', message: 'More than 8 MiB.', retryable: false },
  })
  await settle()
  expect(find('[data-answer-viewer]')?.dataset['phase']).toBe('none')
  expect(find('[data-error-code="too_large"]')).not.toBeNull()
  shown.value = exchangeOf('{"a":', {}, 'json', 'broken')
  await settle()
  expect(text('[data-problems]')).toContain('shown as text')
})

// A file without its last piece, or under a name that says nothing.
test('every answer is saved whole, as a file named by operation and time', async () => {
  const saved: Array<{ name: string; size: number; type: string }> = []
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push({ name: '', size: (blob as Blob).size, type: (blob as Blob).type })
    return 'blob:x'
  })
  const press_ = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const last = saved.at(-1)
    if (last !== undefined) last.name = this.download
  })
  onTestFinished(() => {
    make.mockRestore()
    press_.mockRestore()
  })
  const body = manyRows(9_000)
  await open(exchangeOf(body))
  await until(() => find('[data-save]') !== null)
  await click('[data-save]')
  await settle()
  expect(saved).toEqual([
    {
      name: expect.stringMatching(/^payment-charge-all-2026-11-2\d-\d{6}\.json$/) as string,
      size: body.length,
      type: 'application/json',
    },
  ])
  const bytes = Buffer.from([0, 1, 2, 255, 254]).toString('base64')
  shown.value = exchangeOf(bytes, {}, 'binary', 'bytes')
  await settle()
  expect(text('[data-binary]')).toContain('00 01 02 ff fe')
  await click('[data-save]')
  await settle()
  expect(saved.at(-1)).toMatchObject({
    size: 5,
    type: 'application/octet-stream',
    name: expect.stringMatching(/\.bin$/) as string,
  })
})

// An answer compared with itself, or with one that nobody kept.
test('two answers are kept and compared value by value', async () => {
  await open(exchangeOf('{"items":[{"id":"a","n":1},{"id":"b","n":2}],"total":2}', {}, 'json', 'one'))
  expect(find('[data-compare-with]')).toBeNull()
  await click('[data-hold]')
  expect(find('[data-compare-with]')).toBeNull()
  shown.value = exchangeOf('{"items":[{"id":"b","n":3},{"id":"a","n":1}],"total":2}', {}, 'json', 'two')
  await settle()
  await click('[data-compare-with]')
  await settle()
  expect(text('[data-differences]')).toBe('1 value is different.')
  expect(text('[data-compare] [role="row"]')).toBe('changeditems[id=b].n23')
  await click('[data-close-compare]')
  await settle()
  expect(find('[data-content]')).not.toBeNull()
  kept.delete('one')
  await click('[data-compare-with]')
  await settle()
  expect(text('[data-compare]')).toContain('no longer kept')
})
