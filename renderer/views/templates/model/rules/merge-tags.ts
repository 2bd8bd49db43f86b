import type { Finding, LintContext } from './rule.ts'

/** Merge tags of other services; each can be translated in a table that is shown first. */
export function* mergeTags({ tags }: LintContext): Iterable<Finding> {
  for (const { service, written, field, from, to, name } of tags) {
    const text = written.slice(0, 80)
    yield {
      code: 'merge_tag',
      // Single braces are also ordinary writing.
      level: service === 'braces' ? 'warning' : 'error',
      field,
      from,
      to,
      values: { kind: name === undefined ? `${service}_logic` : service, text },
      fixes: name === undefined ? [] : [{ id: 'translate', values: {}, edits: [], translates: written }],
    }
  }
}
