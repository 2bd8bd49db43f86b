// Which kept answers a grant was told of: a piece of any other is not its own.

/** Of each grant; the oldest leave. */
const mostTold = 128

export type ToldAnswers = ReturnType<typeof createToldAnswers>

export function createToldAnswers() {
  const told = new Map<string, Set<string>>()
  return {
    /** Remembers the answers that a result names. */
    tell(grant: string, result: unknown): void {
      const of = told.get(grant) ?? new Set<string>()
      told.set(grant, of)
      for (const id of answerIds(result)) of.add(id)
      for (const oldest of of) {
        if (of.size <= mostTold) break
        of.delete(oldest)
      }
    },
    knows: (grant: string, id: string): boolean => told.get(grant)?.has(id) === true,
  }
}

const isAnswer = (value: Record<string, unknown>): value is { id: string } =>
  typeof value.id === 'string' && typeof value.bytes === 'number' && typeof value.length === 'number'

/** The ids of the answers (`AnswerBody`) in a result of the bridge, which are at most three levels deep. */
function answerIds(value: unknown, depth = 3): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const record = value as Record<string, unknown>
  if (isAnswer(record)) return [record.id]
  return depth === 0 ? [] : Object.values(record).flatMap((inner) => answerIds(inner, depth - 1))
}
