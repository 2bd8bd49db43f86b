import { onBeforeUnmount, onMounted } from 'vue'
import { useRouter } from 'vue-router'
import { useDesk } from '#kit/stores/desk.ts'

export interface Guarded {
  isSaved: () => boolean
  flush: () => Promise<boolean>
  /** Leaving was refused because the save failed; `again` tries once more. */
  refused: (again: () => void) => void
  left: () => void
}

/** Saves before the person leaves, while the component is mounted. */
export function useSaveGuard(guarded: Guarded): void {
  const desk = useDesk()
  const router = useRouter()

  const save = (): void => void guarded.flush()
  const saveHidden = (): void => {
    if (document.visibilityState === 'hidden') save()
  }

  function beforeUnload(event: BeforeUnloadEvent): void {
    if (guarded.isSaved()) return
    event.preventDefault()
    // Electron asks nothing and stays open; a browser asks by itself.
    const close = desk.info?.host === 'electron' ? () => window.close() : () => undefined
    void guarded.flush().then((saved) => (saved ? close() : guarded.refused(close)))
  }

  /** Whoever reloads the page tries again later. */
  function beforeReload(event: Event): void {
    if (guarded.isSaved()) return
    event.preventDefault()
    save()
  }

  const release = router.beforeEach(async (to, from) => {
    if (to.path === from.path || (await guarded.flush())) return true
    guarded.refused(() => void router.push(to.fullPath))
    return false
  })

  onMounted(() => {
    document.addEventListener('visibilitychange', saveHidden)
    window.addEventListener('pagehide', save)
    window.addEventListener('beforeunload', beforeUnload)
    window.addEventListener('desk:before-reload', beforeReload)
  })
  onBeforeUnmount(() => {
    release()
    document.removeEventListener('visibilitychange', saveHidden)
    window.removeEventListener('pagehide', save)
    window.removeEventListener('beforeunload', beforeUnload)
    window.removeEventListener('desk:before-reload', beforeReload)
    void guarded.flush().finally(guarded.left)
  })
}
