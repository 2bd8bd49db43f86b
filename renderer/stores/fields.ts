import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { BridgeInput } from '#contract/bridge.ts'
import type { FieldChoice, WordMeaning } from '#contract/live.ts'
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

  /** What a status word of the platform means; applied to later answers of that environment. */
  async function teach(environment: EnvironmentId, word: string, means: WordMeaning): Promise<void> {
    await call('words.teach', { environment, word, means })
  }

  return { choices, byOperation, ...cache, init, choose, forget, teach }
})
