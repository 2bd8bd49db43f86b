/** A name that none of these has: `Night`, `Night 2`, `Night 3`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`
    if (!taken.includes(name)) return name
  }
}
