// Tries the page's own address while there is no link.
import { onBeforeUnmount, onMounted, ref, watch } from 'vue'
import { useLink } from '#kit/composables/useLink.ts'
import { tryDoor, type Door } from '#kit/bridge/door.ts'

const tryMs = 3_000

export function useDoor() {
  const { link, reconnect } = useLink()
  const door = ref<Door>()
  const refused = ref(0)
  const everLinked = ref(link.value === 'open')
  let timer: ReturnType<typeof setInterval> | undefined

  async function look(): Promise<void> {
    if (link.value === 'open') return
    reconnect()
    const found = await tryDoor(window)
    door.value = found
    refused.value = found === 'open' ? refused.value + 1 : 0
  }
  watch(link, (now) => {
    if (now !== 'open') return
    everLinked.value = true
    door.value = undefined
    refused.value = 0
  })
  onMounted(() => {
    timer = setInterval(() => void look(), tryMs)
  })
  onBeforeUnmount(() => clearInterval(timer))
  return { door, refused, everLinked }
}
