type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The same object without the fields whose value is undefined, as exact optional properties need it. */
export function defined<T extends object>(fields: T): Defined<T> {
  const kept: Record<string, unknown> = {}
  // A loop, since every request passes here several times.
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value
  return kept as Defined<T>
}
