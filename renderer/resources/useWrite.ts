import { computed, onScopeDispose, ref, watch } from 'vue'
import type { Intent } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { usePressNames } from '../composables/pressed.ts'
import type { Pressed } from '../composables/pressed.ts'
import { useAim } from '../composables/useAim.ts'
import { useOperation, usePreview } from '../composables/useOperation.ts'
import { useEnvironments } from '../stores/environments.ts'
import { useLedger } from '../stores/ledger.ts'
import type { Submission } from '../stores/ledger.ts'
import { pendingIntents } from './action/pending-intents.ts'

export interface WriteTarget {
  entry: () => OperationInfo | undefined
  request: () => Submission
  /** The record that it is about, where that is known. */
  id: () => string | undefined
}

export interface WriteHeard {
  /** The ledger has written it. */
  made?: (intent: Intent) => void
  /** Once, when the platform has confirmed it. */
  done: (intent: Intent) => void
  /** The environment is another one: what was looked at is no longer what would go. */
  moved: () => void
}

/** The confirmation of a write and what became of it, whatever draws it: one press for each, nothing sent twice. */
export function useWrite(target: WriteTarget, heard: WriteHeard) {
  const ledger = useLedger()
  const environments = useEnvironments()

  const preview = usePreview()
  const intentId = ref<string>()
  const intent = computed(() => (intentId.value === undefined ? undefined : ledger.byId.get(intentId.value)))
  const open = computed(() =>
    pendingIntents(ledger.recent, target.entry(), environments.selected?.id, target.id()).filter(
      ({ id }) => id !== intentId.value,
    ),
  )

  // One press of the button. It is said again only where nobody knows whether the first saying was heard, and of the very same request.
  const presses = usePressNames()
  const submit = useOperation(async (by: Pressed) => {
    const request = target.request()
    return presses.run(by, JSON.stringify(request), ({ id, pressed }) =>
      ledger.submit({ ...request, press: id }, pressed),
    )
  })
  const aim = useAim(() => [target.request()])

  /** The request as it will go, before it is confirmed; whether there is something to look at. */
  async function look(): Promise<boolean> {
    submit.reset()
    return (await preview.run(target.request())) !== undefined
  }

  /** Hands it to the ledger; undefined where it was refused, or where one is under way. */
  async function fire(pressed: Pressed): Promise<Intent | undefined> {
    const made = await submit.run(pressed)
    if (made === undefined) return undefined
    intentId.value = made.id
    heard.made?.(made)
    settle(made)
    return made
  }

  const told = new Set<string>()
  function settle(now: Intent): void {
    if (now.state !== 'confirmed' || told.has(now.id)) return
    told.add(now.id)
    heard.done(now)
  }
  onScopeDispose(ledger.onChange((now) => now.id === intentId.value && settle(now)))

  /** Back to what is written; the next confirmation is another press. */
  function back(): void {
    intentId.value = undefined
    submit.reset()
    preview.reset()
  }

  /** Another request altogether. */
  function reset(): void {
    back()
    presses.forget()
  }

  // A confirmation names the environment: in another one it is another confirmation.
  watch(
    () => environments.selected?.id,
    () => !submit.busy.value && heard.moved(),
  )

  /** What was looked at last. */
  const looked = computed(() => (preview.state.value.status === 'done' ? preview.state.value.value : undefined))

  return { aim, preview, looked, submit, intentId, intent, open, look, fire, back, reset }
}
