// Whether a list is complete, as far as the answer says; in doubt it is not.
import { defined } from '#contract/defined.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import {
  beforehand,
  continuations,
  lastPages,
  limits,
  loose,
  offsets,
  pageCounts,
  pageNumbers,
  pagers,
  totals,
  word,
} from './names.ts'

export interface Paging {
  complete: boolean
  /** Complete because the answer says so: a total that is reached, or an end. */
  stated?: boolean
  more: boolean
  /** Never less than the rows: then it counts something else. */
  total?: number
  next?: string
  limit?: number
}

/** A list of just so many may go on, where no total is named. */
const usualSizes = new Set([
  10, 12, 15, 20, 24, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 400, 500, 1_000, 2_000, 5_000, 10_000,
])
const longestNext = 4_096

/** `around`: from the answer itself down to the list's holder. */
export function pagingOf(length: number, around: readonly JsonObject[], sentLimit: number | undefined): Paging {
  const said = around.flatMap(saidIn)
  const of = (names: ReadonlySet<string>): Json[] => said.flatMap(([name, value]) => (names.has(name) ? [value] : []))
  const numbers = (names: ReadonlySet<string>): number[] => of(names).flatMap((value) => numeric(value) ?? [])

  const counts = said.flatMap(([name, value]) =>
    totals.has(name) ? [{ name, count: numeric(isObject(value) ? value['value'] : value) }] : [],
  )
  const known = counts.flatMap(({ name, count }) =>
    count !== undefined && Number.isSafeInteger(count) && count >= length ? [{ name, count }] : [],
  )
  // The innermost wins, and a total over what may count one page.
  const total = known.findLast(({ name }) => !loose.has(name))?.count ?? known.at(-1)?.count
  const short = counts.some(({ count }) => count !== undefined && count > length)
  const more = of(continuations).some(isTold) || of(lastPages).includes(false)
  const whole = known.some(({ name, count }) => !loose.has(name) && count === length)
  const limit = numbers(limits).findLast((one) => Number.isInteger(one) && one > 0)
  const next = of(continuations).flatMap(nextOf)[0]

  const goesOn =
    short ||
    more ||
    of(beforehand).some(isTold) ||
    said.some(
      ([name, value]) =>
        offsets.has(name) && (numeric(value) ?? 0) > (name === 'from' || name === 'startindex' ? 1 : 0),
    ) ||
    numbers(pageNumbers).some((page) => page > 1) ||
    numbers(pageCounts).some((pages) => pages > 1)
  const full = [sentLimit, ...numbers(limits)].some((size) => size !== undefined && size > 0 && length >= size)
  const usual = limit === undefined && sentLimit === undefined && usualSizes.has(length) && !endsHere(said)
  return {
    more,
    complete: !goesOn && (whole || !(full || usual)),
    stated: !goesOn && (whole || endsHere(said)),
    ...defined({ total, next, limit }),
  }
}

function saidIn(object: JsonObject): Array<[string, Json]> {
  return Object.entries(object).flatMap(([name, value]): Array<[string, Json]> => {
    const own = word(name)
    if (!isObject(value) || !pagers.has(own)) return [[own, value]]
    const inside = Object.entries(value).flatMap(([inner, what]): Array<[string, Json]> => [
      [word(inner), what],
      ...(isObject(what) && pagers.has(word(inner))
        ? Object.entries(what).map(([last, deep]): [string, Json] => [word(last), deep])
        : []),
    ])
    return [[own, value], ...inside]
  })
}

function endsHere(said: ReadonlyArray<[string, Json]>): boolean {
  return said.some(
    ([name, value]) =>
      (continuations.has(name) && (value === false || value === null)) || (lastPages.has(name) && value === true),
  )
}

function isTold(value: Json): boolean {
  if (isObject(value))
    return ['href', 'url', 'cursor', 'after', 'next', 'token'].some(
      (name) => Object.hasOwn(value, name) && isTold(value[name] ?? null),
    )
  return (
    value !== null &&
    value !== false &&
    value !== '' &&
    value !== 0 &&
    value !== 'false' &&
    value !== '0' &&
    !(Array.isArray(value) && value.length === 0)
  )
}

function nextOf(value: Json): string[] {
  const text = isObject(value) ? (value['href'] ?? value['url'] ?? value['cursor'] ?? value['after']) : value
  if (typeof text === 'number' && text > 0) return [String(text)]
  return typeof text === 'string' && text !== '' && text !== 'false' && text.length <= longestNext ? [text] : []
}

function numeric(value: Json | undefined): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,15}$/.test(value.trim())
        ? Number(value)
        : undefined
  return number === undefined || Number.isNaN(number) ? undefined : number
}
