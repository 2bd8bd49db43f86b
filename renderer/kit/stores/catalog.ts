import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { OperationInfo } from '#contract/operation.ts'
import { operationsInWords } from '../base/schema-words.ts'
import { call } from '../bridge/index.ts'
import { operationName } from './operation-name.ts'
import { createCache } from './cache.ts'

export const useCatalog = defineStore('catalog', () => {
  const listed = shallowRef<OperationInfo[]>([])
  /** In the language of the page. */
  const operations = computed(() => operationsInWords(listed.value))
  const byKey = computed(() => new Map(operations.value.map((operation) => [operation.key, operation])))
  const nameOf = (key: string): string => {
    const operation = byKey.value.get(key)
    return operation === undefined ? key : operationName(operation)
  }
  const cache = createCache(async () => {
    listed.value = (await call('catalog.list')).operations
  })

  function init(): void {
    // No event changes the catalog.
  }

  return {
    operations,
    byKey,
    nameOf,
    ...cache,
    refresh: () => (cache.reading.value === 'failed' ? cache.read() : Promise.resolve()),
    init,
  }
})
