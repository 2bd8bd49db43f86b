// The templates that the platform has, as it said when it was asked last.
import { computed, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import type { DeskError } from '#contract/errors.ts'
import { useRead } from '../../../composables/useOperation.ts'
import { operations } from './operations.ts'
import { templateIn, templatesIn } from './records.ts'
import type { PlatformTemplate } from './records.ts'

export interface PlatformTemplates {
  list: Readonly<ShallowRef<PlatformTemplate[]>>
  /** When the platform said so. */
  readAt: Readonly<ShallowRef<string | undefined>>
  busy: ComputedRef<boolean>
  error: ComputedRef<DeskError | undefined>
  read(): Promise<void>
  /** One template whole: a list may leave the long texts out. Undefined where it could not be read. */
  get(id: string): Promise<JsonObject | undefined>
  clear(): void
}

export function usePlatformTemplates(): PlatformTemplates {
  const list = shallowRef<PlatformTemplate[]>([])
  const readAt = shallowRef<string>()
  const all = useRead()
  const one = useRead()

  return {
    list,
    readAt,
    busy: computed(() => all.busy.value || one.busy.value),
    error: computed(() => one.error.value ?? all.error.value),
    async read() {
      const answer = await all.run({ operation: operations.all, body: {} })
      if (answer === undefined) return
      list.value = templatesIn(answer.data)
      readAt.value = answer.receivedAt
    },
    async get(id) {
      const answer = await one.run({ operation: operations.get, body: { id } })
      return answer === undefined ? undefined : templateIn(answer.data, id)
    },
    clear() {
      list.value = []
      readAt.value = undefined
      all.reset()
      one.reset()
    },
  }
}
