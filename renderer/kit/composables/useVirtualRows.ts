import { observeElementRect, useVirtualizer, type Rect, type Virtualizer } from '@tanstack/vue-virtual'
import { computed, useTemplateRef } from 'vue'

interface Options {
  count: () => number
  height: (index: number) => number
  keyOf?: (index: number) => string | number
  overscan?: number
  head?: () => number
}

const unknownHeight = 640

/** Draws only the rows in sight. To be called in a component's setup. */
export function useVirtualRows({ count, height, keyOf, overscan = 8, head = () => 0 }: Options) {
  const scroller = useTemplateRef<HTMLElement>('scroller')
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>(
    computed(() => ({
      count: count(),
      getScrollElement: () => scroller.value,
      estimateSize: height,
      overscan,
      scrollMargin: head(),
      scrollPaddingStart: head(),
      ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
      initialRect: { width: 960, height: unknownHeight },
      observeElementRect: (instance: Virtualizer<HTMLElement, HTMLElement>, tell: (rect: Rect) => void) =>
        observeElementRect(instance, (rect) => tell({ ...rect, height: rect.height || unknownHeight })),
    })),
  )
  const shownHeight = (): number => scroller.value?.clientHeight || unknownHeight

  return {
    /** The element that scrolls: `ref="scroller"` in the caller's template. */
    scroller,
    rows: computed(() => virtualizer.value.getVirtualItems()),
    total: computed(() => virtualizer.value.getTotalSize()),
    moving: computed(() => virtualizer.value.isScrolling),
    height: shownHeight,
    scrollTo: (index: number, align: 'auto' | 'center' = 'auto') => virtualizer.value.scrollToIndex(index, { align }),
    measure: () => virtualizer.value.measure(),
    step: (
      key: string,
      from: number,
      page = Math.max(1, Math.floor(shownHeight() / height(Math.max(0, from))) - 1),
    ): number | undefined => {
      const to = {
        ArrowDown: from + 1,
        ArrowUp: from - 1,
        PageDown: from + page,
        PageUp: from - page,
        Home: 0,
        End: Number.MAX_SAFE_INTEGER,
      }[key]
      return to === undefined ? undefined : Math.max(0, Math.min(to, count() - 1))
    },
  }
}
