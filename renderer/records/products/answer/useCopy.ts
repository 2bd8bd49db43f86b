import { onScopeDispose, ref } from 'vue'
import { useI18n } from 'vue-i18n'

/** Null is too long for a clipboard. */
export function useCopy() {
  const { t } = useI18n()
  const said = ref('')
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  async function copy(asked: Promise<string | null>): Promise<void> {
    try {
      const text = await asked
      if (text !== null) await navigator.clipboard.writeText(text)
      said.value = t(text === null ? 'answer.tooLong' : 'common.copy.copied')
    } catch {
      said.value = t('common.copy.failed')
    }
    clearTimeout(timer)
    timer = setTimeout(() => (said.value = ''), 3_000)
  }
  return { copy, said }
}
