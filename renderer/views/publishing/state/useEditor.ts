import { computed, reactive, ref, shallowRef, watch } from 'vue'
import type { Draft, DraftContent } from '#contract/draft.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { useDraft, type DraftForm } from '#writing/draft/useDraft.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { eventOperations, type OptionName } from '../model/fields.ts'
import {
  adoptReferences,
  emptyForm,
  fromBody,
  toBody,
  type EventBody,
  type EventForm,
  type OptionValue,
} from '../model/form.ts'
import { withStateOf } from '#answers/transport.ts'

export interface OpenEvent {
  id: string
  environment: EnvironmentId
  form: EventForm
  profileIds: string[]
  notes: string
  tags: string[]
  /** The newest intent per destination, and under `state/<destination>` the last confirmed one that carried flags. */
  lastIntents: Record<string, string>
}

/** The open event: a draft as a form, and changes made to it elsewhere. `fallback` is the environment of an event that names none. */
export function useEditor(fallback: () => EnvironmentId) {
  const store = useDrafts()
  const event = ref<OpenEvent>()
  const changed = shallowRef<{ path: string }>()
  let lastSent: EventBody | undefined

  function content(): DraftContent | undefined {
    const open = event.value
    if (open === undefined) return undefined
    lastSent = toBody(open.form)
    return contentOf(open, lastSent)
  }

  const eventForm: DraftForm = {
    read: content,
    load(draft, why) {
      changed.value = undefined
      if (draft === undefined) event.value = undefined
      else if (why === 'saved' && event.value?.id === draft.id && lastSent !== undefined)
        adoptReferences(event.value.form, lastSent, fromBody(draft.body))
      else event.value = reactive(eventOf(draft, fallback()))
    },
  }
  const drafts = useDraft(eventForm, { sets: ['extra.profileIds'] })

  // Links make no revision, so they come with every state of the draft.
  watch(drafts.draft, (draft) => {
    if (draft !== undefined && event.value?.id === draft.id)
      event.value.lastIntents = { ...event.value.lastIntents, ...draft.links }
  })

  function touch(path: string): void {
    changed.value = { path }
    drafts.touch()
  }

  return {
    current: computed(() => event.value),
    drafts,
    /** The field that changed last: an older problem of it no longer counts. */
    changed,
    content,
    async create(environment: EnvironmentId, form = emptyForm(), profileIds: string[] = []) {
      await drafts.create(contentOf({ environment, form, profileIds, notes: '', tags: [] }, toBody(form)))
    },
    setOption(name: OptionName, value: OptionValue) {
      if (event.value === undefined) return
      event.value.form.options[name] = value
      touch(`options.${name}`)
    },
    setDetail(name: string, value: Json | undefined) {
      if (event.value === undefined) return
      if (value === undefined) delete event.value.form.details[name]
      else event.value.form.details[name] = value
      touch(`details.${name}`)
    },
    setProfiles(ids: string[]) {
      if (event.value === undefined) return
      event.value.profileIds = ids
      touch('profileIds')
    },
    /** Keeps which intent the row of a destination shows, whether the event is open or not. */
    async link(eventId: string, links: Record<string, string>) {
      if (event.value?.id === eventId) Object.assign(event.value.lastIntents, links)
      await store.link(eventId, links)
    },
    /** Takes over the flags and timestamps that the platform confirmed. */
    adoptState(eventId: string, details: Record<string, Json>) {
      if (event.value?.id !== eventId) return
      event.value.form.details = withStateOf(event.value.form.details, details)
      drafts.touch()
    },
  }
}

export type Editor = ReturnType<typeof useEditor>

function contentOf(
  event: Pick<OpenEvent, 'environment' | 'form' | 'profileIds' | 'notes' | 'tags'>,
  body: EventBody,
): DraftContent {
  return {
    operation: eventOperations.update,
    title: titleOf(event.form),
    path: {},
    query: {},
    body: body as unknown as Json,
    notes: event.notes,
    tags: [...event.tags],
    environment: event.environment,
    extra: { profileIds: [...event.profileIds] },
    base: null,
  }
}

function eventOf(draft: Draft, fallback: EnvironmentId): OpenEvent {
  const { profileIds } = draft.extra
  return {
    id: draft.id,
    environment: draft.environment ?? fallback,
    form: fromBody(draft.body),
    profileIds: Array.isArray(profileIds) ? profileIds.filter((id) => typeof id === 'string') : [],
    notes: draft.notes,
    tags: [...draft.tags],
    lastIntents: { ...draft.links },
  }
}

export function titleOf(form: EventForm): string {
  const { title } = form.details
  return typeof title === 'string' ? title.trim().slice(0, 500) : ''
}
