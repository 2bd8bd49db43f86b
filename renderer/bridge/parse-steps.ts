// JSON of any size in short steps: what stands inside one list or object is parsed by the browser a piece at a time and put together again.
import type { Json, JsonObject } from '#contract/json.ts'

/** Letters that are parsed at once. */
const piece = 65_536

/** What `JSON.parse` gives, in steps (`inSlices`). Written for the compact JSON of the desk's own backend; any other is parsed in one step. @throws SyntaxError */
export function* parseSteps(text: string, size = piece): Generator<void, Json> {
  if (text.length > size && opens(text, 0)) {
    try {
      const { value, end } = yield* inside(text, 0, size)
      if (end === text.length) return value
    } catch {
      // The whole at once says what is wrong with it.
    }
  }
  return JSON.parse(text) as Json
}

/** The list or object that opens at `from`, and where it is over. */
function* inside(text: string, from: number, size: number): Generator<void, { value: Json; end: number }> {
  const into: Json[] | JsonObject = text[from] === '[' ? [] : {}
  for (let at = from + 1; ; at += 1) {
    const stop = wholeMembers(text, at, at + size)
    if (stop === at && (text[at] === ',' || at > from + 1)) throw new SyntaxError(`No member at ${at}.`)
    if (stop !== undefined) {
      addAll(into, text.slice(at, stop))
      at = stop
    } else {
      let name = ''
      if (!Array.isArray(into)) {
        const quote = closingQuote(text, at)
        name = JSON.parse(text.slice(at, quote + 1)) as string
        if (text[quote + 1] !== ':') throw new SyntaxError(`No value at ${quote}.`)
        at = quote + 2
      }
      const one = opens(text, at) ? yield* inside(text, at, size) : scalar(text, at)
      put(into, name, one.value)
      at = one.end
    }
    yield
    if (text[at] !== ',') return closed(text, at, into)
  }
}

function closed(text: string, at: number, value: Json[] | JsonObject): { value: Json; end: number } {
  if (text[at] !== (Array.isArray(value) ? ']' : '}'))
    throw new SyntaxError(`Neither a further member nor an end at ${at}.`)
  return { value, end: at + 1 }
}

/** Where the last member ends that stands whole before `limit`; undefined where the first is longer than that. */
function wholeMembers(text: string, from: number, limit: number): number | undefined {
  let depth = 0
  let last: number | undefined
  for (let at = from; at < limit && at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34) at = closingQuote(text, at)
    else if (code === 91 || code === 123) depth += 1
    else if (code === 93 || code === 125) {
      if (depth === 0) return at
      depth -= 1
    } else if (code === 44 && depth === 0) last = at
  }
  return last
}

function closingQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 34) return at
    if (code === 92) at += 1
  }
  throw new SyntaxError('A text without an end.')
}

/** A text or a number that is longer than a piece. */
function scalar(text: string, from: number): { value: Json; end: number } {
  let end = from
  if (text[from] === '"') end = closingQuote(text, from) + 1
  else while (end < text.length && !',]}'.includes(text[end] ?? '')) end += 1
  return { value: JSON.parse(text.slice(from, end)) as Json, end }
}

function addAll(into: Json[] | JsonObject, members: string): void {
  if (Array.isArray(into)) for (const item of JSON.parse(`[${members}]`) as Json[]) into.push(item)
  else for (const [name, value] of Object.entries(JSON.parse(`{${members}}`) as JsonObject)) put(into, name, value)
}

function put(into: Json[] | JsonObject, name: string, value: Json): void {
  if (Array.isArray(into)) into.push(value)
  // Assigned, it would become the object's prototype.
  else if (name === '__proto__')
    Object.defineProperty(into, name, { value, writable: true, enumerable: true, configurable: true })
  else into[name] = value
}

const opens = (text: string, at: number): boolean => text[at] === '[' || text[at] === '{'
