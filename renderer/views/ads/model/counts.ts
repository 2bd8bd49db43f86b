// What the audience did with a placement: objects of numbers under names that are not specified.
import { isObject, type JsonObject } from '#contract/json.ts'
import { countOf, fieldNamed } from '#answers/stream-status.ts'
import { defined } from '#contract/defined.ts'

interface CountGroup {
  id: 'votes' | 'choices' | 'interactions'
  bars: Array<{ id: string; label: string; value?: number }>
  /** The platform's own total. */
  total?: number
}

const totals: Partial<Record<CountGroup['id'], readonly string[]>> = {
  votes: ['totalvotes', 'votestotal', 'votecount'],
  interactions: ['totalinteractions', 'interactioncount'],
}

export function countsOf(placement: JsonObject): CountGroup[] {
  return (['votes', 'choices', 'interactions'] as const).flatMap((id) => {
    const counts = placement[id]
    if (!isObject(counts) || Object.keys(counts).length === 0) return []
    const total = countOf(fieldNamed(placement, totals[id] ?? [])?.value)
    const bars = Object.entries(counts).map(([label, count]) => {
      const value = countOf(count)
      return { id: label, label, ...defined({ value }) }
    })
    return [{ id, bars, ...defined({ total }) }]
  })
}
