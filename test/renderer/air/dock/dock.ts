// A dock on an in-memory bridge: answers to watched reads by route, and commands that end when the test says so.
import { _api } from '@iconify/vue'
import ui from '@nuxt/ui/vue-plugin'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { onTestFinished } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Grant } from '#contract/access.ts'
import { recordCommands } from '#contract/access-kinds.ts'
import type { CommandOutcome } from '#contract/commands.ts'
import type { Json } from '#contract/json.ts'
import type { Broadcast } from '#contract/live.ts'
import type { Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { watchKey } from '#contract/watch-key.ts'
import { connectBridge } from '../../../../renderer/kit/bridge/index.ts'
import type { DockPanel } from '#contract/docks.ts'
import { setFormats } from '../../../../renderer/kit/base/locale.ts'
import type { DockAddress } from '../../../../renderer/air/dock/address.ts'
import DockApp from '../../../../renderer/air/dock/DockApp.vue'
import { initDock } from '../../../../renderer/air/dock/start.ts'
import { i18n, loadMessages } from '../../../../renderer/kit/i18n.ts'
import { answerOf, liveAnswers, settled, stream } from '../../live/desk.ts'
import { createMemoryBridge, type MemoryBridge } from '../../support/memory-bridge.ts'
import { sampleIntent } from '../../support/sample-backend.ts'

export interface OpenDock {
  wrapper: VueWrapper
  bridge: MemoryBridge
  answers: Record<string, Json>
  /** Parameters of every `command.run`, the oldest first. */
  runs: Array<Record<string, unknown>>
  /** Ends the run number `at`. */
  end(at: number, outcome: CommandOutcome | Error): Promise<void>
  text(selector: string): string
}

const readAt = (): string => new Date().toISOString()
export const confirmed = (values: Partial<Intent> = {}): CommandOutcome => ({
  outcome: 'sent',
  intent: { ...sampleIntent(1), id: 'sent-1', state: 'confirmed', settledAt: readAt(), ...values },
})

export const operateGrant = (values: Partial<Grant> = {}): Grant => ({
  id: 'grant-1',
  name: 'Left screen',
  scope: 'operate',
  environment: 'rehearsal',
  commands: [...recordCommands],
  mode: 'fire',
  createdAt: readAt(),
  lastUsedAt: null,
  ...values,
})

export async function openDock(
  panel: DockPanel | undefined,
  options: {
    grant?: Grant | null
    broadcast?: Partial<Broadcast>
    answers?: Record<string, Json>
    language?: string
    prepare?: (bridge: MemoryBridge) => void
  } = {},
): Promise<OpenDock> {
  await loadMessages(['dock', 'live', 'reasons', 'errors'])
  setFormats({ hours: 'h23' })
  _api.setFetch(() => Promise.resolve(new Response('{}', { status: 404 })))
  const pinia = createPinia()
  setActivePinia(pinia)
  const bridge = createMemoryBridge(6)
  const answers = options.answers ?? liveAnswers()
  const runs: OpenDock['runs'] = []
  const waiting: Array<{ resolve: (outcome: CommandOutcome) => void; reject: (error: Error) => void }> = []
  bridge.answer('platform.read', (params) => answerOf(answers[(params as OperationRequest).operation] ?? { data: {} }))
  bridge.answer('broadcast.get', () => ({
    environment: 'rehearsal',
    stream,
    poll: { id: 'emb_2', name: 'Next guest' },
    ...options.broadcast,
  }))
  bridge.answer('access.own', () => ({ grant: options.grant === undefined ? operateGrant() : options.grant }))
  bridge.answer('command.newest', () => ({ id: null }))
  bridge.answer('command.run', (params) => {
    runs.push(params as Record<string, unknown>)
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
  })
  if (options.language !== undefined) {
    const { language } = options
    bridge.answer('settings.get', () => ({
      theme: 'system',
      density: 'compact',
      language,
      hours: 'h23',
      notify: true,
      alarmSound: true,
      flashing: true,
      armKeys: {},
      tourDone: true,
      authOverrides: {},
    }))
  }
  options.prepare?.(bridge)
  connectBridge(bridge.transport)
  setActivePinia(pinia)
  initDock()
  const address: DockAddress = { secret: 'secret', ...(panel === undefined ? {} : { panel }) }
  const Root = defineComponent(() => () => h(DockApp, { address }))
  const wrapper = mount(Root, { global: { plugins: [pinia, i18n, ui] }, attachTo: document.body })
  onTestFinished(() => {
    bridge.setLink('open')
    wrapper.unmount()
  })
  await settled()
  return {
    wrapper,
    bridge,
    answers,
    runs,
    async end(at, outcome) {
      if (outcome instanceof Error) waiting[at]?.reject(outcome)
      else waiting[at]?.resolve(outcome)
      await flushPromises()
      await settled()
    },
    text: (selector) => wrapper.find(selector).text().replaceAll(/\s+/g, ' '),
  }
}

/** Destinations as the platform lists them, by name and state. */
export const destinations = (states: Record<string, string>): Record<string, Json> => ({
  'GET /api/video/details/all': {
    data: {
      items: Object.entries(states).map(([name, status], at) => ({
        id: `det_${at}`,
        providerName: name,
        providerId: `out-${at}`,
        streamId: 'str_1',
        videoId: `vid-${at}`,
        status,
        // Nothing is withheld from it.
        ...Object.fromEntries(['apiKey', 'apiSecret', 'authToken', 'streamKey'].map((secret) => [secret, null])),
      })),
    },
  },
})

/** Main tells that a read was answered anew. */
export async function tell({ bridge }: Pick<OpenDock, 'bridge'>, request: OperationRequest, data: Json): Promise<void> {
  const key = watchKey(request)
  bridge.push('live.value', { key, environment: 'rehearsal', pace: 'states', reading: false, answer: answerOf(data) })
  await settled()
}

/** Arms a command and fires it, in two places. */
export async function fire({ wrapper }: Pick<OpenDock, 'wrapper'>, command: string): Promise<void> {
  await wrapper.find(`[data-command="${command}"] [data-arm]`).trigger('click')
  await flushPromises()
  await wrapper.find(`[data-command="${command}"] [data-fire]`).trigger('click')
  await flushPromises()
}
