import type { JsonSchema } from '#contract/json.ts'

export interface SchemaRow {
  key: string
  depth: number
  /** Undefined for what stands in a list, and for names that are data. */
  name?: string
  inside?: 'items' | 'names'
  types: string[]
  of: string[]
  format?: string
  required: boolean
  secret: boolean
}

/** Nothing comes last, as one would say it. */
const typesOf = ({ type }: JsonSchema): string[] =>
  type === undefined
    ? []
    : Array.isArray(type)
      ? type.toSorted((a, b) => Number(a === 'null') - Number(b === 'null'))
      : [type]
const namesOf = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined
const isPlain = (schema: JsonSchema): boolean =>
  schema.properties === undefined && schema.items === undefined && namesOf(schema) === undefined

/** A schema as lines, in the order in which its fields were learned. */
export function schemaRows(schema: JsonSchema): SchemaRow[] {
  const rows: SchemaRow[] = []

  function inside(node: JsonSchema, depth: number, key: string): void {
    for (const [name, one] of Object.entries(node.properties ?? {}))
      row(one, depth, `${key}/${name}`, { name, required: node.required?.includes(name) ?? false })
    const names = namesOf(node)
    if (names !== undefined) row(names, depth, `${key}/*names`, { inside: 'names', required: false })
    if (node.items === undefined || isPlain(node.items)) return
    // Of a list of objects the fields stand right below the list.
    if (typesOf(node.items).join() === 'object') inside(node.items, depth, `${key}/*items`)
    else row(node.items, depth, `${key}/*items`, { inside: 'items', required: false })
  }

  function row(
    node: JsonSchema,
    depth: number,
    key: string,
    what: Pick<SchemaRow, 'name' | 'inside' | 'required'>,
  ): void {
    const { format, items } = node
    rows.push({
      key,
      depth,
      ...what,
      types: typesOf(node),
      of: items === undefined ? [] : typesOf(items),
      secret: node.secret === true,
      ...(format === undefined ? {} : { format }),
    })
    inside(node, depth + 1, key)
  }

  if (typesOf(schema).join() === 'object') inside(schema, 0, '')
  else row(schema, 0, '', { required: false })
  return rows
}
