import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Rundown, RundownPosition } from '#contract/air/rundown.ts'
import { oneAtATime } from '#kit/base/one-at-a-time.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { call, on } from '#kit/bridge/index.ts'
import { createCache } from '#kit/stores/cache.ts'
import { decisionHere } from '#kit/stores/decision-here.ts'
import { useEnvironments } from '#kit/stores/environments.ts'

/** The rundown of the show in the chosen environment, and where the show is in it. */
export const useRundown = defineStore('rundown', () => {
  const environments = useEnvironments()
  const known = shallowRef<{ environment: EnvironmentId; position: RundownPosition | null }>()
  const read = shallowRef<Rundown>()
  /** What this page fired itself. */
  const own = shallowRef<string>()
  /** Counts what was heard, so that an answer does not replace what came after it was asked for. */
  let heard = 0

  const readPlan = oneAtATime(async () => {
    const { rundown, revision } = known.value?.position ?? {}
    if (rundown === undefined || (read.value?.id === rundown && read.value.revision === revision)) return
    const got = await call('rundown.get', { id: rundown }).catch(() => undefined)
    if (got !== undefined) read.value = got
  })
  function hear(environment: EnvironmentId, position: RundownPosition | null): void {
    heard += 1
    known.value = { environment, position }
    if (position !== null) void readPlan()
  }
  const cache = createCache(async () => {
    const environment = environments.selected?.id
    if (environment === undefined) return
    const before = heard
    const { position } = await call('rundown.position', { environment })
    if (heard === before && environments.selected?.id === environment) hear(environment, position)
  })

  function init(): void {
    on('rundown.position', ({ environment, position }) => {
      if (environment === environments.selected?.id) hear(environment, position)
    })
    on('desk.restarted', () => void cache.refresh())
    watch(
      () => environments.selected?.id,
      () => void cache.refresh(),
    )
  }

  /** Null where the show has none, undefined until it was read. */
  const position = computed(() =>
    known.value !== undefined && known.value.environment === environments.selected?.id
      ? known.value.position
      : undefined,
  )
  /** Its cues; undefined until they were read. */
  const plan = computed(() => (read.value?.id === position.value?.rundown ? read.value : undefined))

  /** What a press has seen: all that a Go or a move is compared with. */
  function seen(): { id: string; revision: number; position: number; environment: EnvironmentId } {
    const now = position.value
    if (now === undefined || now === null)
      throw new DeskError('not_found_here', 'The show has no rundown.', { facts: { reason: 'rundown_not_chosen' } })
    return { id: now.rundown, revision: now.revision, position: now.position, environment: now.environment }
  }
  /** Fires the next cue. False where nobody at the desk fired it in time. @throws DeskError */
  async function go(pressed: Pressed): Promise<boolean> {
    const { environment, pressedAt } = decisionHere(pressed)
    if (environment === undefined || pressedAt === undefined)
      throw new DeskError('invalid_input', 'A Go says where and when it was pressed.')
    const outcome = await call('rundown.go', {
      ...seen(),
      ...{ shown: pressed.shown, environment, press: crypto.randomUUID(), pressedAt },
    })
    if (outcome.outcome === 'lapsed') return false
    own.value = outcome.firing
    // What happened since is told by events, which may come before the answer.
    if ((position.value?.position ?? -1) < outcome.position.position) hear(environment, outcome.position)
    return true
  }
  /** Makes another cue the next one; fires nothing. @throws DeskError */
  async function move(next: string): Promise<void> {
    const before = seen()
    hear(before.environment, (await call('rundown.move', { ...before, next })).position)
  }
  /** Null takes it away. @throws DeskError */
  async function choose(id: string | null): Promise<void> {
    const environment = environments.selected?.id
    if (environment !== undefined) hear(environment, (await call('rundown.choose', { environment, id })).position)
  }

  return { position, plan, own, ...cache, refresh: cache.refresh, init, go, move, choose }
})
