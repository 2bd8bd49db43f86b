import type { ViewDefinition } from './view-definition.ts'

const found = import.meta.glob<ViewDefinition>('./*/view.ts', { eager: true, import: 'default' })

const places: ReadonlyArray<ViewDefinition['place']> = ['rail', 'foot', 'none']

/** Every view of the desk, in the order of the rail: studio views first, then the foot, then those without a place in it. */
export const views: readonly ViewDefinition[] = Object.values(found).sort(
  (a, b) => places.indexOf(a.place) - places.indexOf(b.place) || a.order - b.order,
)
