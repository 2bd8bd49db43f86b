import type { Json } from '#contract/json.ts'
import type { Choice } from '#answers/roles.ts'

/** Overlays are derived each second: what a long list says is read once for each answer. */
export function oncePerAnswer<T>(read: (answer: Json, choice: Choice) => T): (answer: Json, choice: Choice) => T {
  const known = new WeakMap<object, { choice: string; result: T }>()
  return (answer, choice) => {
    if (typeof answer !== 'object' || answer === null) return read(answer, choice)
    const text = JSON.stringify(choice)
    const before = known.get(answer)
    if (before?.choice === text) return before.result
    const result = read(answer, choice)
    known.set(answer, { choice: text, result })
    return result
  }
}
