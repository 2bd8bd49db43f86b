import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import type { Firing, FiringChoices, FiringPlan, LeftOnAir } from '#contract/air/firing.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { call, on } from '#kit/bridge/index.ts'
import { createCache } from '#kit/stores/cache.ts'
import { decisionHere } from '#kit/stores/decision-here.ts'
import { useEnvironments } from '#kit/stores/environments.ts'

/** Starts and ends of a broadcast, fired as one command and taken step by step. */
export const useFiring = defineStore('firing', () => {
  const environments = useEnvironments()
  /** The one that runs, waits or was stopped; null where there is none, undefined until it was read. */
  const current = shallowRef<Firing | null>()
  const known = shallowRef<FiringChoices>()
  const told = shallowRef<LeftOnAir[]>([])
  /** The newest that this page heard of; undefined where it heard of none. */
  let newest: string | undefined
  const cache = createCache(async () => {
    const [now, { left: alone }] = await Promise.all([call('firing.current'), call('firing.left'), loadChoices()])
    hear(now.firing)
    told.value = alone
  })
  async function loadChoices(): Promise<void> {
    const environment = environments.selected?.id
    if (environment === undefined) return
    const got = await call('firing.choices', { environment })
    if (environments.selected?.id === environment) known.value = got
  }

  function init(): void {
    on('firing.changed', ({ firing }) => hear(firing))
    on('firing.left', ({ left: alone }) => (told.value = alone))
    // At the start the environment is read at the same time.
    watch(
      () => environments.selected?.id,
      () => void loadChoices().catch(() => undefined),
    )
  }
  function hear(firing: Firing | null): void {
    current.value = firing
    newest = firing?.id ?? newest
  }
  /** What happened since is told by events, which may come before the answer. */
  function take(firing: Firing): void {
    if (current.value?.id !== firing.id) hear(firing)
  }

  /** Of the environment that is chosen now; undefined until they were read. */
  const choices = computed(() => (known.value?.environment === environments.selected?.id ? known.value : undefined))

  /** What ends left on air in the environment that is chosen now. */
  const left = computed(() => told.value.filter(({ environment }) => environment === environments.selected?.id))
  async function dismissLeft(): Promise<void> {
    for (const { firing } of left.value) told.value = (await call('firing.dismissLeft', { id: firing })).left
  }

  /** What it would do now. @throws DeskError */
  const plan = (kind: FiringPlan['kind']): Promise<FiringPlan> => call('firing.plan', { kind })

  /** @throws DeskError where the press says no environment or moment: then nobody knows what was decided. */
  function decided(pressed: Pressed) {
    const { environment, pressedAt } = decisionHere(pressed)
    if (environment === undefined || pressedAt === undefined)
      throw new DeskError('invalid_input', 'A start or an end says where and when it was pressed.')
    return { press: crypto.randomUUID(), environment, pressedAt }
  }
  async function fire(kind: FiringPlan['kind'], pressed: Pressed): Promise<void> {
    take(await call('firing.fire', { kind, shown: pressed.shown, ...decided(pressed), ...defined({ saw: newest }) }))
  }
  async function resume(id: string, pressed: Pressed): Promise<void> {
    take(await call('firing.resume', { id, ...decided(pressed) }))
  }
  async function proceed(id: string, step: string): Promise<void> {
    take(await call('firing.proceed', { id, step }))
  }
  async function stop(id: string): Promise<void> {
    take(await call('firing.stop', { id }))
  }
  async function choose(change: Omit<BridgeInput<'firing.choose'>, 'environment'>): Promise<void> {
    const environment = environments.selected?.id
    if (environment === undefined) return
    known.value = await call('firing.choose', { environment, ...change })
  }

  return {
    current,
    choices,
    left,
    ...cache,
    refresh: cache.read,
    init,
    plan,
    fire,
    resume,
    proceed,
    stop,
    choose,
    dismissLeft,
  }
})
