// Reads a list to its end, page by page, as far as it is understood how the next page is asked for.
import { DeskError, type ErrorCode } from '#contract/errors.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import type { ReadAnswer } from '#contract/models.ts'
import type { OperationInfo, OperationRequest } from '#contract/operation.ts'
import { certainties, readAnswer, type Expectation, type Reading } from './answer.ts'
import { pageNameOf } from './pages/words.ts'
import type { PageAsk } from './paging.ts'
import { idOf } from './roles.ts'

export const mostPages = 20

type Page = Pick<ReadAnswer, 'data' | 'status' | 'headers'>
type Entry = Pick<OperationInfo, 'method' | 'path' | 'paging'>

export interface HowToRead {
  operation: Entry
  answers: Expectation
  /** Where the environment's platform is; without it only addresses without an origin are followed. */
  origin?: (() => string | undefined) | undefined
  signal?: AbortSignal | undefined
  /** One page more is asked for by `offset` until one is empty, though the answer says that this is all. */
  probes?: boolean
  idOf?: (row: JsonObject) => string | undefined
  onRows?: (count: number) => void
  /** Whether what was read so far says enough. */
  isEnough?: ((reading: Reading) => boolean) | undefined
}

export interface Whole<A> {
  first: A
  /** Of all pages together: the least sure, and whole only where the last page ends it and none repeated another. */
  reading: Reading
  pages: number
}

/** Refusals of a later page say that its question was wrong, not that the platform can't be read. */
const wrongQuestion: ReadonlySet<ErrorCode> = new Set([
  'invalid_request',
  'invalid_input',
  'not_found',
  'conflict',
  'bad_response',
  'server_error',
  'too_large',
])

/**
 * At most 20 pages, each read by `read`, whose failures are thrown on; where only the question for a later page is
 * refused, the list is not whole.
 */
export async function readWhole<A extends Page>(
  read: (request: OperationRequest) => Promise<A>,
  request: OperationRequest,
  how: HowToRead,
): Promise<Whole<A>> {
  const first = await read(request)
  const start = readPage(first, request, how, 0)
  how.onRows?.(start.rows.length)
  if (start.kind === 'record' || start.late === true || isEnd(start, how) || how.isEnough?.(start) === true)
    return { first, reading: start, pages: 1 }

  let all = start
  let last = start
  let asked = request
  let text = JSON.stringify(start.rows)
  const known = new Set<string>()
  const note = (rows: readonly JsonObject[]): boolean => {
    const before = known.size
    const ids = rows.flatMap((row) => (how.idOf ?? ((one) => idOf(one, how.answers.resource ?? '')))(row) ?? [])
    for (const id of ids) known.add(id)
    return known.size < before + ids.length
  }
  note(start.rows)
  const broken = (): Reading => ({ ...all, complete: false, stated: false })

  for (let pages = 1; pages < mostPages; pages += 1) {
    const next = nextRequest(asked, last, how, all.rows.length)
    if (next === undefined) return { first, reading: { ...all, complete: last.complete, stated: last.stated }, pages }
    if (how.signal?.aborted === true) throw new DeskError('cancelled', 'The read was given up.')
    let answer: A
    try {
      answer = await read(next.request)
    } catch (error) {
      if (!(error instanceof DeskError) || !wrongQuestion.has(error.code)) throw error
      return { first, reading: last.complete ? all : broken(), pages }
    }
    const reading = readPage(answer, next.request, how, all.rows.length)
    if (isEmpty(reading) && !(reading.more && reading.ask !== undefined)) {
      // Where a guess brought nothing, what was named before may still lead on.
      const ends = !reading.more && !isShort(reading, all) && (next.named || !last.more)
      return { first, reading: { ...all, more: !ends, complete: ends, stated: ends }, pages: pages + 1 }
    }
    const now = JSON.stringify(reading.rows)
    // The platform did not take the question: what it said before is all it says.
    if (now === text) return { first, reading: last.complete ? all : broken(), pages: pages + 1 }
    if (reading.kind !== 'list' || reading.at !== start.at || note(reading.rows))
      return { first, reading: broken(), pages: pages + 1 }
    const { complete, stated, more, total, next: nextPlace, ask, certainty, reason } = reading
    const rows = [...all.rows, ...reading.rows]
    const surer = certainties.indexOf(certainty) <= certainties.indexOf(all.certainty)
    all = {
      ...all,
      ...(surer ? {} : { certainty, reason }),
      rows,
      complete,
      stated,
      more,
      scalars: all.scalars + reading.scalars,
    }
    if (total !== undefined) all.total = total
    if (nextPlace === undefined) delete all.next
    else all.next = nextPlace
    if (ask === undefined) delete all.ask
    else all.ask = ask
    how.onRows?.(rows.length)
    if (isEnd(reading, how) || how.isEnough?.(all) === true) return { first, reading: all, pages: pages + 1 }
    last = reading
    asked = next.request
    text = now
  }
  return { first, reading: broken(), pages: mostPages }
}

function readPage(
  { data, status, headers }: Page,
  request: OperationRequest,
  { answers }: HowToRead,
  before: number,
): Reading {
  const limit = Number(request.query?.['limit'] ?? (isObject(request.body) ? request.body['limit'] : undefined))
  return readAnswer(data, {
    ...answers,
    status,
    headers,
    before,
    ...(Number.isFinite(limit) ? { sentLimit: limit } : {}),
  })
}

const isEnd = ({ complete, rows }: Reading, { probes }: HowToRead): boolean =>
  complete && (probes !== true || rows.length === 0)
const isEmpty = ({ rows, kind, reason }: Reading): boolean =>
  rows.length === 0 && (kind === 'list' || reason === 'nothing_there')
const isShort = ({ total = 0 }: Reading, all: Reading): boolean => Math.max(total, all.total ?? 0) > all.rows.length

/**
 * How the page behind `reading` is asked for, as its answer or the catalog says; undefined where neither does. Of an
 * address only the parameters are taken over, and only where it leads to the same operation and asks for nothing else.
 */
export function nextRequest(
  request: OperationRequest,
  { ask, rows }: Pick<Reading, 'ask' | 'rows'>,
  { operation, origin, probes }: Pick<HowToRead, 'operation' | 'origin' | 'probes'>,
  read: number,
): { request: OperationRequest; named: boolean } | undefined {
  const named = ask === undefined ? undefined : askedBy(ask, request, operation, origin)
  if (named !== undefined) return { request: named, named: true }
  const isPaged = operation.paging === 'limit-offset'
  const next =
    rows.length === 0 || !(isPaged || probes === true) ? undefined : withFields(request, { offset: read }, operation)
  return next && { request: next, named: isPaged }
}

function askedBy(
  ask: PageAsk,
  request: OperationRequest,
  operation: Entry,
  origin: HowToRead['origin'],
): OperationRequest | undefined {
  if ('fields' in ask) return withFields(request, ask.fields, operation)
  const own = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path?.[name] ?? ''),
  )
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(ask.url)
  const target = URL.parse(ask.url, `http://platform.invalid${own}`)
  if (target === null || (isAbsolute && target.origin !== origin?.())) return undefined
  if (!target.pathname.endsWith(own)) return undefined
  return withFields(request, Object.fromEntries(target.searchParams), operation)
}

/** Undefined where nothing changes, or what was asked for would become something else. */
function withFields(
  request: OperationRequest,
  fields: Record<string, string | number>,
  { method }: Entry,
): OperationRequest | undefined {
  const inQuery = method === 'GET' || method === 'DELETE'
  const { body } = request
  if (!inQuery && body !== undefined && !isObject(body)) return undefined
  const there: Record<string, unknown> = { ...request.query, ...(isObject(body) ? body : {}) }
  const entries = Object.entries(fields).slice(0, 20)
  let changes = false
  for (const [name, value] of entries) {
    if (String(value).includes(mask)) return undefined
    if (!Object.hasOwn(there, name)) changes = true
    else if (String(there[name]) !== String(value)) {
      if (!['cursor', 'next', 'page', 'bound', 'pager', 'limit', 'more'].includes(pageNameOf(name).kind))
        return undefined
      changes = true
    }
  }
  if (!changes) return undefined
  if (inQuery) return { ...request, query: { ...request.query, ...Object.fromEntries(entries) } }
  const query = { ...request.query }
  const taken: JsonObject = {}
  for (const [name, value] of entries) {
    if (Object.hasOwn(query, name)) query[name] = value
    else taken[name] = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : (value as Json)
  }
  return {
    ...request,
    ...(request.query === undefined ? {} : { query }),
    body: { ...(isObject(body) ? body : {}), ...taken },
  }
}
