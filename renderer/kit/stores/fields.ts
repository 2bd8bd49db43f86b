import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { FieldChoice, WordChoice, WordMeaning } from '#contract/live.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

export const useFields = defineStore('fields', () => {
  const environments = useEnvironments()
  const choices = shallowRef<FieldChoice[]>([])
  const byOperation = computed(
    () =>
      new Map(
        choices.value
          .filter(({ environment }) => environment === environments.selected?.id)
          .map((choice) => [choice.operation, choice]),
      ),
  )
  const cache = createCache(async () => {
    const id = environments.selected?.id
    if (id !== undefined) choices.value = (await call('fields.list', { environment: id })).choices
  })

  function init(): void {
    on('fields.changed', ({ environment, choices: list }) => {
      if (environment === environments.selected?.id) choices.value = list
    })
    on('environments.changed', () => void cache.refresh())
  }

  async function choose(choice: Omit<BridgeInput<'fields.choose'>, 'environment'>): Promise<void> {
    const id = environments.selected?.id
    if (id !== undefined) await call('fields.choose', { environment: id, ...choice })
    await cache.refresh()
  }
  async function forget(operation: string): Promise<void> {
    const id = environments.selected?.id
    if (id !== undefined) await call('fields.forget', { environment: id, operation })
    await cache.refresh()
  }

  return { choices, byOperation, ...cache, init, choose, forget }
})

/** What a person said of status words of the platform, of the environment that is chosen. */
export const useStatusWords = defineStore('words', () => {
  const environments = useEnvironments()
  const known = shallowRef<{ environment: EnvironmentId; choices: WordChoice[] }>()
  const here = computed(() => environments.selected?.id)
  const cache = createCache(async () => {
    const environment = here.value
    if (environment !== undefined) known.value = { environment, ...(await call('words.list', { environment })) }
  })

  function init(): void {
    on('words.changed', (change) => {
      if (change.environment === here.value) known.value = change
    })
    watch(here, () => void follow())
  }
  async function follow(): Promise<void> {
    await cache.refresh()
    // That may have been the reading that was under way for the environment before.
    if (known.value?.environment !== here.value) await cache.refresh()
  }

  /** Applied to later answers of that environment. @throws DeskError */
  async function teach(environment: EnvironmentId, word: string, means: WordMeaning): Promise<void> {
    await call('words.teach', { environment, word, means })
  }
  /** @throws DeskError */
  async function forget({ environment, word }: Pick<WordChoice, 'environment' | 'word'>): Promise<void> {
    await call('words.forget', { environment, word })
    await cache.refresh()
  }

  return {
    list: computed(() => (known.value?.environment === here.value ? (known.value?.choices ?? []) : [])),
    ...cache,
    init,
    teach,
    forget,
  }
})
