// Where the person was, kept at each navigation, so that a killed process opens at the same place again.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { Log } from '../../core/ports.ts'
import type { Page } from './origin.ts'

/** A path within the page. */
const pathShape = /^\/(?!\/)[\w\-./~%:]{0,300}$/
/** What is kept of the query: which record is open, never what a person searched for. */
const placeNames = ['customer', 'draft', 'event', 'id', 'kind', 'poll', 'product', 'resource', 'section']
const placeShape = /^[\w\-./]{1,120}$/

/** The kept route as a fragment; empty where there is none, or the file is damaged. */
export function readRoute(profile: string): string {
  try {
    const { route } = JSON.parse(readFileSync(join(profile, 'route.json'), 'utf8')) as { route: unknown }
    return typeof route === 'string' && placeOf(route) === route ? `#${route}` : ''
  } catch {
    return ''
  }
}

/** The path, and which record is open there. Undefined for what is no route. */
function placeOf(route: string): string | undefined {
  const [whole = ''] = route.split('#')
  const [path = '', query] = whole.split('?')
  if (!pathShape.test(path)) return undefined
  const kept = [...new URLSearchParams(query)].filter(
    ([name, value]) => placeNames.includes(name) && placeShape.test(value),
  )
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept).toString()}`
}

/** After an end that was meant, the next start begins at the first view. */
export function forgetRoute(profile: string): void {
  rmSync(join(profile, 'route.json'), { force: true })
}

export function followRoute(
  window: BrowserWindow,
  { page, profile, log }: { page: Pick<Page, 'url'>; profile: string; log: Log },
): void {
  window.webContents.on('did-navigate-in-page', (_, url, isMainFrame) => {
    if (!isMainFrame || !url.startsWith(`${page.url}#`)) return
    const route = placeOf(url.slice(page.url.length + 1))
    if (route === undefined) return
    try {
      const file = join(profile, 'route.json')
      writeFileSync(`${file}.new`, JSON.stringify({ route }), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    } catch (error) {
      log.write('warn', "The window's route was not kept.", { reason: String(error) })
    }
  })
}
