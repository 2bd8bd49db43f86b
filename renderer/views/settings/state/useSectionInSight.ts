import { readonly, ref, type Ref } from 'vue'

/** How far below the top edge a section counts as the one that is read, in CSS pixels. */
const reading = 120

/** Follows which section of a scrolled page a person reads. */
export function useSectionInSight(scroller: Ref<HTMLElement | undefined>, ids: readonly string[]) {
  const inSight = ref<string>()
  /** Where the page was scrolled to by a press; the section that was asked for stays marked there, even where it can't reach the top. */
  let asked: number | undefined

  const sectionOf = (id: string): HTMLElement | null => scroller.value?.querySelector<HTMLElement>(`#${id}`) ?? null

  function look(): void {
    const box = scroller.value
    if (box === undefined || box.scrollTop === asked) return
    asked = undefined
    const top = box.getBoundingClientRect().top + reading
    const atEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1
    inSight.value = atEnd
      ? ids.at(-1)
      : (ids.findLast((id) => (sectionOf(id)?.getBoundingClientRect().top ?? Infinity) <= top) ?? ids[0])
  }

  function toSection(id: string): void {
    sectionOf(id)?.scrollIntoView({ block: 'start' })
    asked = scroller.value?.scrollTop
    inSight.value = id
  }

  return { inSight: readonly(inSight), toSection, look }
}
