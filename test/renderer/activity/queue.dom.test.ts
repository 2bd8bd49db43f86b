import { flushPromises, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import ActivityView from '../../../renderer/views/activity/ActivityView.vue'
import { mountOnDesk, type Mounted } from '../support/mount.ts'
import { answerQueue, type SampleQueue } from './sample-queue.ts'

interface Open extends Mounted {
  queue: SampleQueue
  row: (id: string) => DOMWrapper<Element>
  tool: (id: string, tool: string) => DOMWrapper<Element>
  order: () => string[]
  asked: (method: string) => unknown[]
}

// A reading that took long makes the queue wait longer for the next one: that clock stands too.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => vi.useRealTimers())

async function open(at = '/activity?queue=1'): Promise<Open> {
  let queue: SampleQueue | undefined
  const desk = await mountOnDesk(ActivityView, {}, { at, prepare: (bridge) => void (queue = answerQueue(bridge)) })
  if (queue === undefined) throw new Error('Nothing was prepared')
  const row = (id: string): DOMWrapper<Element> => desk.wrapper.find(`[data-queued="${id}"]`)
  return {
    ...desk,
    queue,
    row,
    tool: (id, tool) => row(id).find(`[data-tool="${tool}"]`),
    order: () => desk.wrapper.findAll('[data-queued]').map((each) => each.attributes('data-queued') ?? ''),
    asked: (method) => desk.bridge.requests.filter((request) => request.method === method).map(({ params }) => params),
  }
}

/** Lets the debounced reading come, and what it brings be drawn. */
async function settle(ms = 200): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await flushPromises()
}

const editorOf = (wrapper: VueWrapper): VueWrapper => wrapper.findComponent({ name: 'JsonEditor' })
const textOf = (wrapper: VueWrapper): unknown => (editorOf(wrapper).props() as Record<string, unknown>)['modelValue']
const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-queued]')?.dataset['queued']

// A person who sees "9 waiting" must see which, in which order, what each carries and why it has not gone.
test('lanes in order, each row with what it carries and why it waits', async () => {
  const { wrapper, row, order } = await open()
  await settle()
  expect(order()).toEqual(['lost', 'behind', 'a', 'b', 'c', 'd'])
  expect(
    wrapper.findAll('[data-lane] h2').map((each) => [...each.element.children].map((part) => part.textContent)),
  ).toEqual([
    ['Contact', 'con_7', 'Marketing'],
    ['Template: no record named', 'Marketing'],
  ])
  expect(row('lost').text()).toContain('blocks later changes')
  expect(row('lost').find('[data-decide]').exists()).toBe(true)
  expect(row('behind').text()).toContain('needs your decision')
  expect(row('a').text()).toMatch(/rate limited, 0:1\d/)
  expect(row('a').text()).toContain('Create the template “Template a”')
  expect(row('a').text()).toContain('Template a · Subject a')
  expect(row('b').text()).toContain('Development')
  expect(row('a').text()).not.toContain('Rehearsal')
  expect(row('b').text()).toContain('waiting for the one before')
})

// A title that a person gave says more than the first field of a body.
test('a draft is shown by its title, and edited where it was written', async () => {
  const { bridge, row, tool, router } = await open()
  await settle()
  const { title } = bridge.drafts.handlers['drafts.get']({ id: 'draft-1', revision: 1 })
  expect(title).not.toBe('')
  expect(row('c').text()).toContain(title)
  expect(tool('c', 'edit').attributes('aria-label')).toContain('Edit draft')
  await tool('c', 'edit').trigger('click')
  await flushPromises()
  expect(router.currentRoute.value.fullPath).toBe('/templates?draft=draft-1')
})

// The choice must be made where its evidence stands, not in a row.
test('an unknown outcome at the head links to its decision', async () => {
  const { wrapper, row } = await open()
  await row('lost').find('[data-decide]').trigger('click')
  await flushPromises()
  expect(wrapper.find('[data-record="lost"] [data-action="reconcile"]').exists()).toBe(true)
})

// A double press must not hold and release, and the row must say who keeps it.
test('hold and release, once each', async () => {
  const { row, tool, asked } = await open()
  await Promise.all([tool('b', 'hold').trigger('click'), tool('b', 'hold').trigger('click')])
  await flushPromises()
  expect(asked('ledger.hold')).toEqual([{ id: 'b', held: true }])
  expect(row('b').text()).toContain('on hold')
  await tool('b', 'release').trigger('click')
  await flushPromises()
  expect(asked('ledger.hold')).toEqual([
    { id: 'b', held: true },
    { id: 'b', held: false },
  ])
  expect(row('b').text()).not.toContain('on hold')
})

// Without a mouse an order can only be made if the focus goes along with what is moved.
test('Alt and an arrow move the row, the focus goes along, ends say why', async () => {
  const { row, order, asked } = await open()
  const press = async (key: string): Promise<void> => {
    await row('c').find('[data-row]').trigger('keydown', { key, altKey: true })
    await flushPromises()
  }
  ;(row('c').find('[data-row]').element as HTMLElement).focus()
  await press('ArrowUp')
  await press('ArrowUp')
  expect(order().slice(2)).toEqual(['c', 'a', 'b', 'd'])
  expect(focusedRow()).toBe('c')
  await press('ArrowUp')
  expect(asked('ledger.move')).toHaveLength(2)
  expect(row('c').find('[data-tool="earlier"]').attributes()).toMatchObject({
    'aria-disabled': 'true',
    'aria-label': 'Earlier: it is already first for its record',
  })
  await press('ArrowDown')
  expect(order().slice(2)).toEqual(['a', 'c', 'b', 'd'])
  expect(focusedRow()).toBe('c')
})

// Nothing may be put before an outcome that nobody knows.
test('nothing passes what is unknown', async () => {
  const { tool, asked } = await open()
  await tool('behind', 'earlier').trigger('click')
  await tool('behind', 'now').trigger('click')
  expect(asked('ledger.move')).toEqual([])
  expect(asked('ledger.retry')).toEqual([])
  expect(tool('behind', 'earlier').attributes('aria-label')).toContain(
    'nothing can pass a request that is being sent or unknown',
  )
})

// A cancelled intent can't come back: it is asked for once, and the focus does not fall out of the list.
test('cancelling asks, then the next row has the focus', async () => {
  const { tool, order, asked } = await open()
  ;(tool('b', 'cancel').element as HTMLElement).focus()
  await tool('b', 'cancel').trigger('click')
  await flushPromises()
  expect(asked('ledger.cancel')).toEqual([])
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Cancel: Create the template “Template b”')
  document.querySelector<HTMLElement>('[data-confirm]')?.click()
  await settle()
  expect(asked('ledger.cancel')).toEqual([{ id: 'b' }])
  expect(order()).not.toContain('b')
  expect(focusedRow()).toBe('c')
})

// It leaves between the look and the press: that is normal, not a fault.
test('what has just left says so and takes no more presses', async () => {
  const { wrapper, queue, row, tool, order } = await open()
  queue.leave('a', true)
  await tool('a', 'hold').trigger('click')
  await settle()
  expect(row('a').text()).toContain('Just sent.')
  expect(row('a').find('[role="alert"]').exists()).toBe(false)
  queue.change('b', {})
  await settle()
  expect(row('a').text()).toContain('Confirmed')
  expect(row('a').find('[data-tool]').exists()).toBe(false)
  expect(wrapper.find('[data-queued="b"] [data-tool="earlier"]').attributes('aria-label')).toContain(
    'it is already first',
  )
  await settle(6_000)
  expect(order()).toEqual(['lost', 'behind', 'b', 'c', 'd'])
})

// A row that slides away under a finger makes a person cancel another one.
test('rows keep their places under a pointer that is about to press', async () => {
  const { queue, wrapper, order, tool } = await open()
  await tool('b', 'cancel').trigger('pointermove')
  queue.leave('a')
  await settle()
  expect(order()).toEqual(['lost', 'behind', 'a', 'b', 'c', 'd'])
  await wrapper.find('[data-queue]').trigger('pointerleave')
  await flushPromises()
  expect(order()).toEqual(['lost', 'behind', 'b', 'c', 'd'])
})

// A thousand that leave must not ask for the queue a thousand times.
test('many changes are one reading', async () => {
  const { queue, asked } = await open()
  const before = asked('ledger.queue').length
  for (let n = 0; n < 50; n += 1) queue.change('b', {})
  await settle()
  expect(asked('ledger.queue')).toHaveLength(before + 1)
})

// What was typed is work; a refusal, or Escape, must not throw it away.
test('a refused edit keeps the text, names the field and offers to copy', async () => {
  const { wrapper, bridge, tool, asked } = await open()
  bridge.answer('ledger.edit', () => {
    throw new DeskError('invalid_input', 'The request can not be sent as it is.', {
      fields: [{ path: 'body.resourceId', message: 'Needed' }],
    })
  })
  await tool('d', 'edit').trigger('click')
  await vi.dynamicImportSettled()
  await flushPromises()
  editorOf(wrapper).vm.$emit('update:modelValue', '{"resourceId": ""}')
  await flushPromises()
  document.querySelector<HTMLElement>('[data-save]')?.click()
  await flushPromises()
  expect(asked('ledger.edit')).toEqual([{ id: 'd', path: {}, query: { notify: true }, body: { resourceId: '' } }])
  const dialog = document.querySelector('[role="dialog"]')
  expect(dialog?.textContent).toContain('body.resourceId')
  expect(dialog?.querySelector('[data-copy]')).not.toBeNull()
  expect(textOf(wrapper)).toBe('{"resourceId": ""}')
  dialog?.querySelector<HTMLElement>('button[aria-label="Close"]')?.click()
  await settle()
  await tool('d', 'edit').trigger('click')
  await vi.dynamicImportSettled()
  await flushPromises()
  expect(textOf(wrapper)).toBe('{"resourceId": ""}')
})

// Catches a queue in which a request can be changed as JSON alone, with its credentials open and its fields unknown.
test('a queued request is edited as fields, and its stored credential stays a reference', async () => {
  const { queue, tool, asked } = await open()
  const body = { workspaceId: 'ws_1', name: 'Template a', subject: 'Subject a', apiKey: { $secret: 'kept' } }
  queue.change('a', { request: { body } })
  await settle()
  await tool('a', 'edit').trigger('click')
  await settle()
  const field = (name: string, inside = ''): HTMLInputElement | null =>
    document.querySelector<HTMLInputElement>(`[role="dialog"] [data-body-field="${name}"] ${inside}`)
  expect(field('subject', 'input')?.value).toBe('Subject a')
  expect(field('apiKey', 'input')).toBeNull()
  expect(field('apiKey')?.textContent).toContain('Replace')
  const subject = field('subject', 'input')
  if (subject !== null) subject.value = 'Another'
  subject?.dispatchEvent(new Event('input', { bubbles: true }))
  await settle()
  document.querySelector<HTMLElement>('[data-save]')?.click()
  await settle()
  expect(asked('ledger.edit')).toEqual([{ id: 'a', path: {}, query: {}, body: { ...body, subject: 'Another' } }])
})

// The text of an edit that came too late must stay on screen, and never be taken for sent.
test('an edit that comes too late keeps the text and says that it was not sent', async () => {
  const { wrapper, queue, tool } = await open()
  await tool('d', 'edit').trigger('click')
  await vi.dynamicImportSettled()
  await flushPromises()
  editorOf(wrapper).vm.$emit('update:modelValue', '{"resourceId": "evt_2"}')
  queue.leave('d')
  await settle()
  const dialog = document.querySelector('[role="dialog"]')
  expect(dialog?.textContent).toContain('Just sent.')
  expect(dialog?.querySelector('[data-copy]')).not.toBeNull()
  expect(dialog?.querySelector('[data-save]')?.hasAttribute('disabled')).toBe(true)
  expect(textOf(wrapper)).toContain('evt_2')
})

// A pause that is not seen is a show without its mails.
test('sending is paused and resumed here, and said', async () => {
  const { wrapper, asked } = await open()
  await wrapper.find('[data-pause]').trigger('click')
  await flushPromises()
  expect(asked('connection.configure')).toEqual([{ sending: 'paused' }])
  expect(wrapper.find('[data-paused]').text()).toContain('Sending is paused')
  expect(wrapper.find('[data-pause]').text()).toBe('Resume sending')
})

test('an empty queue says what would be in it', async () => {
  const { wrapper, queue } = await open()
  for (const id of ['lost', 'behind', 'a', 'b', 'c', 'd']) queue.leave(id)
  await settle()
  expect(wrapper.find('[data-queue]').text()).toContain('Nothing in the queue')
  expect(wrapper.find('[data-to-log]').attributes('href')).toBe('/activity')
})

// Catches rows of the queue that look alike because what tells them apart stands last and is cut off.
test('a row keeps the end of a long name in sight', async () => {
  const { queue, row } = await open()
  queue.change('a', { deed: { code: 'record', facts: { name: 'Evening show of the harbour festival, second part' } } })
  await settle()
  const kept = row('a').find('[data-row] .truncate + .shrink-0')
  expect(kept.text()).toMatch(/second part\W*$/)
})
