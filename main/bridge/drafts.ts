import type { DraftContent } from '#contract/draft.ts'
import type { Json } from '#contract/json.ts'
import type { Drafts } from '../drafts/types.ts'
import type { Ledger } from '../ledger/types.ts'
import type { HandlersOf } from './handlers.ts'

type Scalars = DraftContent['query']

export function draftHandlers({ drafts }: { drafts: Drafts }): HandlersOf<'drafts'> {
  return {
    'drafts.list': (filter) => drafts.list(filter),
    'drafts.get': ({ id, revision }) => drafts.get(id, revision),
    'drafts.save': (input) => drafts.save(input),
    'drafts.link': ({ id, links }) => drafts.link(id, links),
    'drafts.remove': async ({ id, forever }) => {
      await drafts.remove(id, forever)
      return {}
    },
    'drafts.restore': ({ id }) => drafts.restore(id),
    'drafts.revisions': (input) => drafts.revisions(input),
    'drafts.revert': (input) => drafts.revert(input),
    'drafts.duplicate': ({ id, title }) => drafts.duplicate(id, title),
    'drafts.submit': ({ id, revision, ...decision }) => drafts.submit(id, revision, decision),
    'drafts.import': async ({ text }) => ({ drafts: await drafts.import(text) }),
    'drafts.export': (input) => drafts.export(input),
  }
}

/** Another content for a queued intent is a new revision of its draft. Parts that are not given stay as they are. */
export function editHandler({
  drafts,
  ledger,
}: {
  drafts: Drafts
  ledger: Ledger
}): HandlersOf<'ledger'>['ledger.edit'] {
  return ({ id, path, query, body }) => {
    const { request } = ledger.get(id)
    return drafts.edit(id, {
      path: path ?? request.path ?? {},
      query: query ?? ((request.query ?? {}) as Scalars),
      body: body === undefined ? (request.body ?? null) : (body as Json),
    })
  }
}
