// A dock on an in-memory bridge: answers to watched reads by route, and the targets of commands.
import { _api } from '@iconify/vue'
import ui from '@nuxt/ui/vue-plugin'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { onTestFinished } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Grant } from '#contract/access.ts'
import type { CommandOutcome, CommandTarget } from '#contract/commands.ts'
import type { Shown } from '#contract/shown.ts'
import type { Json } from '#contract/json.ts'
import type { Broadcast } from '#contract/live.ts'
import type { Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
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
  /** What `command.list` answers; what is put here is read from then on. */
  targets: CommandTarget[]
  /** Parameters of every `command.run`, the oldest first. */
  runs: Array<Record<string, unknown>>
  /** Ends the run number `at`. */
  end(at: number, outcome: CommandOutcome | Error): Promise<void>
  text(selector: string): string
}

const shownOf = (command: CommandTarget['command'], record: string): Shown =>
  command === 'reveal' || command === 'hide'
    ? { poll: record }
    : command === 'runAd'
      ? { stream: 'str_1', ad: record }
      : command === 'clip' || command === 'mark'
        ? { stream: record }
        : { stream: 'str_1', destinations: [{ key: record }] }

export const readAt = (): string => new Date().toISOString()
export const target = (
  command: CommandTarget['command'],
  record: string,
  values: Partial<CommandTarget> = {},
): CommandTarget => ({
  command,
  record,
  name: record,
  active: true,
  readAt: readAt(),
  shown: shownOf(command, record),
  ...values,
})

export const confirmed = (values: Partial<Intent> = {}): CommandOutcome => ({
  outcome: 'sent',
  intent: { ...sampleIntent(1), id: 'sent-1', state: 'confirmed', settledAt: readAt(), ...values },
})

export const operateGrant = (values: Partial<Grant> = {}): Grant => ({
  id: 'grant-1',
  name: 'Left screen',
  scope: 'operate',
  environment: 'rehearsal',
  commands: ['start', 'stop', 'pause', 'resume', 'reveal', 'hide', 'runAd', 'clip', 'mark'],
  mode: 'fire',
  createdAt: readAt(),
  lastUsedAt: null,
  ...values,
})

export async function openDock(
  panel: DockPanel | undefined,
  options: {
    grant?: Grant | null
    targets?: CommandTarget[]
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
  const dock = { targets: options.targets ?? [] }
  bridge.answer('platform.read', (params) => answerOf(answers[(params as OperationRequest).operation] ?? { data: {} }))
  bridge.answer('broadcast.get', () => ({
    environment: 'rehearsal',
    stream,
    poll: { id: 'emb_2', name: 'Next guest' },
    ...options.broadcast,
  }))
  bridge.answer('access.own', () => ({ grant: options.grant === undefined ? operateGrant() : options.grant }))
  bridge.answer('command.list', () => ({ targets: dock.targets }))
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
    get targets() {
      return dock.targets
    },
    set targets(next) {
      dock.targets = next
    },
    async end(at, outcome) {
      if (outcome instanceof Error) waiting[at]?.reject(outcome)
      else waiting[at]?.resolve(outcome)
      await flushPromises()
      await settled()
    },
    text: (selector) => wrapper.find(selector).text().replaceAll(/\s+/g, ' '),
  }
}

/** Arms a command and fires it, in two places. */
export async function fire({ wrapper }: Pick<OpenDock, 'wrapper'>, command: string): Promise<void> {
  await wrapper.find(`[data-command="${command}"] [data-arm]`).trigger('click')
  await flushPromises()
  await wrapper.find(`[data-command="${command}"] [data-fire]`).trigger('click')
  await flushPromises()
}
