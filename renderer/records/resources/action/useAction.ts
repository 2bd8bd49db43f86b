import { computed, ref, shallowRef, type Ref } from 'vue'
import type { Deed } from '#contract/deed-schema.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Intent, ReadAnswer } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { keepsName } from '#contract/people.ts'
import { useDesk } from '#kit/stores/desk.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { deedFor } from '#answers/deeds.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { readPlatform } from '../read.ts'
import { chosenFields, startParts } from '../request/request.ts'
import { useKeepDraft } from '../request/useKeepDraft.ts'
import { useWork } from '../request/useWork.ts'
import { workOf } from '../request/work.ts'
import type { ActionSpec, RequestParts } from '../types.ts'
import { useRecordSeen } from '../useRecordSeen.ts'
import type { Reader } from '../useReader.ts'
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
  void useDesk().ensure()

  const entry = computed(() => catalog.byKey.get(target.action()?.operation ?? ''))
  const reads = computed(() => entry.value?.kind === 'read')
  const started = shallowRef<RequestParts>()
  const form = useWork(() => target.action()?.operation ?? '', {
    specs() {
      const action = target.action()
      return action && chosenFields(action, entry.value)
    },
    started: () => started.value,
    record: target.record,
    resource: target.resource,
  })
  const { reader, request } = form
  const remember = useRecordSeen(target.resource, reader)
  const step = ref<ActionStep>('form')
  const draft = useKeepDraft(form)
  /** Before that nobody knows whether there is anything to fill in. */
  const ready = ref(false)

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
  let begins = 0
  /** Keeps what was typed for the same action, unless `over`. */
  async function begin(over = false): Promise<void> {
    const action = target.action()
    if (action === undefined || entry.value === undefined) return
    if (submit.busy.value) return
    const wanted = identity()
    if (!over && begun === wanted && form.state.unsent && step.value === 'form') return
    begun = wanted
    started.value = startParts(action, target.record(), target.id())
    form.start(workOf(started.value, entry.value, false))
    write.reset()
    read.reset()
    draft.save.reset()
    step.value = 'form'
    ready.value = false
    const mine = ++begins
    await form.ready()
    if (mine !== begins) return
    ready.value = true
    if (!form.bare.value) return
    if (reads.value) void ask()
    else if (entry.value.risk !== 'edit') void review()
  }

  const isValid = (): boolean => {
    form.asked.value = true
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
    draft,
    ready,
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
