/** Longer paths are cut. */
const longest = 200

/**
 * Where a scan is, and which names the open objects have had. Names are kept per level with the number of the object
 * that had them last, so 100,000 rows cost no more than one.
 */
export function createPath(show: (name: string) => string) {
  /** 0 is a list. */
  const objects: number[] = []
  const places: Array<string | number> = []
  /** Names by depth, each with its last object. */
  const levels: Array<Map<string, number> | undefined> = []
  let depth = 0
  let latest = 0

  return {
    depth: () => depth,
    isObject: () => objects[depth - 1] !== 0,
    enter(isObject: boolean): void {
      objects[depth] = isObject ? (latest += 1) : 0
      places[depth] = isObject ? '' : 0
      depth += 1
    },
    leave: () => void (depth -= 1),
    /** After a comma; answers whether it is in an object. */
    next(): boolean {
      const place = places[depth - 1]
      if (typeof place === 'number') places[depth - 1] = place + 1
      return objects[depth - 1] !== 0
    },
    /** Answers whether the object had this name already. */
    name(name: string): boolean {
      const names = (levels[depth - 1] ??= new Map<string, number>())
      const object = objects[depth - 1] ?? 0
      places[depth - 1] = name
      if (names.get(name) === object) return true
      names.set(name, object)
      return false
    },
    names: () => new Set(levels.flatMap((level) => [...(level?.keys() ?? [])])),
    toString(): string {
      const parts: Array<string | number> = []
      let length = 0
      for (let level = 0; level < depth && length <= longest; level += 1) {
        const place = places[level] ?? ''
        const part = typeof place === 'string' ? show(place) : place
        parts.push(part)
        length += String(part).length + 1
      }
      const path = parts.join('.')
      return path.length > longest ? `${path.slice(0, longest).toWellFormed()}…` : path
    },
  }
}
