import { environmentOf, nameOf } from '../core/types.ts'
import type { HandlersOf, Services } from './handlers.ts'
import type { Tasks } from './tasks.ts'

export function draftHandlers({ drafts, onMark }: Services, tasks: Tasks): HandlersOf<'drafts'> {
  return {
    'drafts.list': (filter) => drafts.list(filter),
    'drafts.get': ({ id, revision }) => drafts.get(id, revision),
    'drafts.save': async (input, caller) => {
      const draft = await drafts.save(input, nameOf(caller))
      if (input.id === undefined && draft.tags.includes('mark')) onMark(draft, nameOf(caller))
      return draft
    },
    'drafts.link': ({ id, links }) => drafts.link(id, links),
    'drafts.remove': async ({ id, forever }, caller) => {
      await drafts.remove(id, forever, nameOf(caller))
      return {}
    },
    'drafts.restore': ({ id }) => drafts.restore(id),
    'drafts.revisions': (input, caller) => drafts.revisions(input, environmentOf(caller)),
    'drafts.revert': (input, caller) => drafts.revert(input, nameOf(caller)),
    'drafts.duplicate': ({ id, title }, caller) => drafts.duplicate(id, title, nameOf(caller)),
    'drafts.submit': ({ id, revision, deed, ...decision }) => drafts.submit(id, revision, decision, deed),
    'drafts.import': async ({ text, task }, caller) => ({
      drafts: await tasks.run(task, (reading) =>
        drafts.import(text, caller.scope === 'desk' ? undefined : caller, reading),
      ),
    }),
    'drafts.export': (input) => drafts.export(input),
  }
}
