// What the name of a member beside a list says of pages, by its words and not by a list of whole names.

/**
 * `next`: what follows. `more`: whether anything does. `end`: whether this is the last. `prior`: what came before.
 * `cursor`: a position. `bound`: where the rows begin or end. `side`, `echo`: reports, and what was asked.
 * `record`: whose list it is, or a date. `self`: the address of this page. `open`: total or count of something unnamed.
 */
export type PageWord =
  | 'next'
  | 'more'
  | 'end'
  | 'prior'
  | 'cursor'
  | 'bound'
  | 'page'
  | 'pages'
  | 'total'
  | 'count'
  | 'open'
  | 'limit'
  | 'measure'
  | 'self'
  | 'pager'
  | 'side'
  | 'echo'
  | 'sum'
  | 'record'
  | 'said'
  | 'unknown'

export interface PageName {
  kind: PageWord
  words: readonly string[]
  /** Other words stand beside those that made the kind. */
  mixed: boolean
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const next = list('next following subsequent forward')
const prior = list('previous prev prior preceding backward before')
const more = list(
  'more further additional truncated continues remaining remainder rest left omitted incomplete partial truncation cut',
)
const end = list('last final done complete completed finished exhausted eof end')
const cursor = list(
  'cursor cursors token continuation continue marker position scroll resume bookmark anchor pointer checkpoint evaluated after locator seek watermark',
)
const bound = list('offset skip start starting begin first from to since until min max')
const pageWords = list('page pages')
const total = list('total totals overall')
const estimate = list('estimated estimate approximate approx about')
const count = list('count counts number num size length hits found matches matched available')
const ofRows = list(
  'item items result results record records doc docs document documents element elements row rows entry entries object objects entity entities resource resources value data list all of the in here returned shown',
)
const limit = list('limit per take top maximum batch chunk')
const measure = list(
  'amount amounts price sum revenue fee fees tax balance paid unpaid refunded cost income raised money vote votes view views viewer viewers byte bytes ms millis milliseconds second seconds minute minutes hour hours duration elapsed took percent percentage score rating average avg mean weight volume ratio age ttl scanned',
)
const time = list(
  'at date time timestamp ts on updated modified created seen login expires expiry refresh refreshed retry synced changed generated run day year month week',
)
const link = list('url uri href link links path')
const flags = list('has have is are can')
const numbering = list('number num index no current this')

const selfNames = list('self first related canonical url uri href path baseurl basepath documentation docs help')
const pagerNames = list(
  'meta metadata pagination paging pager pageinfo paginator links link view info resultinfo responsemetadata',
)
const sideNames = list(
  'errors error warnings warning messages notices included facets aggregations columns schema permissions shards jsonapi problems alerts debug',
)
const limiting = list('rate ratelimit quota throttle usage')
const echoNames = list('request query params parameters filters filter sort sorting context extensions search criteria')
const sumNames = list('summary stats statistics sums counts overview totals balance aggregates figures tally analytics')
const idWords = list('id ids uuid guid')
const said = list(
  'success ok status code message msg version apiversion api type kind object name title description label text note currency locale language lang country timezone tz region env environment mode livemode live test testing sandbox demo cached cache source provider vendor product revision etag hash checksum signature order ordering direction ascending descending asc desc field term q unit units format method host hostname server instance node build commit release copyright license support terms deprecated empty exact valid enabled active public visible default user owner account tenant org organisation organization company channel workspace team project customer permission role scope client trace correlation span timedout httpstatus statuscode maxscore collection model class v debug state result response sorted unsorted paged unpaged',
)
/** Words that may stand glued together: `totalpages`, `nextcursor`. */
const glued = new Set(
  [next, prior, more, end, cursor, bound, pageWords, total, count, ofRows, limit, flags, link, idWords].flatMap(
    (words) => [...words].filter((word) => word.length > 1),
  ),
)
for (const word of ['key', 'query', 'info', 'token', 'number', 'current', 'odata', 'wp']) glued.add(word)
/** Meaning enough to be heard at either end of a word that nobody knows. */
const loud = ['next', 'cursor', 'offset', 'token', 'continuation', 'marker', 'scroll', 'resume', 'bookmark']

const known = new Map<string, PageName>()
const mostKnown = 2_000

export function pageNameOf(name: string): PageName {
  const before = known.get(name)
  if (before !== undefined) return before
  // Before a colon stands whose vocabulary it is.
  const words = wordsOf(name.slice(name.lastIndexOf(':') + 1).slice(0, 200))
  const kind = kindOf(words)
  const found = { kind, words, mixed: words.some((word) => !glued.has(word)) }
  if (known.size >= mostKnown) known.clear()
  if (name.length <= 200) known.set(name, found)
  return found
}

/** `nextPageToken`, `next-page-token`, `hydra:nextPageToken` and `nextpagetoken` have the same words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && word !== 'x')
    .flatMap((word) => (glued.has(word) || said.has(word) ? [word] : (partsOf(word) ?? [word, ...heardIn(word)])))
}

/** The fewest known words that make up the whole. */
function partsOf(word: string): string[] | undefined {
  if (word.length > 40) return undefined
  const best: Array<string[] | undefined> = [[]]
  for (let to = 1; to <= word.length; to += 1) {
    for (let from = Math.max(0, to - 14); from < to; from += 1) {
      const before = best[from]
      const part = word.slice(from, to)
      if (before === undefined || !glued.has(part)) continue
      if ((best[to]?.length ?? Infinity) > before.length + 1) best[to] = [...before, part]
    }
  }
  return best[word.length]
}

const heardIn = (word: string): string[] => loud.filter((one) => word.startsWith(one) || word.endsWith(one))

function kindOf(words: readonly string[]): PageWord {
  const any = (of: ReadonlySet<string>): boolean => words.some((word) => of.has(word))
  const whole = words.filter((word) => !flags.has(word)).join('')
  const last = words.at(-1) ?? ''
  if (words.length === 0) return 'unknown'
  if (limiting.has(words[0] ?? '') || limiting.has(whole)) return 'side'
  if (selfNames.has(whole) || words[0] === 'self') return 'self'
  if (pagerNames.has(whole)) return 'pager'
  if (sideNames.has(whole)) return 'side'
  if (echoNames.has(whole)) return 'echo'
  if (sumNames.has(whole)) return 'sum'
  if (any(next)) return any(time) && !any(pageWords) && !any(cursor) && !any(link) ? 'record' : 'next'
  if (any(cursor)) return last === 'at' || last === 'expires' ? 'record' : 'cursor'
  if (any(measure)) return 'measure'
  if (any(time) && !any(bound)) return 'record'
  if (any(prior)) return 'prior'
  if (any(pageWords)) return pageKind(words)
  if (any(more)) return 'more'
  if (any(total))
    return words.every((word) => total.has(word) || count.has(word) || ofRows.has(word)) ? 'total' : 'open'
  if (any(end)) return idWords.has(last) || last === 'key' ? 'cursor' : 'end'
  if (any(bound)) {
    if (words.includes('max') || words.includes('min'))
      return idWords.has(last) ? 'cursor' : any(ofRows) || any(count) || any(limit) ? 'limit' : 'unknown'
    return idWords.has(last) ? 'cursor' : 'bound'
  }
  if (any(limit) || whole === 'size') return idWords.has(last) ? 'record' : 'limit'
  if (words.length === 1 && (whole === 'number' || whole === 'current')) return 'page'
  if (any(count)) {
    if (words.includes('odata')) return 'total'
    return words.every((word) => count.has(word) || ofRows.has(word) || estimate.has(word)) ? 'count' : 'open'
  }
  if (idWords.has(last)) return 'record'
  if (said.has(whole) || words.every((word) => said.has(word) || flags.has(word))) return 'said'
  return ['version', 'type', 'kind', 'status', 'code', 'name', 'message', 'currency', 'language'].includes(last)
    ? 'said'
    : 'unknown'
}

function pageKind(words: readonly string[]): PageWord {
  const any = (of: ReadonlySet<string>): boolean => words.some((word) => of.has(word))
  if (any(more)) return 'more'
  if (any(limit) || words.includes('size') || words.includes('length')) return 'limit'
  if (any(total) || words.includes('count') || words.includes('max')) return 'pages'
  if (any(end)) return flags.has(words[0] ?? '') ? 'end' : 'pages'
  if (words.includes('pages')) return 'pages'
  if (any(ofRows)) return 'count'
  return words.every((word) => word === 'page' || numbering.has(word) || bound.has(word)) ? 'page' : 'cursor'
}

const opaque = list(
  'etag hash checksum signature revision version apiversion commit build release trace correlation span host hostname server instance node msg message copyright license title name description label text note user owner account tenant org organisation organization company channel workspace team project customer client timezone tz region env environment product q term',
)
/** Whether the value of such a member may be any text. */
export const isOpaque = ({ words }: PageName): boolean => words.some((word) => opaque.has(word))

/** A total that the platform calls an estimate proves nothing. */
export const isEstimate = ({ words }: PageName): boolean => words.some((word) => estimate.has(word))

/** The name of the parameter that asks for what this member holds: `nextPageToken` is asked for as `pageToken`. */
export function parameterOf(name: string): string | undefined {
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+/g) ?? []
  const kept = parts.filter((part) => !next.has(part.toLowerCase()))
  const bare = kept
    .join('')
    .replaceAll(/^[^A-Za-z]+|[^A-Za-z\d\]]+$/g, '')
    .replaceAll(/([-_.:])[-_.:]+/g, '$1')
  if (bare === '') return undefined
  if (kept.length === parts.length) return name
  return /^[A-Z][a-z]/.test(bare) && /^[a-z]/.test(name) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare
}
