// The draft that a view has open.
import { useI18n } from 'vue-i18n'
import type { Draft, DraftContent } from '#contract/draft.ts'
import { labelAt } from '#kit/base/schema-label.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useDrafts } from '../stores/drafts.ts'
import type { RevisionForm, RevisionKind } from '../revisions/types.ts'
import { useRevisionEditor } from '../revisions/useRevisionEditor.ts'
import { contentOf } from './draft-content.ts'

export type DraftForm = RevisionForm<DraftContent, Draft>
export type DraftEditor = ReturnType<typeof useDraft>

interface Taken {
  /** Dotted places whose value is one field, however much is in it. */
  whole?: readonly string[]
  /** Those of lists of texts in which each stands for itself. */
  sets?: readonly string[]
}

/** Drafts as records with revisions. */
export function useDraftKind({ whole = [], sets = [] }: Taken = {}): RevisionKind<DraftContent, Draft> {
  const { t } = useI18n()
  const store = useDrafts()
  const catalog = useCatalog()
  void catalog.ensure()
  return {
    store: {
      ...store,
      onChange: (listener) => store.onChange(({ draft: head, removed }) => listener({ head, removed })),
    },
    contentOf,
    shape: {
      first: ['title', 'operation', 'environment', 'tags', 'notes', 'path', 'query', 'body', 'extra'],
      isWhole: (path) => path[0] === 'base' || whole.includes(path.join('.')),
      isSet: (path) => path.join('.') === 'tags' || sets.includes(path.join('.')),
    },
    nameOf: ([section = '', ...rest]) => ({ name: t(`drafts.field.${section}`), rest: rest.join('.') }),
    labelOf(place, { operation }) {
      const entry = catalog.byKey.get(operation)
      return place.startsWith('body.')
        ? labelAt(entry?.body ?? entry?.suggested, place.slice('body.'.length))
        : undefined
    },
    revisionOf: () => ({ bytes: 0, sent: [] }),
  }
}

/** Opens drafts for a form and saves them; to be called in a component's setup. */
export function useDraft(form: DraftForm, taken?: Taken) {
  const editor = useRevisionEditor(useDraftKind(taken), form)
  return { ...editor, draft: editor.record }
}
