import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { useFrame } from '#kit/composables/useFrame.ts'
import { useTour } from '#kit/composables/task/useTour.ts'

/** What Help offers, in its menu and in the palette. */
export function useHelp() {
  const { t } = useI18n()
  const router = useRouter()
  const { shortcutsOpen, helpPane } = useFrame()
  const { begin } = useTour()
  return computed(() => [
    {
      id: 'tour',
      label: t('frame.help.tour.label'),
      words: t('frame.help.tour.words'),
      icon: 'i-lucide-route',
      act: () => void begin(() => router.push('/live')),
    },
    {
      id: 'keys',
      label: t('frame.help.keys.label'),
      words: t('frame.help.keys.words'),
      icon: 'i-lucide-keyboard',
      act: () => void (shortcutsOpen.value = true),
    },
    {
      id: 'guides',
      label: t('frame.help.guides.label'),
      words: t('frame.help.guides.words'),
      icon: 'i-lucide-book-open',
      act: () => void (helpPane.value = 'guides'),
    },
    {
      id: 'news',
      label: t('frame.help.news.label'),
      words: t('frame.help.news.words'),
      icon: 'i-lucide-sparkles',
      act: () => void (helpPane.value = 'news'),
    },
    {
      id: 'diagnostics',
      label: t('frame.help.diagnostics.label'),
      words: t('frame.help.diagnostics.words'),
      icon: 'i-lucide-stethoscope',
      act: () => void router.push('/settings#diagnostics'),
    },
    {
      id: 'about',
      label: t('frame.help.about.label'),
      words: t('frame.help.about.words'),
      icon: 'i-lucide-info',
      act: () => void router.push('/settings#about'),
    },
  ])
}
