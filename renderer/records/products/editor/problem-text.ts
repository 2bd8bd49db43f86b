import { deepest, type JsonProblem } from './json-check.ts'

export function problemText(
  { kind, reason, name = '' }: JsonProblem,
  t: (key: string, named: Record<string, unknown>) => string,
): string {
  if (kind === 'syntax') return t(`editor.json.syntax.${reason ?? 'other'}`, { name })
  const becomes = kind === 'imprecise' && Number.isFinite(Number(name)) ? String(Number(name)) : '\u2026'
  return t(`editor.json.problem.${kind}`, { name, becomes, deepest })
}
