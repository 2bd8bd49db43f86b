import { isPageHeader, longestPageHeader } from '#answers/pages/headers.ts'
import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'

const mostHeaders = 16

/** The headers that may say that a list goes on, masked and bounded; undefined where there is none. */
export function pageHeadersOf(
  rawHeaders: readonly string[],
  redact: (value: Json) => Json,
): Record<string, string> | undefined {
  const found = new Map<string, string>()
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) {
    const name = (rawHeaders[n] ?? '').toLowerCase()
    if (!isPageHeader(name) || (found.size >= mostHeaders && !found.has(name))) continue
    const value = rawHeaders[n + 1] ?? ''
    const shown = value !== '' && /token|key/.test(name) ? mask : redact(value)
    if (typeof shown !== 'string') continue
    found.set(
      name,
      [found.get(name), shown]
        .filter((one) => one !== undefined)
        .join(', ')
        .slice(0, longestPageHeader),
    )
  }
  return found.size === 0 ? undefined : Object.fromEntries(found)
}
