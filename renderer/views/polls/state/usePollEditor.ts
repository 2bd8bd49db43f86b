// The poll that is being written: a draft as a form, kept with every change and offline too.
import { computed, reactive, ref } from 'vue'
import type { ComputedRef } from 'vue'
import type { Draft, DraftContent } from '#contract/draft.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { DraftEditor } from '../../../composables/draft/useDraft.ts'
import { useDraft } from '../../../composables/draft/useDraft.ts'
import { emptyForm, freshOption, fromBody, mostOptions, problemsOf, toBody } from '../model/form.ts'
import type { FormProblem, PollForm } from '../model/form.ts'
import { operations } from '../model/requests.ts'

export interface PollEditor {
  drafts: DraftEditor
  form: ComputedRef<PollForm | undefined>
  environment: ComputedRef<EnvironmentId | undefined>
  problems: ComputedRef<FormProblem[]>
  /** The draft's content as it stands on screen. */
  content(): DraftContent | undefined
  /** Makes a draft of a form and opens it; answers its id. */
  create(environment: EnvironmentId, form?: PollForm): Promise<string>
  /** Changes the form; it is saved by itself. */
  change(next: Partial<PollForm>): void
  setText(index: number, text: string): void
  addOption(): void
  removeOption(index: number): void
  moveOption(index: number, by: -1 | 1): void
}

interface Open {
  form: PollForm
  environment: EnvironmentId | undefined
  notes: string
  tags: string[]
}

export function usePollEditor(): PollEditor {
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
    create: (environment, form = emptyForm()) => drafts.create(contentOf({ form, environment, notes: '', tags: [] })),
    change: (next) => edit((form) => void Object.assign(form, next)),
    setText: (index, text) =>
      edit((form) => {
        const option = form.options[index]
        if (option !== undefined) option.text = text
      }),
    addOption: () =>
      edit((form) => {
        if (form.options.length < mostOptions) form.options.push(freshOption(form.options.map(({ id }) => id)))
      }),
    removeOption: (index) => edit((form) => void form.options.splice(index, 1)),
    moveOption: (index, by) =>
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
    ...(environment === undefined ? {} : { environment }),
    extra: {},
    base: null,
  }
}

function openOf(draft: Draft): Open {
  return { form: fromBody(draft.body), environment: draft.environment, notes: draft.notes, tags: [...draft.tags] }
}
