import { onBeforeUnmount, onMounted, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { armComboOf, taskOf, worksInText } from '#kit/composables/task/arm-keys.ts'
import { askTask } from '#kit/composables/task/live-tasks.ts'
import { useArmKeys } from '#kit/composables/task/useArmKeys.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { isTyping, layerOpen } from '#kit/composables/useHotkeys.ts'
import { useSettings } from '#kit/stores/settings.ts'

/** Arms tasks of the live view by the keys in the settings, from any view. A key never fires, however often it is pressed. */
export function useArmHotkeys(): void {
  const { t } = useI18n()
  const router = useRouter()
  const { announce } = useAnnounce()
  const { keys } = useArmKeys()
  const settings = useSettings()
  void settings.ensure()
  watch(
    () => settings.values.armKeys,
    (now) => (keys.value = now),
    { immediate: true },
  )

  function handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return
    const combo = armComboOf(event)
    const task = combo === undefined ? undefined : taskOf(combo, keys.value)
    if (combo === undefined || task === undefined || layerOpen()) return
    if (isTyping(event.target) && !worksInText(combo)) return
    event.preventDefault()
    if (event.repeat) return
    if (router.currentRoute.value.path !== '/live') void router.push('/live')
    askTask(task, undefined, () => announce(t('frame.task.missed')))
  }
  onMounted(() => window.addEventListener('keydown', handle))
  onBeforeUnmount(() => window.removeEventListener('keydown', handle))
}
