import { onMounted, onUnmounted, watch } from 'vue'
import { usePrivacy } from './usePrivacy.ts'

const nearby = 4

/** While the pointer is on a text that its box cuts off, the text is its title: only the page knows what fits. */
export function useCutTitles(): void {
  let titled: HTMLElement | undefined
  const clear = (): void => {
    titled?.removeAttribute('title')
    titled = undefined
  }
  const over = (event: Event): void => {
    clear()
    let at = event.target instanceof HTMLElement ? event.target : null
    for (let steps = 0; at !== null && steps < nearby; steps += 1, at = at.parentElement) {
      // A private value is not held by the page after it was looked at.
      if (at.title !== '' || at.matches('.private, input, textarea')) return
      if (!isCut(at)) continue
      at.title = at.textContent.trim()
      titled = at
      return
    }
  }
  const { masked } = usePrivacy()
  watch(masked, clear, { flush: 'sync' })
  onMounted(() => document.addEventListener('pointerover', over, { passive: true }))
  onUnmounted(() => {
    document.removeEventListener('pointerover', over)
    clear()
  })
}

function isCut(element: HTMLElement): boolean {
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (overflowX !== 'hidden' && overflowX !== 'clip') return false
  if (textOverflow !== 'ellipsis' && (webkitLineClamp === '' || webkitLineClamp === 'none')) return false
  return element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1
}
