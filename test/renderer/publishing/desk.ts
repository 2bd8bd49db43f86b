// The publishing view on an in-memory bridge: a desk with provider profiles and events, whose submits end when the test says so.
import { _api } from '@iconify/vue'
import App from '@nuxt/ui/components/App.vue'
import ui from '@nuxt/ui/vue-plugin'
import { mount, flushPromises, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { h } from 'vue'
import { createMemoryHistory, createRouter, RouterView } from 'vue-router'
import { z } from 'zod'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Json } from '#contract/json.ts'
import type { DraftContent } from '#contract/draft.ts'
import type { Intent, ProviderProfile } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'
import { eventUpdate } from '../../../main/platform/catalog/bodies/event-update.ts'
import { connectBridge } from '../../../renderer/kit/bridge/index.ts'
import { i18n, loadMessages } from '../../../renderer/kit/i18n.ts'
import { initStores } from '../../../renderer/stores.ts'
import { eventOperations } from '../../../renderer/views/publishing/model/fields.ts'
import { emptyForm, toBody } from '../../../renderer/views/publishing/model/form.ts'
import publishing from '../../../renderer/views/publishing/view.ts'
import { createMemoryBridge, type MemoryBridge } from '../support/memory-bridge.ts'
import { intent as sketch } from './fixtures.ts'

type Ending = Pick<Intent, 'state'> & Partial<Intent>

export interface Desk {
  wrapper: VueWrapper
  bridge: MemoryBridge
  /** Bodies that were submitted, the oldest first. */
  submitted: Array<{ operation: string; body: unknown }>
  saved: Array<BridgeInput<'drafts.save'>>
  /** Ends the submit number `at`, as the ledger would. */
  settle(at: number, ending: Ending): Promise<Intent>
  row(key: string): { state: string | undefined; actions: string[]; text: string }
  /** Arms and fires what the open dialog asks for. */
  fire(): Promise<void>
}

/** An event as the draft store keeps it. */
export function eventDraft(title: string, profileIds: string[] = []): DraftContent {
  const form = emptyForm()
  form.details = { title }
  return {
    operation: eventOperations.update,
    title,
    path: {},
    query: {},
    body: toBody(form) as unknown as Json,
    notes: '',
    tags: [],
    environment: 'rehearsal',
    extra: { profileIds },
    base: null,
  }
}

_api.setFetch(() => Promise.resolve(new Response('{}', { status: 404 })))

export async function openDesk(
  events: DraftContent[],
  profiles: ProviderProfile[] = [],
  prepare: (bridge: MemoryBridge) => void = () => undefined,
): Promise<Desk> {
  const bridge = createMemoryBridge(0)
  const submitted: Desk['submitted'] = []
  const saved: Desk['saved'] = []
  const waiting: Array<(intent: Intent) => void> = []
  const intents: Intent[] = []
  let secrets = 0

  bridge.answer('catalog.list', () => ({
    operations: [
      {
        key: eventOperations.update,
        method: 'PUT',
        path: '/api/video/event/update',
        product: 'Livestream',
        resource: 'video/event',
        name: 'Event - Update',
        kind: 'update',
        risk: 'onair',
        queueable: false,
        auth: 'apiKey',
        pathParams: [],
        body: z.toJSONSchema(eventUpdate, { unrepresentable: 'any' }),
      },
    ],
  }))
  bridge.answer('profiles.list', () => ({ profiles }))
  const { drafts, handlers } = bridge.drafts
  drafts.clear()
  for (const event of events) handlers['drafts.save']({ id: `event-${event.title}`, ...event })
  bridge.answer('drafts.save', (params) => {
    const input = structuredClone(params) as BridgeInput<'drafts.save'>
    saved.push(structuredClone(input))
    const body = input.body as { options: Record<string, unknown> }
    for (const name of ['apiKey', 'apiSecret', 'authToken', 'streamKey']) {
      const value = body.options[name]
      if (value !== null && !isSecretReference(value)) body.options[name] = { $secret: `draft/${name}/${++secrets}` }
    }
    return handlers['drafts.save'](input)
  })
  bridge.answer('ledger.submit', (params) => {
    const { operation, body } = params as { operation: string; body: Json }
    submitted.push({ operation, body })
    const intent: Intent = {
      ...sketch({ id: `sent-${submitted.length}`, state: 'sending', body }),
      operation,
      createdAt: new Date().toISOString(),
    }
    intents.push(intent)
    bridge.push('ledger.changed', { intent, counts: { queued: 0, sending: 1, accepted: 0, unknown: 0 } })
    return new Promise<Intent>((resolve) => waiting.push(resolve))
  })
  const change = (id: string, ending: Ending): Intent => {
    const at = intents.findIndex((intent) => intent.id === id)
    const intent = { ...(intents[at] as Intent), settledAt: new Date().toISOString(), ...ending }
    intents[at] = intent
    bridge.push('ledger.changed', { intent, counts: { queued: 0, sending: 0, accepted: 0, unknown: 0 } })
    return intent
  }
  bridge.answer('ledger.reconcile', (params) => change((params as { id: string }).id, { state: 'confirmed' }))
  bridge.answer('ledger.retry', (params) => change((params as { id: string }).id, { state: 'confirmed' }))

  prepare(bridge)

  document.body.innerHTML = '<div id="host"></div>'
  const pinia = createPinia()
  setActivePinia(pinia)
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/publishing', component: publishing.component },
      { path: '/:rest(.*)*', component: { render: () => null } },
    ],
  })
  connectBridge(bridge.transport)
  initStores()
  await loadMessages(publishing.messages)
  await router.push('/publishing')
  const wrapper = mount(() => h(App, { toaster: null }, () => h(RouterView)), {
    attachTo: '#host',
    global: { plugins: [pinia, i18n, router, ui] },
  })
  await flushPromises()

  return {
    wrapper,
    bridge,
    submitted,
    saved,
    async settle(at, ending) {
      const intent = change(`sent-${at + 1}`, ending)
      waiting[at]?.(intent)
      await flushPromises()
      return intent
    },
    row(key) {
      const row = document.querySelector<HTMLElement>(`[data-row="${key}"]`)
      return {
        state: row?.dataset['state'],
        actions: [...(row?.querySelectorAll<HTMLElement>('[data-action]') ?? [])].map(
          ({ dataset }) => dataset['action'] ?? '',
        ),
        text: row?.textContent ?? '',
      }
    },
    async fire() {
      await flushPromises()
      document.querySelector<HTMLElement>('[role="dialog"] [data-arm]')?.click()
      await flushPromises()
      document.querySelector<HTMLElement>('[role="dialog"] [data-fire]')?.click()
      await flushPromises()
    },
  }
}
