// Contents taken apart into fields, so that two of them can be compared, and two that came from the same one brought together.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { sameJson } from '../draft/draft-content.ts'

/** How a kind of content is taken apart. */
export interface Shape {
  /** The fields in which people look first. */
  first?: readonly string[]
  /** Values that are one field, however much is in them. */
  isWhole?: (path: readonly string[]) => boolean
  /** Lists of texts in which each stands for itself. In other lists what has an `id` or a `name` of its own is told apart. */
  isSet?: (path: readonly string[]) => boolean
}

/** A field in which two contents differ, and who changed it since `base`; `both` also where that is not known. */
export interface Difference {
  key: string
  /** What is told apart in a list stands under what identifies it: `['cues', 'cue_1', 'title']`. */
  path: string[]
  base: Json | undefined
  mine: Json | undefined
  theirs: Json | undefined
  by: 'mine' | 'theirs' | 'both'
  /** It is the order of a list; the values are what identifies its items. */
  order?: true
}

/** What becomes of a difference; undefined leaves the field out. */
type Decide = (difference: Difference) => Json | undefined

export interface Merged<C> {
  content: C
  /** What both changed, each to something else. */
  clashes: Difference[]
}

/** The fields in which two contents differ; without `base` nobody knows who changed them. */
export function differencesOf<C extends object>(shape: Shape, base: C | undefined, mine: C, theirs: C): Difference[] {
  const found: Difference[] = []
  combined(shape, base, mine, theirs, (difference) => {
    found.push(difference)
    return difference.mine
  })
  const places = new Map((shape.first ?? []).map((name, place) => [name, place]))
  const placeOf = ({ path: [name = ''] }: Difference): number => places.get(name) ?? places.size
  return found.sort((a, b) => placeOf(a) - placeOf(b))
}

/** Keeps what either side changed since `base`; `decide` says what holds where both did. */
export function merge<C extends object>(
  shape: Shape,
  base: C | undefined,
  mine: C,
  theirs: C,
  decide: Decide = (clash) => clash.mine,
): Merged<C> {
  const clashes: Difference[] = []
  const content = combined(shape, base, mine, theirs, (difference) => {
    if (difference.by !== 'both') return difference[difference.by]
    clashes.push(difference)
    return decide(difference)
  })
  return { content, clashes }
}

/** What the way from one content to another makes of `now`; what was changed since stays. */
export const taking = <C extends object>(shape: Shape, from: C, to: C, now: C): C =>
  merge(shape, from, to, now, ({ theirs }) => theirs).content

/** Both in one content, each difference as it is decided. */
export function combined<C extends object>(shape: Shape, base: C | undefined, mine: C, theirs: C, decide: Decide): C {
  const unknown = base === undefined

  function together(
    path: string[],
    was: Json | undefined,
    here: Json | undefined,
    there: Json | undefined,
  ): typeof was {
    if (sameJson(here, there)) return here
    if (shape.isWhole?.(path) !== true) {
      if (isRecord(here) && isRecord(there)) {
        const names = [...new Set([...Object.keys(here), ...Object.keys(there)])]
        return Object.fromEntries(
          names.flatMap((name): Array<[string, Json]> => {
            const value = together([...path, name], partOf(was, name), partOf(here, name), partOf(there, name))
            return value === undefined ? [] : [[name, value]]
          }),
        )
      }
      const isSet = shape.isSet?.(path) === true
      const [own, other] = [itemsOf(here, isSet), itemsOf(there, isSet)]
      if (own !== undefined && other !== undefined) {
        const before = itemsOf(was, isSet) ?? new Map<string, Json>()
        const first = leading(path, [...before.keys()], [...own.keys()], [...other.keys()])
        return withMissing(withMissing(first, [...own.keys()]), [...other.keys()]).flatMap(
          (id) => together([...path, id], before.get(id), own.get(id), other.get(id)) ?? [],
        )
      }
    }
    return decided(path, was, here, there)
  }
  /** The order of the side that changed it. */
  function leading(path: string[], was: string[], here: string[], there: string[]): string[] {
    const common = (list: string[]): string[] => list.filter((id) => here.includes(id) && there.includes(id))
    if (sameJson(common(here), common(there))) return here
    const first = decided(path, common(was), common(here), common(there), true)
    return sameJson(first, common(there)) ? there : here
  }
  function decided(
    path: string[],
    was: Json | undefined,
    here: Json | undefined,
    there: Json | undefined,
    order = false,
  ) {
    const by = unknown ? 'both' : sameJson(was, there) ? 'mine' : sameJson(was, here) ? 'theirs' : 'both'
    const key = JSON.stringify(order ? [...path, 0] : path)
    return decide({
      key,
      path,
      base: unknown ? undefined : was,
      mine: here,
      theirs: there,
      by,
      ...(order && { order }),
    })
  }
  return together([], base as JsonObject | undefined, mine as JsonObject, theirs as JsonObject) as C
}

const isRecord = (value: Json | undefined): value is JsonObject => isObject(value) && !isSecretReference(value)

const partOf = (value: Json | undefined, name: string): Json | undefined =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** The items of a list by what identifies each; undefined where they are not told apart. */
function itemsOf(list: Json | undefined, isSet: boolean): Map<string, Json> | undefined {
  if (!Array.isArray(list)) return undefined
  const items = new Map<string, Json>()
  for (const item of list) {
    const id = isSet ? item : (partOf(item, 'id') ?? partOf(item, 'name'))
    if ((typeof id !== 'string' && typeof id !== 'number') || items.has(String(id))) return undefined
    items.set(String(id), item)
  }
  return items
}

/** What a list has besides stands behind its neighbour. */
function withMissing(order: readonly string[], list: readonly string[]): string[] {
  const whole = [...order]
  for (const [at, id] of list.entries()) {
    if (whole.includes(id)) continue
    const before = list.slice(0, at).findLast((one) => whole.includes(one))
    whole.splice(before === undefined ? 0 : whole.indexOf(before) + 1, 0, id)
  }
  return whole
}
