import { computed, ref, type Ref } from 'vue'
import type { Deed } from '#contract/deed-schema.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Intent, ReadAnswer } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { keepsName } from '#contract/people.ts'
import { useDesk } from '#kit/stores/desk.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { deedFor } from '#answers/deeds.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { emptyContent } from '#writing/draft/draft-content.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { readPlatform } from '../read.ts'
import { toRequest } from './request.ts'
import type { ActionSpec, RequestParts } from '../types.ts'
import { useRecordSeen } from '../useRecordSeen.ts'
import { useReader, type Reader } from '../useReader.ts'
import { useRequestForm } from '../useRequestForm.ts'
import { useWrite } from '../useWrite.ts'

export interface ActionTarget {
  action: () => ActionSpec | undefined
  record: () => JsonObject | undefined
  id: () => string | undefined
  resource: () => string
}

/** `confirm`: shown before it goes. `sent`: its outcome. `answer`: of a read. */
export type ActionStep = 'form' | 'confirm' | 'sent' | 'answer'

export function useAction(
  target: ActionTarget,
  callbacks: { done: (intent: Intent) => void; answered: (answer: ReadAnswer) => void },
) {
  const catalog = useCatalog()
  const environments = useEnvironments()
  const drafts = useDrafts()
  void useDesk().ensure()

  const entry = computed(() => catalog.byKey.get(target.action()?.operation ?? ''))
  const reads = computed(() => entry.value?.kind === 'read')
  const reader = useReader(() => target.action()?.operation, target.resource)
  const remember = useRecordSeen(target.resource, reader)
  const form = useRequestForm(reader.unit, target.resource)
  const step = ref<ActionStep>('form')
  const request = computed(() => toRequest(target.action()?.operation ?? '', form.parts.value))

  /** Which action of which record it is; views may make the objects anew. */
  const identity = (): string | undefined => {
    const action = target.action()
    return action && `${action.operation} ${action.name ?? action.label} ${target.id() ?? ''}`
  }

  /** Of people and money main keeps the identifier alone. */
  function deed(): Deed {
    const record = target.record()
    const own = target.action()?.deed?.(record, form.parts.value, target.id())
    if (own !== undefined) return own
    const name = record !== undefined && keepsName(target.resource()) ? reader.title(record) : undefined
    return deedFor('record', { id: target.id(), name })
  }

  const write = useWrite(
    { entry: () => entry.value, request: () => request.value, id: target.id, deed },
    { done, environmentChanged: () => step.value === 'confirm' && edit() },
  )
  const { aim, preview, previewed, submit, intent, open } = write
  const read = useOperation(async () => {
    const action = target.action()
    if (action === undefined) throw new Error('There is nothing to read.')
    return readPlatform(action.operation, form.parts.value)
  })
  const answer = computed(() => (read.state.value.status === 'done' ? read.state.value.value : undefined))

  let begun: string | undefined
  /** Keeps what was typed for the same action, unless `over`. */
  function begin(over = false): void {
    const action = target.action()
    if (action === undefined || entry.value === undefined) return
    if (submit.busy.value) return
    const wanted = identity()
    if (!over && begun === wanted && form.touched.value && step.value === 'form') return
    begun = wanted
    form.start(action, entry.value, target.record(), target.id())
    write.reset()
    read.reset()
    save.reset()
    step.value = 'form'
    if (reads.value && form.fields.value.length === 0) void ask()
    else if (!reads.value && entry.value.risk !== 'edit' && form.fields.value.length === 0) void review()
  }

  const isValid = (): boolean => {
    form.showMissing.value = true
    return form.sendable.value
  }

  async function review(): Promise<void> {
    if (!isValid()) return
    if (await write.showPreview()) step.value = 'confirm'
  }

  async function ask(): Promise<void> {
    if (!isValid()) return
    const got = await read.run()
    if (got === undefined) return
    step.value = 'answer'
    callbacks.answered(got)
  }

  async function send(pressed: Pressed): Promise<void> {
    if (!isValid()) return
    const from = step.value
    const asked = write.fire(pressed)
    if (submit.busy.value) step.value = 'sent'
    // Nothing was sent: back to the step before.
    if ((await asked) === undefined && submit.error.value !== undefined) step.value = from
  }

  function done(now: Intent): void {
    const made = entry.value?.kind === 'create' ? reader.record(now.answer) : undefined
    if (made !== undefined) remember([made])
    callbacks.done(now)
  }

  function edit(): void {
    write.back()
    step.value = 'form'
  }

  const save = useOperation(async (title: string) => {
    const { path = {}, query = {}, body = null } = form.parts.value
    const environment = environments.selected?.id
    return drafts.save({
      id: crypto.randomUUID(),
      ...emptyContent(request.value.operation),
      title: title.slice(0, 500),
      path,
      query,
      body,
      ...(environment === undefined ? {} : { environment }),
    })
  })

  return {
    entry,
    reads,
    reader,
    form,
    step,
    request,
    preview,
    aim,
    previewed,
    submit,
    read,
    answer,
    intent,
    deed,
    open,
    save,
    identity,
    begin,
    review,
    ask,
    send,
    edit,
  }
}

export type ActionRun = ReturnType<typeof useAction>

export interface ConfirmationContext {
  entry: Readonly<Ref<OperationInfo | undefined>>
  form: { parts: Readonly<Ref<RequestParts>> }
  reader: Pick<Reader, 'unit'>
}
