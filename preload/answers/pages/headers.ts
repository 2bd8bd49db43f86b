// What the headers of an answer say of pages; which of them are kept is decided here too.
import { looker, nothingBeside, type Beside } from './beside.ts'
import { isPositional, rangeOf, scalarOf } from './values.ts'
import { pageNameOf } from './words.ts'

export interface Wire extends Beside {
  /** The answer is a part by its status. */
  isPart: boolean
}

const telling = /total|count|page|next|cursor/i
const never =
  /cookie|authori[sz]|authentication|credential|secret|passw|session|signature|api-?key|account|discount|rate-?limit|quota/i

/** A longer one is kept cut, and what is cut proves nothing. */
export const longestPageHeader = 1_024

/** Whether a header may say something of pages. */
export const isPageHeader = (name: string): boolean =>
  /^(?:link|content-range)$/i.test(name) || (telling.test(name) && !never.test(name))

/** `here` rows in the answer, behind `before` others. */
export function lookAtHeaders(
  headers: Readonly<Record<string, string>>,
  status: number | undefined,
  here: number,
  before: number,
): Wire {
  const seen = nothingBeside()
  const look = looker(seen, new Set(), here, before)
  let isPart = status === 206
  for (const [header, value] of Object.entries(headers)) {
    const name = header.toLowerCase()
    if (!isPageHeader(name)) continue
    if (value.length >= longestPageHeader) seen.unexplained = true
    if (name === 'link') {
      for (const { rel, url } of linksIn(value)) if (/\b(?:next|prev|previous)\b/i.test(rel)) look(rel, url, 'near', 0)
      if (/rel\s*=\s*"?[^"]*next/i.test(value)) seen.leads = true
    } else if (name === 'content-range') {
      const range = rangeOf(value)
      if (range === undefined) {
        isPart ||= !/\*\/0$/.test(value) || here > 0
        continue
      }
      if (range.from > before + 1) isPart = seen.prior = true
      if (range.of === undefined) isPart = true
      else {
        seen.totals.push(range.of)
        isPart = seen.prior || range.of !== before + here
      }
    } else ofName(name.replace(/^x-/, ''), value)
  }
  return { ...seen, isPart }

  function ofName(name: string, value: string): void {
    // `nextjs-cache` only begins with such a word.
    if (!name.split(/[-_.]/).some((part) => !pageNameOf(part).mixed)) return
    const about = pageNameOf(name)
    const number = scalarOf(value)
    // Before such a name stands whose header it is: `wp-total`.
    if (about.kind === 'open' && about.words.includes('total') && typeof number === 'number') seen.loose.push(number)
    else if (about.kind !== 'unknown' || isPositional(value)) look(name, value, 'near', 0)
  }
}

function linksIn(header: string): Array<{ url: string; rel: string }> {
  return [...header.slice(0, 8_192).matchAll(/<([^>]*)>([^<]*)/g)].flatMap(([, url = '', rest = '']) => {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(rest)
    return rel === null ? [] : [{ url, rel: rel[1] ?? rel[2] ?? '' }]
  })
}
