import { deepest, type SyntaxReason } from './json-check.ts'

export function problemText(
  { kind, reason, name = '' }: { kind: string; reason?: SyntaxReason; name?: string },
  t: (key: string, named: Record<string, unknown>) => string,
): string {
  if (kind === 'syntax') return t(`common.json.syntax.${reason ?? 'other'}`, { name })
  const becomes = kind === 'imprecise' && Number.isFinite(Number(name)) ? String(Number(name)) : '\u2026'
  return t(`common.json.problem.${kind}`, { name, becomes, deepest })
}
