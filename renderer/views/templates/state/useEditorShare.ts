import { computed, onBeforeUnmount, ref } from 'vue'
import { narrowestShare, widestShare } from '#contract/mail.ts'
import { useMail } from '#writing/stores/mail.ts'

export const halfShare = 50
/** After this pause a position that keys or a drag moved is kept. */
const keptAfterMs = 400

/** The part of the width that the editor has beside the preview, in percent; kept in the profile. */
export function useEditorShare() {
  const mail = useMail()
  void mail.ensure()
  const moved = ref<number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function keep(): void {
    clearTimeout(timer)
    timer = undefined
    const editorShare = moved.value
    // A position that could not be kept applies until the page is closed.
    if (editorShare !== undefined) void mail.change({ editorShare }).catch(() => undefined)
  }
  onBeforeUnmount(() => {
    if (timer !== undefined) keep()
  })

  return computed({
    get: () => moved.value ?? mail.settings?.editorShare ?? halfShare,
    set(share: number) {
      moved.value = Math.round(Math.min(widestShare, Math.max(narrowestShare, share)))
      clearTimeout(timer)
      timer = setTimeout(keep, keptAfterMs)
    },
  })
}
