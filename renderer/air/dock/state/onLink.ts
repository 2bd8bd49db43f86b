import { watch } from 'vue'
import { useLink } from '#kit/composables/useLink.ts'

/** Acts each time that the link opens again while the component is there. */
export function onLink(act: () => void): void {
  const { link } = useLink()
  watch(link, (now) => {
    if (now === 'open') act()
  })
}
