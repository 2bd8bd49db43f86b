// The live desk on an in-memory bridge: answers to watched reads by route, and commands that end when the test says so.
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, vi } from 'vitest'
import type { Component } from 'vue'
import { isOnAirCommand } from '#contract/access-kinds.ts'
import type { BridgeInput } from '#contract/bridge.ts'
import type { CommandOutcome } from '#contract/commands.ts'
import type { Json } from '#contract/json.ts'
import { watchKey } from '#contract/watch-key.ts'
import type { Broadcast, LiveValue, Pace } from '#contract/live.ts'
import type { Intent, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { useLive } from '../../../renderer/kit/stores/live.ts'
import LiveView from '../../../renderer/views/live/LiveView.vue'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'

type Run = BridgeInput<'command.run'>

export interface LiveDesk {
  wrapper: VueWrapper
  bridge: MemoryBridge
  /** Commands, as main gets them. */
  runs: Run[]
  /** Answers by route key; what is changed here is read from then on. */
  answers: Record<string, Json>
  /** Ends the command number `at` as the ledger would. */
  settle(at: number, ending: Partial<Intent>): Promise<void>
  /** What main tells of a watched value, drawn. */
  tell(request: OperationRequest, pace: Pace, value: Partial<LiveValue>): Promise<void>
  text: (selector: string) => string
}

export const stream = { id: 'str_1', name: 'Night show main' }
const poll = { id: 'emb_2', name: 'Next guest' }
export const status: OperationRequest = { operation: 'POST /api/video/stream/getStatus', body: { streamId: stream.id } }
export const embed: OperationRequest = { operation: 'POST /api/vote/embed/get', body: { embedId: poll.id } }
export const charges: OperationRequest = { operation: 'POST /api/payment/charge/all', body: { limit: 100, offset: 0 } }
export const now = (): string => new Date().toISOString()
export const answerOf = (data: Json, receivedAt = now()) => ({ status: 200, data, receivedAt, durationMs: 12 })

export function liveAnswers(): Record<string, Json> {
  return {
    'POST /api/video/stream/getStatus': {
      data: { id: 'str_1', status: 'live', viewers: 1_204, startedOn: new Date(Date.now() - 5_025_000).toISOString() },
    },
    'POST /api/video/stream/getAnalytics': { data: { bitrateKbps: 5_842 } },
    'GET /api/video/details/all': {
      data: {
        items: [
          {
            id: 'det_2',
            providerName: 'Main stage',
            providerId: 'out-1',
            streamId: 'str_1',
            videoId: 'vid-1',
            title: 'Night show',
            status: 'live',
            started: true,
            paused: false,
            stopped: false,
          },
        ],
      },
    },
    'POST /api/vote/embed/get': {
      data: {
        id: 'emb_2',
        status: 'open',
        question: 'Who should come next?',
        options: [
          { id: 'cook', text: 'A cook' },
          { id: 'diver', text: 'A diver' },
        ],
        tally: { cook: 41, diver: 66 },
        totalVotes: 107,
      },
    },
    'GET /api/ads/placement/all': {
      data: { items: [{ id: 'plc_1', name: 'Spot A', advertisementId: 'ad_1', streamId: 'str_1', status: 'active' }] },
    },
    'POST /api/payment/charge/all': {
      data: {
        items: [
          { id: 'chg_1', description: 'Ticket', amount: 1_200, currency: 'EUR', status: 'succeeded', createdAt: now() },
        ],
        total: 41,
      },
    },
  }
}

export async function openLive(
  options: {
    broadcast?: Partial<Broadcast>
    answers?: Record<string, Json>
    prepare?: (bridge: MemoryBridge) => void
    /** With parts of the frame around the live view. */
    component?: Component
  } = {},
): Promise<LiveDesk> {
  const answers = options.answers ?? liveAnswers()
  const runs: Run[] = []
  /** What was told stands until the platform is asked for something else. */
  const told = new Map<string, ReadAnswer>()
  const waiting: Array<(outcome: CommandOutcome) => void> = []
  const { wrapper, bridge } = await mountOnDesk(
    options.component ?? LiveView,
    {},
    {
      intents: 4,
      at: '/live',
      prepare(memory) {
        memory.answer(
          'platform.read',
          (params) =>
            told.get(watchKey(params as OperationRequest)) ??
            answerOf(answers[(params as OperationRequest).operation] ?? { data: {} }),
        )
        memory.answer('broadcast.get', () => ({ environment: 'rehearsal', stream, poll, ...options.broadcast }))
        memory.answer('desk.info', () => undefined)
        memory.answer('command.newest', () => ({ id: null }))
        memory.answer('command.run', (params) => {
          const run = params as Run
          if (isOnAirCommand(run.command) && run.saw === undefined)
            throw new Error(`${run.command} says not what was seen`)
          runs.push(run)
          return new Promise((done) => waiting.push(done))
        })
        options.prepare?.(memory)
      },
    },
  )
  await settled()
  return {
    wrapper,
    bridge,
    runs,
    answers,
    async settle(at, ending) {
      const intent: Intent = {
        id: `sent-${at}`,
        reference: `sd-${at}`,
        operation: 'PUT /api/video/event/update',
        state: 'confirmed',
        environment: 'rehearsal',
        product: 'Livestream',
        risk: 'onair',
        request: {},
        attempts: 1,
        createdAt: now(),
        settledAt: now(),
        evidence: [],
        ...ending,
      }
      waiting[at]?.({ outcome: 'sent', intent })
      await settled()
    },
    async tell(request, pace, value) {
      if (value.answer !== undefined) told.set(watchKey(request), value.answer)
      const key = watchKey(request)
      bridge.push('live.value', { key, environment: 'rehearsal', pace, reading: false, ...value })
      await expect.poll(() => useLive().values.get(key)).toMatchObject({ ...value })
      await settled()
    },
    text: (selector) => wrapper.find(selector).text(),
  }
}

/** Requests that are set off by a timer of zero, their answers, what loads on demand, and the frame in which they are drawn. */
export async function settled(): Promise<void> {
  await vi.dynamicImportSettled()
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await flushPromises()
  }
}

/** Arms a command and fires it, as a person does in two places. */
export async function fire(desk: Pick<LiveDesk, 'wrapper'>, selector: string): Promise<void> {
  await desk.wrapper.find(`${selector} [data-arm]`).trigger('click')
  // What was sent last is known by then.
  await flushPromises()
  await desk.wrapper.find(`${selector} [data-fire]`).trigger('click')
  await settled()
}
