// The event that is open: its form, its autosave, and what happens to it from elsewhere.
import { computed, onBeforeUnmount, onMounted, reactive, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, EventRecord } from '#contract/models.ts'
import { useEvents } from '../../../stores/events.ts'
import type { OptionName } from '../model/fields.ts'
import { adoptReferences, emptyForm, fromBody, toBody } from '../model/form.ts'
import type { EventForm, OptionValue } from '../model/form.ts'
import { withStateOf } from '../model/transport.ts'
import { createAutosave } from './autosave.ts'
import type { Autosave } from './autosave.ts'

export interface OpenEvent {
  id: string
  environment: EnvironmentId
  form: EventForm
  profileIds: string[]
  /** The newest intent per destination, and under `state/<destination>` the last confirmed one that carried flags. */
  lastIntents: Record<string, string>
  updatedAt: string
}

export interface Editor {
  current: ComputedRef<OpenEvent | undefined>
  autosave: Autosave
  /** Names the field that changed last, so that an older complaint about it is dropped. */
  changed: Ref<{ path: string } | undefined>
  open(id: string | undefined): Promise<void>
  /** A new event in an environment; it is kept and opened. */
  create(environment: EnvironmentId, form?: EventForm, profileIds?: string[]): Promise<void>
  setOption(name: OptionName, value: OptionValue): void
  setDetail(name: string, value: Json | undefined): void
  setProfiles(ids: string[]): void
  /** Keeps which intent a destination's row shows, at once, whether the event is open or not. */
  link(eventId: string, links: Record<string, string>): Promise<void>
  /** Takes the flags and timestamps over that the platform confirmed. */
  adoptState(eventId: string, details: Record<string, Json>): void
}

export const autosaveDelayMs = 300

export function useEditor(): Editor {
  const events = useEvents()
  const event = ref<OpenEvent>()
  const changed = shallowRef<{ path: string }>()

  const autosave = createAutosave({
    delayMs: autosaveDelayMs,
    async save() {
      const open = event.value
      if (open === undefined) return
      const sent = toBody(open.form)
      const saved = await events.save({
        id: open.id,
        environment: open.environment,
        title: titleOf(open.form),
        body: sent,
        profileIds: [...open.profileIds],
        lastIntents: { ...open.lastIntents },
      })
      open.updatedAt = saved.updatedAt
      adoptReferences(open.form, sent, fromBody(saved.body))
    },
  })

  function load(record: EventRecord): void {
    event.value = reactive({
      id: record.id,
      environment: record.environment,
      form: fromBody(record.body),
      profileIds: [...record.profileIds],
      lastIntents: { ...record.lastIntents },
      updatedAt: record.updatedAt,
    })
  }

  async function open(id: string | undefined): Promise<void> {
    if (event.value?.id === id) return
    await autosave.flush()
    const record = events.list.find((each) => each.id === id)
    if (record === undefined) event.value = undefined
    else load(record)
    changed.value = undefined
  }

  // Another window or a script may have changed or removed what is open here.
  watch(
    () => events.list,
    (list) => {
      const here = event.value
      if (here === undefined || autosave.state.value !== 'saved') return
      const record = list.find(({ id }) => id === here.id)
      if (record === undefined) event.value = undefined
      else if (record.updatedAt > here.updatedAt) load(record)
    },
  )

  function touch(path: string): void {
    changed.value = { path }
    autosave.touch()
  }

  const flush = (): void => void autosave.flush()
  const flushHidden = (): void => {
    if (document.visibilityState === 'hidden') flush()
  }
  onMounted(() => {
    document.addEventListener('visibilitychange', flushHidden)
    window.addEventListener('pagehide', flush)
  })
  onBeforeUnmount(() => {
    document.removeEventListener('visibilitychange', flushHidden)
    window.removeEventListener('pagehide', flush)
    void autosave.flush().finally(() => autosave.stop())
  })

  return {
    current: computed(() => event.value),
    autosave,
    changed,
    open,
    async create(environment, form = emptyForm(), profileIds = []) {
      await autosave.flush()
      load({ id: crypto.randomUUID(), environment, title: titleOf(form), body: toBody(form) as unknown as Json, profileIds, lastIntents: {}, updatedAt: '' })
      touch('')
      await autosave.flush()
    },
    setOption(name, value) {
      if (event.value === undefined) return
      event.value.form.options[name] = value
      touch(`options.${name}`)
    },
    setDetail(name, value) {
      if (event.value === undefined) return
      if (value === undefined) delete event.value.form.details[name]
      else event.value.form.details[name] = value
      touch(`details.${name}`)
    },
    setProfiles(ids) {
      if (event.value === undefined) return
      event.value.profileIds = ids
      touch('profileIds')
    },
    async link(eventId, links) {
      if (event.value?.id === eventId) {
        Object.assign(event.value.lastIntents, links)
        autosave.touch()
        await autosave.flush()
        return
      }
      const record = events.list.find(({ id }) => id === eventId)
      if (record === undefined) return
      const { id, environment, title, body, profileIds } = record
      await events.save({ id, environment, title, body, profileIds, lastIntents: { ...record.lastIntents, ...links } })
    },
    adoptState(eventId, details) {
      if (event.value?.id !== eventId) return
      event.value.form.details = withStateOf(event.value.form.details, details)
      autosave.touch()
    },
  }
}

/** The name of an event in the list: its title on the wire. */
export function titleOf(form: EventForm): string {
  const { title } = form.details
  return typeof title === 'string' ? title.trim().slice(0, 500) : ''
}
