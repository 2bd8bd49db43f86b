import { computed, ref, watch } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFields } from '#kit/stores/fields.ts'
import type { Role } from '#answers/roles.ts'
import type { Reader } from './useReader.ts'

const askedIn = new WeakMap<object, Set<string>>()

/** Opens the questions about an answer the first time that there are any; later only by hand. */
export function useFieldQuestions(
  reader: Reader,
  rows: () => readonly JsonObject[],
  roles: () => readonly Role[],
  prices: () => readonly string[] = () => [],
) {
  const environments = useEnvironments()
  const fields = useFields()
  const asked = askedIn.get(fields) ?? new Set<string>()
  askedIn.set(fields, asked)
  const open = ref(false)
  const byHand = ref(false)
  const key = computed(() => `${environments.selected?.id ?? ''} ${reader.operation.value ?? ''}`)
  const questions = computed(() =>
    reader.ready.value && rows().length > 0 ? reader.questions(rows(), roles(), prices()) : [],
  )
  watch(
    questions,
    (now) => {
      if (now.length === 0 || open.value || asked.has(key.value)) return
      asked.add(key.value)
      byHand.value = false
      open.value = true
    },
    { immediate: true },
  )
  return {
    open,
    questions,
    only: computed(() => (byHand.value ? undefined : questions.value)),
    show: (): void => {
      byHand.value = true
      open.value = true
    },
  }
}
