import type { JsonObject } from '#contract/json.ts'
import { given, stamp, text, type Answer, type Call, type Effects } from '../call.ts'
import { change, find, lookUp } from '../records.ts'
import { idNames } from '../resources.ts'
import type { Stored } from '../store.ts'
import { hash } from '../values.ts'

const resource = 'pages/general'
const day = 86_400_000

export const pages: Effects = {
  'PUT /api/pages/general/update'(call) {
    const page = find(call, resource)
    const publish = given(call, 'publish', 'published')
    const status = publish === true ? { status: 'published' } : publish === false ? { status: 'draft' } : {}
    const patch: JsonObject = { ...call.body, ...status }
    const first = patch.status === 'published' && page.status !== 'published'
    return { data: change(call, resource, page, first ? { ...patch, publishedAt: stamp(call) } : patch) }
  },

  'GET /api/pages/general/analytics'(call) {
    const last = Math.floor(call.now / day) * day
    const series = Array.from({ length: 14 }, (_, place) => {
      const at = last - (13 - place) * day
      return {
        date: new Date(at).toISOString().slice(0, 10),
        views: chosen(call).reduce((sum, page) => sum + views(page, at), 0),
      }
    })
    return figures(call, { series })
  },

  'GET /api/pages/general/stats': (call) => figures(call, { pages: chosen(call).length }),
}

function figures(call: Call, more: JsonObject): Answer {
  const pages = chosen(call)
  const ids = new Set(pages.map((page) => page.id))
  const seen = pages.reduce((sum, page) => sum + views(page, call.now) * 14, 0)
  const leads = call.store
    .all('pages/leads')
    .filter((lead) => typeof lead.pageId === 'string' && ids.has(lead.pageId)).length
  const only = pages.length === 1 ? pages[0] : undefined
  return { data: { id: only?.id ?? call.caller.accountId, status: only?.status ?? 'ok', views: seen, leads, ...more } }
}

function chosen(call: Call): Stored[] {
  const id = text(call, ...idNames(resource))
  return id === undefined ? call.store.all(resource) : [lookUp(call, resource, id)]
}

function views(page: Stored, at: number): number {
  if (page.status !== 'published') return 0
  return 40 + (hash(page.id) % 60) + Math.round(Math.sin(at / (3 * day)) * 15)
}
