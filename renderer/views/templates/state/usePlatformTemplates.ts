import { computed, shallowRef } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import { useRead } from '#kit/composables/useOperation.ts'
import { operations } from '../model/operations.ts'
import { templateIn, templatesIn, type PlatformTemplate } from '../model/records.ts'

export function usePlatformTemplates() {
  const list = shallowRef<PlatformTemplate[]>([])
  const readAt = shallowRef<string>()
  const all = useRead()
  const one = useRead()

  return {
    list,
    readAt,
    busy: computed(() => all.busy.value || one.busy.value),
    error: computed(() => one.error.value ?? all.error.value),
    async read(): Promise<void> {
      const answer = await all.run({ operation: operations.all, body: {} })
      if (answer === undefined) return
      list.value = templatesIn(answer.data)
      readAt.value = answer.receivedAt
    },
    /** One template with its long texts, which a list may leave out. Undefined where it could not be read. */
    async get(id: string): Promise<JsonObject | undefined> {
      const answer = await one.run({ operation: operations.get, body: { id } })
      return answer === undefined ? undefined : templateIn(answer.data, id)
    },
    clear(): void {
      list.value = []
      readAt.value = undefined
      all.reset()
      one.reset()
    },
  }
}

export type PlatformTemplates = ReturnType<typeof usePlatformTemplates>
