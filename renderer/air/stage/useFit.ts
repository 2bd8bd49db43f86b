import { nextTick, onBeforeUnmount, onMounted, watch, type Ref } from 'vue'

const smallest = 12
const steps = 8

/** Gives the only child of a box the largest type with which it fits, again whenever text or box change. */
export function useFit(box: Readonly<Ref<HTMLElement | null>>, text: () => string): void {
  function fit(): void {
    const element = box.value
    const inner = element?.firstElementChild
    if (element === null || !(inner instanceof HTMLElement)) return
    const { clientHeight, clientWidth } = element
    // A word as high as the box would be hard to read.
    let [low, high] = [smallest, Math.max(smallest, clientHeight / 1.6)]
    // Words are broken only where even the smallest type is too wide.
    inner.style.overflowWrap = 'normal'
    for (let step = 0; step < steps; step += 1) {
      const size = (low + high) / 2
      inner.style.fontSize = `${size}px`
      if (inner.offsetHeight <= clientHeight && inner.scrollWidth <= clientWidth) low = size
      else high = size
    }
    inner.style.fontSize = `${low}px`
    inner.style.overflowWrap = ''
  }
  const resized = new ResizeObserver(fit)
  onMounted(() => {
    if (box.value !== null) resized.observe(box.value)
  })
  onBeforeUnmount(() => resized.disconnect())
  watch(text, () => void nextTick(fit))
}
