import { computed, watch } from 'vue'
import { DeskError } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import { isUnsettled, type Intent } from '#contract/models.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useAim } from '#kit/composables/useAim.ts'
import { useOperation, useRead } from '#kit/composables/useOperation.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { operations } from '../model/operations.ts'
import { templateIn } from '../model/records.ts'
import type { Studio } from './useStudio.ts'
import { adopt, fieldsOf, newTarget, sameTemplate } from '../model/target.ts'

type SendState = 'free' | 'nothing' | 'unchanged' | 'waiting' | 'sending' | 'unknown' | 'elsewhere' | 'unsaved'

/**
 * From the draft to the platform and back: the newest intent of the open draft, what a confirmed one changes, and the decision where the
 * platform's copy is not the one that the draft started from.
 */
export function useTemplateSending(studio: Studio) {
  const ledger = useLedger()
  const store = useDrafts()
  const environments = useEnvironments()
  const read = useRead()
  const { drafts, target } = studio

  const intent = computed(() => {
    const id = drafts.draft.value?.id
    if (id === undefined) return undefined
    let newest: Intent | undefined
    for (const one of ledger.byId.values())
      if (one.draft?.id === id && (newest === undefined || one.id > newest.id)) newest = one
    return newest
  })
  // The ledger store has only the intents that this page has read.
  watch(
    () => drafts.draft.value?.sends[0]?.intent,
    (id) => {
      if (id !== undefined && !ledger.byId.has(id)) void ledger.get(id).catch(() => undefined)
    },
    { immediate: true },
  )

  const environment = computed(() => target.value.environment ?? environments.selected?.id)

  watch(
    intent,
    (now) => {
      if (now === undefined || studio.template.value === undefined) return
      const next = adopt(target.value, now)
      if (next === target.value) return
      studio.setTarget(next)
      if (next.recordId !== undefined) void confirmCopy(now.id, next.recordId)
    },
    { immediate: true },
  )

  /** The platform may have changed what it was sent; the next update is compared with its own copy. */
  async function confirmCopy(adopted: string, id: string): Promise<void> {
    const answer = await read.run({ operation: operations.get, body: { id } })
    const record = answer === undefined ? undefined : templateIn(answer.data, id)
    const now = target.value
    if (record === undefined || now.adopted !== adopted || now.recordId !== id) return
    const copy = fieldsOf(record)
    if (Object.keys(copy).length > 0 && !sameTemplate(copy, now.base))
      studio.setTarget({ ...now, base: { ...now.base, ...copy } })
  }

  const theirs = computed(() => {
    const last = intent.value
    if (last?.state !== 'rejected' || last.error?.code !== 'conflict' || last.answer === undefined) return undefined
    const copy = fieldsOf(templateIn(last.answer, target.value.recordId ?? '') ?? last.answer)
    // After the decision the draft starts from this copy.
    return sameTemplate(copy, target.value.base) ? undefined : copy
  })

  /** As `DraftHead.conflict`. */
  const conflict = computed(() =>
    theirs.value !== undefined
      ? 'open'
      : intent.value?.state === 'rejected' && intent.value.error?.facts?.['reason'] === 'copy_changed'
        ? 'decided'
        : undefined,
  )

  const state = computed<SendState>(() => {
    const { template } = studio
    if (template.value === undefined) return 'nothing'
    if (
      template.value.name.trim() === '' &&
      template.value.subject.trim() === '' &&
      template.value.htmlContent === '' &&
      template.value.textContent === ''
    )
      return 'nothing'
    if (drafts.conflict.value !== undefined || drafts.state.value === 'failed') return 'unsaved'
    if (environment.value !== environments.selected?.id) return 'elsewhere'
    const last = intent.value
    if (last?.state === 'sending') return 'sending'
    if (isUnsettled(last?.state)) return 'unknown'
    const same = last !== undefined && sameTemplate(studio.body.value, last.request.body)
    if (same && last.state === 'queued') return 'waiting'
    if (same && last.state === 'confirmed') return 'unchanged'
    return 'free'
  })

  return {
    intent,
    state,
    environment,
    /** A queued intent has older content: sending again replaces it. */
    replaces: computed(() => intent.value?.state === 'queued'),
    submit: useOperation(async (pressed: Pressed) => {
      if (!(await drafts.flush())) return undefined
      const draft = drafts.draft.value
      if (draft === undefined) return undefined
      const sent = await store.submit(draft.id, draft.revision, pressed)
      ledger.byId.set(sent.id, sent)
      return sent
    }),
    removal: useAim(() => [{ operation: operations.delete, body: { id: target.value.recordId ?? '' } }]),
    remove: useOperation(async (pressed: Pressed) => {
      const { recordId, adopted } = target.value
      const sent = await ledger.submit({ operation: operations.delete, body: { id: recordId ?? '' } }, pressed)
      if (sent.state !== 'confirmed')
        throw sent.error === undefined
          ? new DeskError('unknown_outcome', 'It is not known whether the template was deleted.')
          : DeskError.fromShape(sent.error)
      studio.setTarget({ ...newTarget, adopted })
      return sent
    }),
    /** The platform's copy that conflicted with the newest intent. */
    theirs,
    conflict,
    gone: computed(
      () =>
        intent.value?.state === 'rejected' &&
        intent.value.error?.code === 'not_found' &&
        target.value.recordId !== undefined,
    ),
    /** The person has decided: the next update is compared with this copy. */
    settle: (base: JsonObject): void => studio.setTarget({ ...target.value, base }),
    startAnew: (): void => studio.setTarget({ ...newTarget, adopted: target.value.adopted }),
  }
}

export type TemplateSending = ReturnType<typeof useTemplateSending>
