import { readonly, ref } from 'vue'

const message = ref('')

/** Speaks through the frame's polite live region; the newest message wins. */
export function useAnnounce() {
  return {
    announce: (text: string): void => {
      message.value = ''
      queueMicrotask(() => {
        message.value = text
      })
    },
    message: readonly(message),
  }
}
