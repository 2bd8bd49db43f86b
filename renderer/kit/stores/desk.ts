import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { environmentIds, meetNotice, type DeskInfo } from '#contract/models.ts'
import { call, on } from '../bridge/index.ts'
import { createCache } from './cache.ts'
import { useEnvironments } from './environments.ts'

export const useDesk = defineStore('desk', () => {
  const info = ref<DeskInfo>()
  const cache = createCache(async () => {
    info.value = await call('desk.info')
  })
  const environments = useEnvironments()
  /** Offers to meet a platform wait until its environment is chosen. */
  const others = computed(() => environmentIds.filter((id) => id !== environments.selected?.id).map(meetNotice))
  const notices = computed(() => (info.value?.notices ?? []).filter(({ id }) => !others.value.includes(id)))

  function init(): void {
    on('desk.notice', (notice) => {
      if (info.value) info.value.notices = [...info.value.notices.filter(({ id }) => id !== notice.id), notice]
    })
  }

  async function dismiss(id: string): Promise<void> {
    await call('desk.dismiss', { id })
    if (info.value) info.value.notices = info.value.notices.filter((notice) => notice.id !== id)
  }

  /** A page can't bring a window of the installed app to the front by itself. */
  async function bringUp(): Promise<void> {
    window.focus()
    if (window.showdesk !== undefined) await call('desk.bringUp')
  }

  return { info, notices, ...cache, refresh: cache.read, init, dismiss, bringUp }
})
