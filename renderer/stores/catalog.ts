import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { OperationInfo } from '#contract/operation.ts'
import { call } from '../bridge/index.ts'
import { operationName } from './operation-name.ts'
import { createCache } from './cache.ts'

/** Every operation, read when a screen first asks (`ensure`) and kept: the catalog does not change while the desk runs. */
export const useCatalog = defineStore('catalog', () => {
  const operations = shallowRef<OperationInfo[]>([])
  const byKey = computed(() => new Map(operations.value.map((operation) => [operation.key, operation])))
  /** Its name with its product; of an operation that this catalog does not know, its key. */
  const nameOf = (key: string): string => {
    const operation = byKey.value.get(key)
    return operation === undefined ? key : operationName(operation)
  }
  const cache = createCache(async () => {
    operations.value = (await call('catalog.list')).operations
  })

  function init(): void {
    // Nothing to hear.
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
