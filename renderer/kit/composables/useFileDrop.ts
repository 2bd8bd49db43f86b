import { onBeforeUnmount, onMounted, readonly, ref } from 'vue'

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Takes files that are dropped anywhere on the page; `over` is true while they hang over it. */
export function useFileDrop(take: (files: File[]) => void) {
  const over = ref(false)
  let depth = 0

  function enter(event: DragEvent): void {
    if (!carriesFiles(event)) return
    depth++
    over.value = true
  }
  function leave(event: DragEvent): void {
    if (!carriesFiles(event)) return
    depth = Math.max(0, depth - 1)
    over.value = depth > 0
  }
  /** Otherwise the browser would leave the page and show the file. */
  function hold(event: DragEvent): void {
    if (carriesFiles(event)) event.preventDefault()
  }
  function drop(event: DragEvent): void {
    depth = 0
    over.value = false
    if (!carriesFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    take([...(event.dataTransfer?.files ?? [])])
  }
  const handlers = { dragenter: enter, dragleave: leave, dragover: hold, drop } as const
  onMounted(() => {
    for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name, handler as EventListener)
  })
  onBeforeUnmount(() => {
    for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name, handler as EventListener)
  })
  return { over: readonly(over) }
}
