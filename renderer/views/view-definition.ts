import type { Component } from 'vue'
import type { Product } from '#contract/operation.ts'
import type { BrowserNeed } from '#kit/older-browsers/needs.ts'

/** A studio view: one folder below `renderer/views/` whose `view.ts` exports this by default. */
export interface ViewDefinition {
  /** Also its address: `#/<id>`. */
  id: string
  /** Key of its name, which the rail shows before the view is loaded: `frame.view.publishing`. */
  title: string
  /** Bundled icon: `i-lucide-...`. */
  icon: string
  /** Place within the rail or its foot, ascending. */
  order: number
  /** `none`: no entry in the rail; the palette, the status bar or another view leads there. */
  place: 'rail' | 'foot' | 'none'
  component: () => Promise<{ default: Component }>
  /** Reads what it needs first; done, and the view fetched, once the first view has stood for a moment, so that its own first opening is quick. */
  ahead?: () => Promise<unknown>
  /** Files of `messages/en` that come with the view; without it, the one of its id. */
  messages?: readonly string[]
  /** The oldest Chromium that draws it (111): live works from 103 on, which streaming software embeds. */
  needs?: BrowserNeed
  /** Route keys that this view works with; the palette opens the view for them. */
  operations?: readonly string[]
  /** Products all of whose operations are within its reach, where no other view names them one by one; it opens them at `?operation=`. */
  products?: readonly Product[]
}
