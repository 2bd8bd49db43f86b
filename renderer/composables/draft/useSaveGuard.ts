// Every way out of a form leads through a save: another view, another window in front, a closed tab, a reload, the app's end.
import { onBeforeUnmount, onMounted } from 'vue'
import { useRouter } from 'vue-router'
import { useDesk } from '../../stores/desk.ts'

export interface Guarded {
  isSaved: () => boolean
  flush: () => Promise<boolean>
  /** A way out was closed because the save failed; `again` takes it once more. */
  refused: (again: () => void) => void
  /** The form is gone. */
  left: () => void
}

/** Keeps what is unsaved from being left behind, while the component stands. */
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

  /** The page is about to reload itself; whoever does that tries again later. */
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
