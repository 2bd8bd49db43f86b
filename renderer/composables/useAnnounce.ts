import { readonly, ref } from 'vue'
import type { Ref } from 'vue'

const message = ref('')

/** Speaks through the frame's one polite live region; the newest message wins. */
export function useAnnounce(): { announce: (text: string) => void; message: Readonly<Ref<string>> } {
  return {
    announce(text) {
      // The same words twice are spoken twice only if the region was empty in between.
      message.value = ''
      queueMicrotask(() => {
        message.value = text
      })
    },
    message: readonly(message),
  }
}
