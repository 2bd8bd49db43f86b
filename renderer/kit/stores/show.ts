import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { Show } from '#contract/live.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'

export const useShow = defineStore('show', () => {
  const current = ref<Show>()
  const cache = createCache(async () => {
    current.value = (await call('show.get')).show
  })

  function init(): void {
    on('show.changed', ({ show }) => (current.value = show))
    // Another profile may be open, with or without a show.
    on('desk.restarted', () => void cache.read())
  }

  /** Of the chosen stream, or of the one that is named. */
  const check = async (stream?: string) => (await call('show.check', stream === undefined ? {} : { stream })).checks
  const report = (id: string) => call('show.report', { id })
  const list = async (limit: number) => (await call('show.list', { limit })).shows

  /** Answers the places that a stored secret was left out of. */
  async function enter(input: BridgeInput<'show.enter'>): Promise<readonly string[]> {
    const { show, leftOut = [] } = await call('show.enter', input)
    current.value = show
    return leftOut
  }
  async function leave() {
    const ended = await call('show.leave')
    current.value = undefined
    return ended
  }

  /** Puts a line on the stage, or takes it away; answers the places that a stored secret was left out of. */
  async function say(text: string): Promise<readonly string[]> {
    const { show, leftOut = [] } = await call('stage.say', { text })
    current.value = show
    return leftOut
  }
  /** None where a browser opens the stage. */
  const stageScreens = async () => (await call('stage.screens')).screens
  const openStage = async (screen?: string): Promise<void> =>
    void (await call('stage.open', screen === undefined ? {} : { screen }))

  return {
    current,
    on: computed(() => current.value !== undefined),
    ...cache,
    refresh: cache.read,
    init,
    check,
    report,
    list,
    enter,
    leave,
    say,
    stageScreens,
    openStage,
  }
})
