import type { Component } from 'vue'

/** A studio view: one folder below `renderer/views/` whose `view.ts` exports this by default. */
export interface ViewDefinition {
  /** Also its address: `#/<id>`. */
  id: string
  /** Key in the messages file: `publishing.title`. */
  title: string
  /** Bundled icon: `i-lucide-...`. */
  icon: string
  /** Place within the rail or its foot, ascending. */
  order: number
  place: 'rail' | 'foot'
  component: () => Promise<{ default: Component }>
  /** Route keys that this view works with; the palette opens the view for them. */
  operations?: readonly string[]
}
