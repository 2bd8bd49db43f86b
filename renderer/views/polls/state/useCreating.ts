// Creates the written poll on the platform: once per confirmation, and never while the last attempt is unknown.
import { computed, watch } from 'vue'
import { isUnsettled, type Intent } from '#contract/models.ts'
import { usePressNames } from '#kit/composables/usePressNames.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useAim } from '#kit/composables/useAim.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { readRecord } from '#answers/answer.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { pollId } from '#answers/poll/poll.ts'
import { operations } from '../model/requests.ts'
import type { PollEditor } from './usePollEditor.ts'

/** `free`, or why nothing can be sent. */
type CreateState = 'free' | 'problems' | 'sending' | 'unknown' | 'unsaved' | 'elsewhere'

export function useCreating(editor: PollEditor) {
  const ledger = useLedger()
  const environments = useEnvironments()
  const { drafts } = editor

  const intent = computed(() => {
    const id = drafts.draft.value?.id
    let newest: Intent | undefined
    for (const one of ledger.byId.values())
      if (id !== undefined && one.draft?.id === id && (newest === undefined || one.createdAt > newest.createdAt))
        newest = one
    return newest
  })
  // The page may not have read attempts of earlier days.
  watch(
    () => drafts.draft.value?.sends[0]?.intent,
    (id) => {
      if (id !== undefined && !ledger.byId.has(id)) void ledger.get(id).catch(() => undefined)
    },
    { immediate: true },
  )

  const presses = usePressNames()
  const submit = useOperation(async (by: Pressed) => {
    if (!(await drafts.flush())) return undefined
    const draft = drafts.draft.value
    if (draft === undefined) return undefined
    const { id, revision, body } = draft
    return presses.run(by, `${id} ${revision}`, ({ id: press, pressed }) =>
      ledger.submit({ operation: operations.create, body, draft: { id, revision }, press }, pressed),
    )
  })

  const state = computed<CreateState>(() => {
    if (submit.busy.value || intent.value?.state === 'sending') return 'sending'
    if (isUnsettled(intent.value?.state)) return 'unknown'
    if (drafts.conflict.value !== undefined || drafts.state.value === 'failed' || drafts.removed.value !== undefined)
      return 'unsaved'
    if (editor.environment.value !== undefined && editor.environment.value !== environments.selected?.id)
      return 'elsewhere'
    return editor.problems.value.length > 0 ? 'problems' : 'free'
  })

  const createdId = computed(() => {
    const record = intent.value?.state === 'confirmed' ? readRecord(intent.value.answer) : undefined
    return record === undefined ? undefined : pollId(record)
  })

  return {
    state,
    intent,
    createdId,
    submit,
    aim: useAim(() => [{ operation: operations.create, body: drafts.draft.value?.body }]),
  }
}
