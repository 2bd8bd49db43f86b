// The shared kit on an in-memory bridge whose catalog is the real one; the test says what the platform answers.
import { flushPromises } from '@vue/test-utils'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import { mountOnDesk, type Mounted } from '../../support/mount.ts'
import type { MemoryBridge } from '../../support/memory-bridge.ts'

export interface Desk extends Mounted {
  /** What `platform.read` was asked, the oldest first. */
  reads: OperationRequest[]
  submits: Array<OperationRequest & { press?: string }>
  choices: FieldChoice[]
  /** What the next submits become. */
  intents: { next: (request: OperationRequest) => Intent | Promise<Intent> }
  push: (intent: Intent) => void
}

export type Platform = (request: OperationRequest) => Json | Promise<Json>

export const madeIntent = (request: OperationRequest, change: Partial<Intent> = {}): Intent => ({
  id: crypto.randomUUID(),
  reference: 'sd-1',
  operation: request.operation,
  state: 'confirmed',
  environment: 'rehearsal',
  product: 'Payments',
  risk: 'edit',
  request: { body: (request.body ?? null) as Json },
  status: 200,
  requestId: 'req_42',
  attempts: 1,
  createdAt: '2026-11-22T02:00:00.000Z',
  evidence: [],
  ...change,
})

export const refuse = (
  code: DeskErrorShape['code'],
  details: ConstructorParameters<typeof DeskError>[2] = {},
): never => {
  throw new DeskError(code, 'Refused by the test.', details)
}

/** Mounts a part of the kit; `platform` answers its reads. */
export async function openDesk(
  component: unknown,
  props: Record<string, unknown>,
  platform: Platform = () => ({ items: [] }),
  options: {
    at?: string
    environment?: EnvironmentId
    prepare?: (bridge: MemoryBridge) => void
    choices?: FieldChoice[]
  } = {},
): Promise<Desk> {
  const reads: OperationRequest[] = []
  const submits: Desk['submits'] = []
  const choices = options.choices ?? []
  const intents: Desk['intents'] = { next: (request) => madeIntent(request) }
  const mounted = await mountOnDesk(component, props, {
    ...(options.at === undefined ? {} : { at: options.at }),
    prepare(bridge) {
      bridge.answer('catalog.list', () => ({ operations: describeOperations() }))
      bridge.answer('fields.list', () => ({ choices }))
      bridge.answer('fields.choose', (params) => {
        const { environment, operation, ...rest } = params as FieldChoice
        const at = choices.findIndex((choice) => choice.operation === operation && choice.environment === environment)
        const before = choices[at] ?? { environment, operation, fields: {}, updatedAt: '2026-11-22T02:00:00.000Z' }
        const choice = { ...before, ...rest, fields: { ...before.fields, ...rest.fields } }
        if (at >= 0) choices[at] = choice
        else choices.push(choice)
        return choice
      })
      bridge.answer('fields.forget', (params) => {
        const { operation } = params as FieldChoice
        choices.splice(0, choices.length, ...choices.filter((choice) => choice.operation !== operation))
        return {}
      })
      if (options.environment !== undefined) {
        const id = options.environment
        bridge.answer('environments.list', () => ({
          environments: (['production', 'development', 'rehearsal'] as const).map((one) => ({
            id: one,
            name: one,
            baseUrl: 'https://platform.example.org',
            selected: one === id,
            configured: true,
          })),
        }))
      }
      bridge.answer('platform.read', async (params) => {
        const request = params as OperationRequest
        reads.push(request)
        return {
          status: 200,
          data: await platform(request),
          requestId: 'req_7',
          receivedAt: new Date().toISOString(),
          durationMs: 12,
        }
      })
      bridge.answer('ledger.list', () => ({ items: [] }))
      bridge.answer('ledger.submit', (params) => {
        submits.push(params as Desk['submits'][number])
        return intents.next(params as OperationRequest)
      })
      options.prepare?.(bridge)
    },
  })
  await flushPromises()
  const push = (intent: Intent): void =>
    mounted.bridge.push('ledger.changed', { intent, counts: { queued: 0, sending: 0, accepted: 0, unknown: 0 } })
  return { ...mounted, reads, submits, choices, intents, push }
}

/** What stands in a dialog, or anywhere else on the page: dialogs are drawn beside what opened them. */
export function find<T extends HTMLElement = HTMLElement>(selector: string, kind?: new () => T): T | null {
  const element = document.body.querySelector<T>(selector)
  return kind === undefined || element instanceof kind ? element : null
}
export const text = (selector: string): string => find(selector)?.textContent.replace(/\s+/g, ' ').trim() ?? ''

export async function click(selector: string): Promise<void> {
  const element = find(selector)
  if (element === null) throw new Error(`Nothing to press: ${selector}`)
  element.click()
  await flushPromises()
}

/** The input of a field by its name. */
export function field(name: string): HTMLInputElement {
  const place = `[data-field="${name}"]`
  const element = document.body.querySelector<HTMLInputElement>(
    `input${place}, textarea${place}, ${place} input, ${place} textarea`,
  )
  if (element === null) throw new Error(`No field ${name}`)
  return element
}

/** Opens what is folded. */
export async function unfold(selector: string): Promise<void> {
  const details = document.body.querySelector<HTMLDetailsElement>(selector)
  if (details === null) throw new Error(`Nothing to unfold: ${selector}`)
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  await flushPromises()
}

export async function type(name: string, value: string): Promise<void> {
  const element = field(name)
  element.value = value
  element.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}

/** Holds the button through; a click without a pointer arms it, a second one fires, as assistive technology does. */
export async function hold(selector: string): Promise<void> {
  await click(selector)
  await click(selector)
}
