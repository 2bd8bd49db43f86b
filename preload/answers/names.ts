// The names by which envelopes, lists, pages and identifiers are known. All are compared without case, dashes and underscores.
import type { Json, JsonObject } from '#contract/json.ts'
import { plain } from './json.ts'

const set = (...names: string[]): ReadonlySet<string> => new Set(names)

/** What lists are called where not after their records. */
export const listNames = set(
  'data',
  'items',
  'results',
  'result',
  'records',
  'list',
  'rows',
  'entries',
  'nodes',
  'edges',
  'content',
  'contents',
  'docs',
  'documents',
  'value',
  'values',
  'hits',
  'collection',
  'objects',
  'elements',
  'entities',
  'resources',
  'payload',
  'response',
  'found',
  'matches',
)
/** Also a record's own parts: the lines of an invoice. */
export const partNames = set(
  'items',
  'entries',
  'contents',
  'content',
  'elements',
  'values',
  'value',
  'documents',
  'docs',
  'objects',
  'resources',
  'entities',
  'nodes',
)
/** A record's own lists, never its page's. */
export const ownParts = set(
  'options',
  'choices',
  'answers',
  'buttons',
  'lines',
  'lineitems',
  'tags',
  'variables',
  'additionalcameras',
  'cameras',
  'features',
  'steps',
  'benefits',
  'permissions',
  'roles',
  'addresses',
  'prices',
  'history',
)
/** Around a list or a record. */
export const wrapperNames = set(
  'data',
  'result',
  'results',
  'response',
  'payload',
  'body',
  'embedded',
  'content',
  'hits',
  'list',
  'page',
  'items',
  'collection',
  'entities',
  'records',
  'record',
  'item',
  'document',
  'doc',
  'resource',
  'object',
  'output',
  'root',
  'viewer',
  'value',
  'node',
  'edges',
)
/** Around one record, the surest first. */
export const recordWrappers = [
  'data',
  'result',
  'record',
  'item',
  'response',
  'payload',
  'body',
  'document',
  'doc',
  'resource',
  'object',
  'node',
  'value',
]
/** Around each record of a list. */
export const rowWrappers = set(
  'node',
  'item',
  'record',
  'resource',
  'entity',
  'data',
  'doc',
  'document',
  'source',
  'content',
  'value',
  'object',
  'result',
  'entry',
  'attributes',
  'fields',
  'properties',
)
/** Beside a record in its wrapper. */
export const rowFormalities = set(
  'cursor',
  'score',
  'rank',
  'index',
  'type',
  'kind',
  'links',
  'meta',
  'href',
  'self',
  'etag',
  'version',
  'sort',
  'highlight',
)

/** What an envelope says of itself. */
const formalities = set(
  'success',
  'ok',
  'status',
  'code',
  'message',
  'msg',
  'error',
  'errors',
  'warnings',
  'requestid',
  'traceid',
  'correlationid',
  'timestamp',
  'version',
  'apiversion',
  'jsonapi',
  'meta',
  'metadata',
  'links',
  'context',
  'object',
  'took',
  'timedout',
  'duration',
  'statuscode',
  'httpstatus',
  'included',
  'url',
  'path',
  'v',
  'debug',
  'servertime',
)
/** Beside the records, never the records. */
export const sides = set(
  'errors',
  'error',
  'warnings',
  'links',
  'included',
  'meta',
  'metadata',
  'pagination',
  'paging',
  'pageinfo',
  'facets',
  'aggregations',
  'filters',
  'sort',
  'sorting',
  'query',
  'debug',
  'request',
  'columns',
  'schema',
  'permissions',
  'params',
  'extensions',
  'messages',
  'notices',
  'jsonapi',
  'context',
  'shards',
)
/** Of a page, never of a record. */
const continuations = set(
  'next',
  'nextpage',
  'nextcursor',
  'nexttoken',
  'nexturl',
  'nextlink',
  'nextpageurl',
  'nextpagetoken',
  'nextoffset',
  'cursor',
  'after',
  'pagetoken',
  'continuation',
  'continuationtoken',
  'hasmore',
  'hasnext',
  'hasnextpage',
  'more',
  'moreavailable',
  'ismore',
  'truncated',
  'istruncated',
  'partial',
  'incomplete',
  'odata.nextlink',
  'scrollid',
  'lastevaluatedkey',
)
/** What an envelope says of its pages, so that it describes no record; what it says is read by `page-words.ts`. */
const pagingNames = set(
  'meta',
  'metadata',
  'pagination',
  'paging',
  'page',
  'pageinfo',
  'links',
  'cursors',
  'pager',
  'total',
  'totalcount',
  'totalitems',
  'totalresults',
  'totalrecords',
  'totaldocs',
  'totalelements',
  'totalrows',
  'totalhits',
  'totalnumber',
  'totalsize',
  'recordstotal',
  'itemcount',
  'recordcount',
  'resultcount',
  'count',
  'odata.count',
  'previous',
  'prev',
  'prevpage',
  'previouspage',
  'prevcursor',
  'previouscursor',
  'prevpageurl',
  'hasprevious',
  'haspreviouspage',
  'hasprev',
  'hasprevpage',
  'offset',
  'skip',
  'from',
  'start',
  'startindex',
  'currentpage',
  'pagenumber',
  'number',
  'pageindex',
  'current',
  'totalpages',
  'pagecount',
  'pages',
  'lastpage',
  'numpages',
  'totalpage',
  'limit',
  'pagesize',
  'perpage',
  'size',
  'itemsperpage',
  'maxresults',
  'take',
  'top',
  'last',
  'islast',
  'islastpage',
  'first',
  'isfirst',
  'empty',
  'endcursor',
  'startcursor',
  'sort',
  'numberofelements',
  'pageable',
  'pagingcounter',
  'to',
  'self',
  'firstpageurl',
  'lastpageurl',
  'maxscore',
)

export const word = (name: string): string => {
  const bare = plain(name)
  return bare.startsWith('@') || bare.startsWith('$') ? bare.slice(1) : bare
}

/** About the answer or its pages, not a record. */
export const isFormal = (name: string): boolean => formalities.has(word(name)) || isPaging(name)
/** Only pages have these: invoices have a total, a number and a start too. */
export const isPageMark = (name: string): boolean =>
  [
    'offset',
    'skip',
    'limit',
    'pagesize',
    'perpage',
    'totalpages',
    'pagecount',
    'page',
    'pageinfo',
    'pagination',
  ].includes(word(name)) ||
  (continuations.has(word(name)) && word(name) !== 'after')
const isPaging = (name: string): boolean => continuations.has(word(name)) || pagingNames.has(word(name))

/** `refund` of `payment/refund`, `account` of `account/general`. */
export function nounOf(resource: string): string {
  const parts = resource.split('/').filter((part) => part.toLowerCase() !== 'general')
  return singular((parts.at(-1) ?? resource).toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}

function singular(name: string): string {
  if (name.length <= 3) return name
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(name)) return name.slice(0, -2)
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name
}

/** Words that people use instead of the specification's. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  embed: ['poll'],
  cast: ['vote'],
  loyalty: ['coupon'],
  link: ['paymentlink'],
  subscriptionplan: ['plan'],
  emailsequence: ['sequence'],
  static: ['asset'],
  account: ['session', 'device'],
}

/** `templates`, `template`, `template_list`, `allTemplates`. */
export function isNamedAfter(name: string, noun: string): boolean {
  if (noun === '' || name.length > 80) return false
  const one = word(name)
  return [one, one.replace(/(?:list|collection|records|items|data)$/, ''), one.replace(/^(?:all|my|account)/, '')]
    .map(singular)
    .some((bare) => bare === noun || (Object.hasOwn(alsoCalled, noun) && alsoCalled[noun]?.includes(bare) === true))
}

export function isIdName(name: string, noun: string): boolean {
  const bare = plain(name)
  return (
    bare === 'id' ||
    bare === 'uuid' ||
    bare === 'resourceid' ||
    (noun !== '' && (bare === `${noun}id` || bare === `${noun}uuid`))
  )
}

export const isScalarId = (value: Json | undefined): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

export function hasId(object: JsonObject, noun: string): boolean {
  if (isScalarId(Object.hasOwn(object, 'id') ? object['id'] : undefined)) return true
  for (const name in object)
    if (Object.hasOwn(object, name) && isIdName(name, noun) && isScalarId(object[name])) return true
  return false
}

/** `streamId` beside a list says whose list it is. */
export function namesSomething(object: JsonObject): boolean {
  return hasId(object, '') || Object.keys(object).some((name) => /[a-z](?:Id|_id|-id|Uuid|_uuid)$/.test(name))
}

export function expectationOf(operation: string): 'list' | 'record' {
  const last =
    operation
      .split('/')
      .filter((part) => !part.startsWith('{'))
      .at(-1) ?? ''
  return /^(?:all|getall|list\w*|search\w*|get-sessions|history|getevents|pay|getfeatures)$/i.test(last)
    ? 'list'
    : 'record'
}
