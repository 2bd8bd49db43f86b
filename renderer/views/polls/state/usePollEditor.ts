import { computed, reactive, ref } from 'vue'
import type { Draft, DraftContent } from '#contract/draft.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { defined } from '#contract/defined.ts'
import { useDraft } from '#writing/draft/useDraft.ts'
import { freshOption, fromBody, mostOptions, problemsOf, toBody, type PollForm } from '../model/form.ts'
import { operations } from '../model/requests.ts'

export type PollEditor = ReturnType<typeof usePollEditor>

interface Open {
  form: PollForm
  environment: EnvironmentId | undefined
  notes: string
  tags: string[]
}

export function usePollEditor() {
  const open = ref<Open>()

  const content = (): DraftContent | undefined => open.value && contentOf(open.value)
  const drafts = useDraft({
    read: content,
    load(draft) {
      open.value = draft === undefined ? undefined : reactive(openOf(draft))
    },
  })

  function edit(act: (form: PollForm) => void): void {
    if (open.value === undefined) return
    act(open.value.form)
    drafts.touch()
  }

  return {
    drafts,
    form: computed(() => open.value?.form),
    environment: computed(() => open.value?.environment),
    problems: computed(() => (open.value === undefined ? [] : problemsOf(open.value.form))),
    content,
    /** Creates a draft and opens it; resolves with its id. */
    create: (environment: EnvironmentId, form: PollForm): Promise<string> =>
      drafts.create(contentOf({ form, environment, notes: '', tags: [] })),
    change: (next: Partial<PollForm>) => edit((form) => void Object.assign(form, next)),
    setText: (index: number, text: string) =>
      edit((form) => {
        const option = form.options[index]
        if (option !== undefined) option.text = text
      }),
    addOption: () =>
      edit((form) => {
        if (form.options.length < mostOptions) form.options.push(freshOption(form.options.map(({ id }) => id)))
      }),
    removeOption: (index: number) => edit((form) => void form.options.splice(index, 1)),
    moveOption: (index: number, by: -1 | 1) =>
      edit((form) => {
        const [moved] = form.options.splice(index, 1)
        if (moved !== undefined) form.options.splice(Math.max(0, index + by), 0, moved)
      }),
  }
}

function contentOf({ form, environment, notes, tags }: Open): DraftContent {
  return {
    operation: operations.create,
    title: form.question.trim().slice(0, 500),
    path: {},
    query: {},
    body: toBody(form),
    notes,
    tags: [...tags],
    ...defined({ environment }),
    extra: {},
    base: null,
  }
}

function openOf(draft: Draft): Open {
  return { form: fromBody(draft.body), environment: draft.environment, notes: draft.notes, tags: [...draft.tags] }
}
