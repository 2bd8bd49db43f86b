// From a written poll to one on the platform: sent once per confirmation, never again while nobody knows whether it was made.
import { computed, watch } from 'vue'
import type { ComputedRef } from 'vue'
import type { Intent } from '#contract/models.ts'
import { usePressNames } from '../../../composables/pressed.ts'
import type { Pressed } from '../../../composables/pressed.ts'
import { useAim } from '../../../composables/useAim.ts'
import type { Aim } from '../../../composables/useArming.ts'
import { useOperation } from '../../../composables/useOperation.ts'
import type { Operation } from '../../../composables/useOperation.ts'
import { readRecord } from '#answers/answer.ts'
import { useEnvironments } from '../../../stores/environments.ts'
import { useLedger } from '../../../stores/ledger.ts'
import { pollId } from '#answers/poll/poll.ts'
import { operations } from '../model/requests.ts'
import type { PollEditor } from './usePollEditor.ts'

/** Why the button to send is closed; `free` where it is not. */
type CreateState = 'free' | 'problems' | 'sending' | 'unknown' | 'unsaved' | 'elsewhere'

export interface Creating {
  state: ComputedRef<CreateState>
  /** The newest sending of the open draft. */
  intent: ComputedRef<Intent | undefined>
  /** The poll that the newest sending made; undefined until it is confirmed, or where the answer names none. */
  madeId: ComputedRef<string | undefined>
  submit: Operation<[by: Pressed], Intent | undefined>
  aim: Aim
}

export function useCreating(editor: PollEditor): Creating {
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
  // Sendings of earlier days are not among what this page has met.
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
    if (intent.value?.state === 'unknown') return 'unknown'
    if (drafts.conflict.value !== undefined || drafts.state.value === 'failed' || drafts.removed.value !== undefined)
      return 'unsaved'
    if (editor.environment.value !== undefined && editor.environment.value !== environments.selected?.id)
      return 'elsewhere'
    return editor.problems.value.length > 0 ? 'problems' : 'free'
  })

  const madeId = computed(() => {
    const record = intent.value?.state === 'confirmed' ? readRecord(intent.value.answer) : undefined
    return record === undefined ? undefined : pollId(record)
  })

  return {
    state,
    intent,
    madeId,
    submit,
    aim: useAim(() => [{ operation: operations.create, body: drafts.draft.value?.body }]),
  }
}
