// The views of an answer; the last choice stays for as long as the page is open.
import { reactive } from 'vue'
import type { AnswerFacts } from './engine/document.ts'

export type ViewName = 'table' | 'tree' | 'raw' | 'bytes'

export function viewsFor(facts: AnswerFacts): ViewName[] {
  if (facts.kind === 'binary') return ['bytes']
  if (facts.kind === 'text') return ['raw']
  if (facts.shape === 'list') return ['table', 'tree', 'raw']
  return facts.lists.length > 0 ? ['tree', 'table', 'raw'] : ['tree', 'raw']
}

const chosen = reactive(new Map<string, ViewName>())
const shapeOf = (facts: AnswerFacts): string => (facts.kind === 'json' ? facts.shape : facts.kind)

export function chosenView(facts: AnswerFacts): ViewName {
  const views = viewsFor(facts)
  const wished = chosen.get(shapeOf(facts))
  return wished !== undefined && views.includes(wished) ? wished : (views[0] ?? 'raw')
}

export function chooseView(facts: AnswerFacts, view: ViewName): void {
  chosen.set(shapeOf(facts), view)
}
