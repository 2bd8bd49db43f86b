/** Longer paths are cut: 10,000 levels have one too. */
const longest = 200

interface Name {
  written: string
  value: string
  /** The object that had it last. */
  object: number
}

/** What is known of the objects at one depth. */
interface Level {
  names: Map<string, Name>
  /** As they stood in the object before. */
  order: Name[]
  at: number
  object: number
}

/**
 * Where a scan stands: the names and places on the way, and which names the open objects have had. Names are kept per level and not per object,
 * each with the number of the object that had it last: 100,000 rows cost no more than one. `show` is how a name stands in a path.
 */
export function createPath(show: (name: string) => string) {
  /** The number of an open object; 0 is a list. */
  const objects: number[] = []
  const places: Array<string | number> = []
  const levels: Array<Level | undefined> = []
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
    /** After a comma; whether it stands in an object. */
    next(): boolean {
      const place = places[depth - 1]
      if (typeof place === 'number') places[depth - 1] = place + 1
      return objects[depth - 1] !== 0
    },
    /** Takes in the name of a member, written between two places in double quotes; whether its object had one of that name already. */
    name(text: string, from: number, end: number): boolean {
      const level = (levels[depth - 1] ??= { names: new Map<string, Name>(), order: [], at: 0, object: 0 })
      const object = objects[depth - 1] ?? 0
      if (level.object !== object) {
        level.object = object
        level.at = 0
      }
      // Rows have the same names in the same order: most are found where they were in the row before.
      let name = level.order[level.at]
      if (name === undefined || end - from !== name.written.length + 2 || !text.startsWith(name.written, from + 1)) {
        const written = text.slice(from + 1, end - 1)
        const value = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written
        name = level.names.get(value)
        if (name === undefined) level.names.set(value, (name = { written, value, object: 0 }))
        level.order[level.at] = name
      }
      level.at += 1
      places[depth - 1] = name.value
      if (name.object === object) return true
      name.object = object
      return false
    },
    /** Every name so far. */
    names: () => new Set(levels.flatMap((level) => [...(level?.names.keys() ?? [])])),
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
