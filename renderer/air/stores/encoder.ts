import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Decision } from '#contract/command.ts'
import type { Encoder, EncoderState } from '#contract/air/encoder.ts'
import type { Intent } from '#contract/models.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { call, on } from '#kit/bridge/index.ts'
import { createCache } from '#kit/stores/cache.ts'
import { decisionHere } from '#kit/stores/decision-here.ts'

export type EncoderCommand = Omit<BridgeInput<'encoder.command'>, keyof Decision | 'shown'>

const keyOf = (one: Encoder | undefined): string =>
  one === undefined ? '' : [one.id, one.hasPassword, one.address, one.name].join(' ')

/** Streaming software: what was entered, and what the one in use does. */
export const useEncoder = defineStore('encoder', () => {
  /** Undefined until it was read. */
  const state = shallowRef<EncoderState>()
  const list = ref<readonly Encoder[]>([])
  const cache = createCache(async () => {
    const [now, listed] = await Promise.all([call('encoder.state'), call('encoder.list')])
    state.value = now
    list.value = listed.encoders
  })

  function init(): void {
    on('encoder.changed', (now) => {
      state.value = now
      // Another window chose or changed one.
      const used = list.value.find((one) => one.used)
      if (keyOf(used) !== keyOf(now.encoder)) void cache.refresh()
    })
    on('desk.restarted', () => void cache.refresh())
  }

  /** An empty password is none; without one the stored one stays. @throws DeskError */
  async function save(input: BridgeInput<'encoder.save'>): Promise<void> {
    list.value = (await call('encoder.save', input)).encoders
  }
  async function remove(id: string): Promise<void> {
    list.value = (await call('encoder.remove', { id })).encoders
  }
  /** Null uses none. */
  async function use(id: string | null): Promise<void> {
    list.value = (await call('encoder.use', { id })).encoders
  }
  async function read(): Promise<void> {
    state.value = await call('encoder.read')
  }
  /** The intent once it is settled or unknown. @throws DeskError */
  const command = (input: EncoderCommand, pressed: Pressed): Promise<Intent> =>
    call('encoder.command', { ...input, shown: pressed.shown, ...decisionHere(pressed) })

  return { state, list, ...cache, refresh: cache.read, init, save, remove, use, readNow: read, command }
})
