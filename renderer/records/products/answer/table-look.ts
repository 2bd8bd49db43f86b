// Cells show values as they came; what they might mean is in the title.
import { formatInstant } from '#kit/composables/time/time.ts'
import { readInstant } from '#answers/dates.ts'
import type { AnswerCell, AnswerColumn } from './engine/table.ts'

export const looks: Partial<Record<AnswerColumn['look'], string>> = {
  id: 'font-mono text-xs',
  url: 'font-mono text-xs',
  figure: 'tabular text-right',
  instant: 'tabular',
}

export const toneOf = ({ kind }: AnswerCell): string =>
  kind === 'object' || kind === 'list' ? 'font-mono text-xs text-muted' : ''

/** In rem, after the longest text of the rows looked at; `leads` where each cell has a button. */
export function widthOf({ letters, look, name, leads }: AnswerColumn & { leads: boolean }): number {
  const perLetter = look === 'id' || look === 'url' ? 0.48 : 0.5
  return Math.min(22, Math.max(name.length * 0.5 + 2.5, letters * perLetter + (leads ? 4 : 2.5), 4))
}

/** The uncut text, and both zones of an instant. */
export function titleOf({ text, kind }: AnswerCell, look: AnswerColumn['look'] | undefined): string {
  const at = look === 'instant' ? readInstant(kind === 'number' ? Number(text) : text) : undefined
  if (at === undefined) return text
  const date = new Date(at)
  return `${text} \u00b7 ${formatInstant(date)} \u00b7 ${formatInstant(date, true)}`
}
