import type { ViewDefinition } from './view-definition.ts'

const found = import.meta.glob<ViewDefinition>('./*/view.ts', { eager: true, import: 'default' })

/** Every view of the desk, in the order of the rail: studio views first, then the foot. */
export const views: readonly ViewDefinition[] = Object.values(found).sort(
  (a, b) => Number(a.place === 'foot') - Number(b.place === 'foot') || a.order - b.order,
)
