import { nameOf } from '../types.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function draftHandlers({ drafts }: Services): HandlersOf<'drafts'> {
  return {
    'drafts.list': (filter) => drafts.list(filter),
    'drafts.get': ({ id, revision }) => drafts.get(id, revision),
    'drafts.save': (input, caller) => drafts.save(input, nameOf(caller)),
    'drafts.link': ({ id, links }) => drafts.link(id, links),
    'drafts.remove': async ({ id, forever }, caller) => {
      await drafts.remove(id, forever, nameOf(caller))
      return {}
    },
    'drafts.restore': ({ id }) => drafts.restore(id),
    'drafts.revisions': (input) => drafts.revisions(input),
    'drafts.revert': (input, caller) => drafts.revert(input, nameOf(caller)),
    'drafts.duplicate': ({ id, title }, caller) => drafts.duplicate(id, title, nameOf(caller)),
    'drafts.submit': ({ id, revision, deed, ...decision }) => drafts.submit(id, revision, decision, deed),
    'drafts.import': async ({ text }, caller) => ({
      drafts: await drafts.import(text, caller.scope === 'desk' ? undefined : caller),
    }),
    'drafts.export': (input) => drafts.export(input),
  }
}
