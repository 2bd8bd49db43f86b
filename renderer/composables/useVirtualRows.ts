import { observeElementRect, useVirtualizer } from '@tanstack/vue-virtual'
import type { Rect, VirtualItem, Virtualizer } from '@tanstack/vue-virtual'
import { computed, useTemplateRef } from 'vue'
import type { ComputedRef, TemplateRef } from 'vue'

interface Options {
  count: () => number
  /** Height of the row at an index. */
  height: (index: number) => number
  keyOf?: (index: number) => string | number
  /** Rows that are drawn beyond each edge. */
  overscan?: number
  /** Height of what stands above the rows within the scroller and sticks there. */
  head?: () => number
}

export interface VirtualRows {
  /** The element that scrolls: `ref="scroller"` in the caller's template. */
  scroller: TemplateRef<HTMLElement>
  rows: ComputedRef<VirtualItem[]>
  /** Height of all rows. */
  total: ComputedRef<number>
  moving: ComputedRef<boolean>
  height: () => number
  /** Scrolls no further than it must, or so that the row stands in the middle. */
  scrollTo: (index: number, align?: 'auto' | 'center') => void
  /** Heights have changed. */
  measure: () => void
  /** The index to which a key leads from another, within the rows; undefined where it is no such key. */
  step: (key: string, from: number, page?: number) => number | undefined
}

/** Height of a list that is not laid out yet: it draws a screenful all the same. */
const unknownHeight = 640

/** The one way to draw a long list: only the rows in sight are in the page. To be called in a component's setup. */
export function useVirtualRows({ count, height, keyOf, overscan = 8, head = () => 0 }: Options): VirtualRows {
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
    scroller,
    rows: computed(() => virtualizer.value.getVirtualItems()),
    total: computed(() => virtualizer.value.getTotalSize()),
    moving: computed(() => virtualizer.value.isScrolling),
    height: shownHeight,
    scrollTo: (index, align = 'auto') => virtualizer.value.scrollToIndex(index, { align }),
    measure: () => virtualizer.value.measure(),
    step(key, from, page = Math.max(1, Math.floor(shownHeight() / height(Math.max(0, from))) - 1)) {
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
