// Cells that a show hides are reached by the arrow keys: right into the first hidden cell of the active row, left back,
// Enter to reveal.
import { computed, nextTick, ref, watch } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import { usePrivacy } from '../../composables/usePrivacy.ts'
import { readCell, type TableColumn } from '../../composables/table-column.ts'

/** A column may have any id. */
export const hiddenCellName = (row: string, column: number): string => `${row}-${column}`

export function useHiddenCells(
  columns: () => readonly TableColumn[],
  row: () => JsonObject | undefined,
  rowName: () => string | undefined,
) {
  const { masked } = usePrivacy()
  const at = ref<number>()
  const stops = computed(() => {
    const active = masked.value ? row() : undefined
    return active === undefined
      ? []
      : columns().flatMap((column, place) =>
          column.private === true && readCell(column, active).text !== '' ? [place] : [],
        )
  })
  watch(stops, (now) => {
    if (at.value !== undefined && !now.includes(at.value)) at.value = undefined
  })
  const name = computed(() => {
    const active = rowName()
    return active === undefined || at.value === undefined ? active : hiddenCellName(active, at.value)
  })
  const button = (): HTMLElement | null => document.getElementById(name.value ?? '')
  async function moveBy(step: 1 | -1): Promise<void> {
    const from = at.value === undefined ? -1 : stops.value.indexOf(at.value)
    at.value = stops.value[Math.min(from + step, stops.value.length - 1)]
    await nextTick()
    button()?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const reveal = (): void => button()?.click()
  return {
    at,
    name,
    keys: computed((): Record<string, () => void> => ({
      ...(stops.value.length === 0 ? {} : { ArrowRight: () => void moveBy(1) }),
      ...(at.value === undefined
        ? {}
        : { ArrowLeft: () => void moveBy(-1), Enter: reveal, ' ': reveal, Escape: () => (at.value = undefined) }),
    })),
  }
}
