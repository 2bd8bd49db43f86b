import { withVariables } from '../edits.ts'
import { namesInside } from '../foreign.ts'
import { placeholderFields, type Fix, type Variable } from '../types.ts'
import type { Finding, LintContext } from './rule.ts'

function freeName(name: string, taken: Set<string>): string {
  let number = 2
  while (taken.has(`${name}_${number}`)) number++
  return `${name}_${number}`
}

/** Names in constructs of other languages and in broken placeholders count: their variables must not be offered for removal. */
function usedNames({ template, found, tags }: LintContext): Set<string> {
  const names = placeholderFields.flatMap((field) => [
    ...found[field].placeholders.flatMap(({ name }) => [name, name.split('.')[0] ?? name]),
    ...found[field].foreign.flatMap((one) => one.names),
    ...found[field].malformed.flatMap(({ from, to }) => namesInside(template[field].slice(from, to))),
  ])
  return new Set([...names, ...tags.flatMap(({ written }) => namesInside(written))])
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
      yield { code: 'unused_variable', level: 'remark', ...problem, fixes: [without(row)] }
    } else if (variable.defaultValue === '') {
      yield { code: 'variable_without_default', level: 'warning', ...problem, fixes: [] }
    }
  }
}
