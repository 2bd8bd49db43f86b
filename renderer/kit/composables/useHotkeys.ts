import { onBeforeUnmount, onMounted } from 'vue'
import { keyOf, type KeyPress } from './task/keys.ts'

export type Hotkeys = Record<string, (event: KeyboardEvent) => void>

/** The name of a key combination on every layout: `mod+k`, `escape`, `?`; `mod` is Ctrl, on macOS Cmd. */
export function comboOf(event: KeyPress): string {
  const key = keyOf(event)
  const named = key.length > 1
  return [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && named ? 'shift' : '',
    key,
  ]
    .filter(Boolean)
    .join('+')
}

/** Whether keys go into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

export function layerOpen(): boolean {
  return document.querySelector('[role="dialog"], [data-reka-popper-content-wrapper]') !== null
}

/**
 * Keys of a mounted component. While a person types only combinations with `mod`, and Escape, count; below an open
 * layer only `mod+k`.
 */
export function useHotkeys(keys: Hotkeys): void {
  function handle(event: KeyboardEvent): void {
    if (event.defaultPrevented) return
    const combo = comboOf(event)
    const act = keys[combo]
    if (!act) return
    if (combo !== 'mod+k' && layerOpen()) return
    if (!combo.startsWith('mod+') && combo !== 'escape' && isTyping(event.target)) return
    act(event)
  }
  onMounted(() => window.addEventListener('keydown', handle))
  onBeforeUnmount(() => window.removeEventListener('keydown', handle))
}
