// The operation's page over an in-memory bridge, and hands to write in it.
import { flushPromises } from '@vue/test-utils'
import { expect } from 'vitest'
import { defineComponent, h, shallowRef, type Component, type ShallowRef } from 'vue'
import type { LearnedForm } from '#contract/learned.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Exchange, KeptRequest, SeenRecord } from '#contract/requests.ts'
import OperationPage from '../../../../../renderer/records/products/editor/OperationPage.vue'
import { useOpenRequests } from '../../../../../renderer/kit/stores/open-requests.ts'
import type { MemoryBridge } from '../../../support/memory-bridge.ts'
import { click, find, openDesk, type Desk } from '../../resources/desk.ts'

export const search = 'POST /api/payment/refund/searchbycustomer'
export const update = 'PUT /api/events/general/update'
export const partial = 'POST /api/payment/refund/partialrefund'
export const customer = 'POST /api/payment/customer/update'
export const attribution = 'GET /api/ads/attribution/get/{attributionId}'

export const exchange = (operation: string, change: Partial<Exchange> = {}): Exchange => ({
  id: 'ex_1',
  operation,
  environment: 'rehearsal',
  at: '2026-11-22T02:00:00.000Z',
  outcome: 'answered',
  status: 200,
  requestId: 'req_9',
  durationMs: 12,
  attempts: 1,
  headers: [],
  ...change,
})
export const learned = (operation: string, body: LearnedForm['body']): LearnedForm => ({
  environment: 'rehearsal',
  operation,
  ...(body === undefined ? {} : { body }),
  missed: [],
  sent: 3,
  answered: 3,
  edited: [],
  updatedAt: '2026-11-22T02:00:00.000Z',
})

export interface Page extends Desk {
  asked: Array<OperationRequest & { press?: string }>
  /** What the page is given; undefined takes it away. */
  given: ShallowRef<Record<string, unknown> | undefined>
}

export async function openPage(
  operation: string,
  options: {
    request?: KeptRequest
    history?: string
    environment?: EnvironmentId
    forms?: LearnedForm[]
    seen?: SeenRecord[]
    answer?: (request: OperationRequest) => Exchange | Promise<Exchange>
    prepare?: (bridge: MemoryBridge) => void
  } = {},
): Promise<Page> {
  const asked: Page['asked'] = []
  const { request, history } = options
  const given = shallowRef<Record<string, unknown> | undefined>({
    operation,
    ...(request === undefined ? {} : { request }),
    ...(history === undefined ? {} : { history }),
  })
  const Host = defineComponent(
    () => () => (given.value === undefined ? null : h(OperationPage as Component, given.value)),
  )
  const desk = await openDesk(Host, {}, undefined, {
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    prepare(bridge) {
      bridge.answer(
        'learned.get',
        (params) => options.forms?.find((form) => form.operation === (params as LearnedForm).operation) ?? null,
      )
      bridge.answer('favourites.list', () => ({ operations: [] }))
      bridge.answer('favourites.set', (params) => ({ operations: (params as { on: boolean }).on ? [operation] : [] }))
      bridge.answer('seen.list', (params) => ({
        records: (options.seen ?? []).filter(({ resource }) => resource === (params as SeenRecord).resource),
      }))
      bridge.answer('account.state', () => ({
        environment: 'rehearsal',
        session: 'found',
        hasSessionId: true,
        mappings: {},
      }))
      bridge.answer('history.recent', () => ({ operations: [] }))
      bridge.answer('limits.list', () => ({ environment: 'rehearsal', products: [] }))
      bridge.answer('requests.ofIntent', () => exchange(operation))
      bridge.answer('requests.cancel', () => ({}))
      bridge.answer('answers.part', () => ({ text: '{}', done: true }))
      bridge.answer('requests.read', async (params) => {
        asked.push(params as Page['asked'][number])
        return (await options.answer?.(params as OperationRequest)) ?? exchange(operation)
      })
      bridge.answer('platform.preview', (params) => {
        const sent = params as OperationRequest
        return {
          method: operation.split(' ')[0],
          url: `https://platform.example.org${operation.split(' ')[1] ?? ''}`,
          headers: [['X-Service-API-Key', '<API_KEY>']],
          ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
          suspicious: [],
        }
      })
      options.prepare?.(bridge)
    },
  })
  desk.bridge.push('limits.changed', { gates: [] })
  await flushPromises()
  return { ...desk, asked, given }
}

export const input = (name: string): HTMLInputElement => {
  const element = document.body.querySelector<HTMLInputElement>(
    `[data-body-field="${name}"] :is(input, textarea), [data-part="path"] input[data-field="${name}"], [data-part="path"] [data-field="${name}"] input`,
  )
  if (element === null) throw new Error(`No field ${name}`)
  return element
}
export async function write(name: string, value: string): Promise<void> {
  const element = input(name)
  element.value = value
  element.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}
export const bodyNow = (operation: string): unknown => JSON.parse(useOpenRequests().of(operation)?.work.text ?? 'null')
export async function writeJson(operation: string, value: string): Promise<void> {
  if (find('[data-body-json]') === null) await click('[data-segment="json"]')
  await expect.poll(() => find('.cm-content')).not.toBeNull()
  const { EditorView } = await import('codemirror')
  const content = find('.cm-content')
  const view = content === null ? null : EditorView.findFromDOM(content)
  view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  await flushPromises()
  expect(useOpenRequests().of(operation)?.work.text).toBe(value)
}
export const press = async (key: string, modifiers: KeyboardEventInit = { ctrlKey: true }): Promise<void> => {
  ;(document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }),
  )
  await flushPromises()
}
