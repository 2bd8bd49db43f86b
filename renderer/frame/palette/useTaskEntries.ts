import { computed, nextTick, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { adRecord, readAds } from '#answers/placements.ts'
import { capsFor } from '#kit/composables/task/arm-keys.ts'
import { askTask } from '#kit/composables/task/live-tasks.ts'
import type { CommandName } from '#contract/access-kinds.ts'
import { useArmKeys } from '#kit/composables/task/useArmKeys.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { useFrame } from '#kit/composables/useFrame.ts'
import { useStageWindow } from '#air/stage/useStageWindow.ts'
import { useBroadcast } from '#air/stores/broadcast.ts'
import { useLive } from '#kit/stores/live.ts'
import { useSettings } from '#kit/stores/settings.ts'
import { watchKey } from '#contract/watch-key.ts'
import { useHelp } from '../help/useHelp.ts'
import { indexed, type Entry, type Indexed } from './search.ts'

const icons = {
  start: 'i-lucide-play',
  pause: 'i-lucide-pause',
  resume: 'i-lucide-step-forward',
  stop: 'i-lucide-square',
  reveal: 'i-lucide-chart-bar',
  clip: 'i-lucide-scissors',
  mark: 'i-lucide-bookmark',
} as const satisfies Partial<Record<CommandName, string>>
const placements = watchKey({ operation: 'GET /api/ads/placement/all' })
const mostAds = 10

/** What a person wants to do. A task of the live desk arms its button or takes the focus there; it never fires. */
export function useTaskEntries(): ComputedRef<Indexed[]> {
  const { t } = useI18n()
  const router = useRouter()
  const { announce } = useAnnounce()
  const { paletteOpen, stageOpen } = useFrame()
  const help = useHelp()
  const stage = useStageWindow()
  const broadcast = useBroadcast()
  const live = useLive()
  const settings = useSettings()
  const { keys } = useArmKeys()

  function onLive(task: CommandName, subject?: string): void {
    paletteOpen.value = false
    if (router.currentRoute.value.path !== '/live') void router.push('/live')
    const missed = (): void => announce(t('frame.task.missed'))
    // The palette gives the focus back after a timer of zero; the button takes it after that.
    void nextTick(() => setTimeout(() => askTask(task, subject, missed), 0))
  }
  function go(to: string): void {
    paletteOpen.value = false
    void router.push(to)
  }

  return computed(() => {
    const ads = readAds(live.values.get(placements)?.answer?.data, broadcast.current?.stream?.id, Date.now()).choices
    const entries: Entry[] = [
      ...(Object.keys(icons) as Array<keyof typeof icons>).map((task) => ({
        id: task,
        label: t(`frame.task.${task}.label`),
        words: t(`frame.task.${task}.words`),
        acts: true,
        icon: icons[task],
        kbds: capsFor(task, keys.value),
        act: () => onLive(task),
      })),
      ...ads.slice(0, mostAds).map((ad) => ({
        id: `runAd ${adRecord(ad)}`,
        label: t('frame.task.run', { ad: ad.title }),
        words: t('frame.task.runAd.words'),
        acts: true,
        icon: 'i-lucide-megaphone',
        act: () => onLive('runAd', adRecord(ad)),
      })),
      ...(ads.length > 0
        ? []
        : [
            {
              id: 'runAd',
              label: t('frame.task.runAd.label'),
              words: t('frame.task.runAd.words'),
              acts: true,
              icon: 'i-lucide-megaphone',
              act: () => onLive('runAd'),
            },
          ]),
      {
        id: 'newPoll',
        label: t('frame.task.newPoll.label'),
        words: t('frame.task.newPoll.words'),
        icon: 'i-lucide-plus',
        act: () => go('/polls?new=1'),
      },
      {
        id: 'newEvent',
        label: t('frame.task.newEvent.label'),
        words: t('frame.task.newEvent.words'),
        icon: 'i-lucide-plus',
        act: () => go('/publishing?new=1'),
      },
      {
        id: 'refund',
        label: t('frame.task.refund.label'),
        words: t('frame.task.refund.words'),
        icon: 'i-lucide-undo-2',
        act: () => go('/payments?section=charges'),
      },
      {
        id: 'export',
        label: t('frame.task.export.label'),
        words: t('frame.task.export.words'),
        icon: 'i-lucide-file-down',
        act: () => go('/products'),
      },
      ...(['dark', 'light', 'system'] as const).map((theme) => ({
        id: theme,
        label: t(`frame.task.${theme}`),
        icon: theme === 'light' ? 'i-lucide-sun' : 'i-lucide-moon',
        disabled: settings.values.theme === theme,
        act: () => {
          paletteOpen.value = false
          void settings.update({ theme })
        },
      })),
      {
        id: 'stage',
        label: t('frame.task.stage.label'),
        words: t('frame.task.stage.words'),
        icon: 'i-lucide-monitor',
        act: () => {
          paletteOpen.value = false
          void stage.open()
        },
      },
      {
        id: 'say',
        label: t('frame.task.say.label'),
        words: t('frame.task.say.words'),
        icon: 'i-lucide-message-square',
        act: () => {
          paletteOpen.value = false
          stageOpen.value = true
        },
      },
      ...help.value.map(({ act, ...entry }) => ({
        ...entry,
        act: () => {
          paletteOpen.value = false
          act()
        },
      })),
    ]
    return indexed(entries)
  })
}
