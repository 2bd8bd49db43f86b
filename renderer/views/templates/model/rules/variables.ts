import { withVariables } from '../edits.ts'
import { findPlaceholders } from '../placeholders.ts'
import { placeholderFields, type Fix, type Variable } from '../types.ts'
import type { Finding, LintContext } from './rule.ts'

function freeName(name: string, taken: Set<string>): string {
  let number = 2
  while (taken.has(`${name}_${number}`)) number++
  return `${name}_${number}`
}

function usedNames({ template, found }: LintContext): Set<string> {
  const sender = [template.fromName, template.fromEmail, template.replyTo].map(findPlaceholders)
  const all = [...placeholderFields.map((field) => found[field]), ...sender]
  return new Set(all.flatMap(({ placeholders }) => placeholders.map(({ name }) => name)))
}

export function* variables(context: LintContext): Iterable<Finding> {
  const list = context.template.variables
  const used = usedNames(context)
  const names = list.map(({ name }) => name.trim())
  const taken = new Set(names)
  const first = new Map(names.map((name, row) => [name, row] as const).reverse())
  const without = (row: number): Fix => ({
    id: 'remove_variable',
    values: { name: names[row] ?? '' },
    edits: [withVariables(list.filter((_, index) => index !== row))],
  })
  const changed = (row: number, change: Partial<Variable>) => [
    withVariables(list.map((variable, index) => (index === row ? { ...variable, ...change } : variable))),
  ]
  for (const [row, variable] of list.entries()) {
    const name = names[row] ?? ''
    const problem = { field: 'variables' as const, row, values: { name, row: row + 1 } }
    if (name === '') {
      yield { code: 'unnamed_variable', level: 'error', ...problem, fixes: [without(row)] }
    } else if (first.get(name) !== row) {
      const free = freeName(name, taken)
      const rename: Fix = { id: 'rename_variable', values: { name: free }, edits: changed(row, { name: free }) }
      yield { code: 'duplicate_variable', level: 'error', ...problem, fixes: [without(row), rename] }
    } else if (!used.has(name)) {
      yield { code: 'unused_variable', level: 'warning', ...problem, fixes: [without(row)] }
    } else if (variable.defaultValue === '') {
      const fix: Fix = { id: 'name_as_default', values: { name }, edits: changed(row, { defaultValue: name }) }
      yield { code: 'variable_without_default', level: 'warning', ...problem, fixes: [fix] }
    }
  }
}
