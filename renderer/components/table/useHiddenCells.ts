// Cells that a show hides are reached by the arrows of the table, which keeps the focus itself: right from the active row into its first
// hidden cell, left back to the row, Enter to look for as long as a press of the pointer would.
import { computed, nextTick, ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import { usePrivacy } from '../../composables/usePrivacy.ts'
import { readCell } from './table-column.ts'
import type { TableColumn } from './table-column.ts'

export interface HiddenCells {
  /** Place of the column that the keyboard is at; undefined for the row as a whole. */
  at: Readonly<Ref<number | undefined>>
  /** Of the element that the keyboard is at: the row or its cell. */
  name: ComputedRef<string | undefined>
  /** What keys do just now, beside what they do in any table. */
  keys: ComputedRef<Record<string, () => void>>
}

/** Of a cell's button, for who refers to it; a column may have any id. */
export const hiddenCellName = (row: string, column: number): string => `${row}-${column}`

/** `row` is the active one, `rowName` its element's id. */
export function useHiddenCells(
  columns: () => readonly TableColumn[],
  row: () => JsonObject | undefined,
  rowName: () => string | undefined,
): HiddenCells {
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
  async function along(step: 1 | -1): Promise<void> {
    const from = at.value === undefined ? -1 : stops.value.indexOf(at.value)
    at.value = stops.value[Math.min(from + step, stops.value.length - 1)]
    await nextTick()
    button()?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const look = (): void => button()?.click()
  return {
    at,
    name,
    keys: computed((): Record<string, () => void> => ({
      // Without anything hidden they scroll.
      ...(stops.value.length === 0 ? {} : { ArrowRight: () => void along(1) }),
      ...(at.value === undefined
        ? {}
        : { ArrowLeft: () => void along(-1), Enter: look, ' ': look, Escape: () => (at.value = undefined) }),
    })),
  }
}
