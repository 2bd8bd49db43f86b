import { computed, onScopeDispose, ref, watch } from 'vue'
import type { Deed } from '#contract/deed-schema.ts'
import { defined } from '#contract/defined.ts'
import type { Intent } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { usePressNames } from '#kit/composables/usePressNames.ts'
import type { Pressed } from '#kit/base/pressed.ts'
import { useAim } from '#kit/composables/useAim.ts'
import { useOperation, usePreview } from '#kit/composables/useOperation.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLedger, type Submission } from '#kit/stores/ledger.ts'
import { pendingIntents } from './action/pending-intents.ts'

export interface WriteTarget {
  entry: () => OperationInfo | undefined
  request: () => Omit<Submission, 'press' | 'deed'>
  /** What it does, where the view knows better than the catalog. */
  deed?: () => Deed | undefined
  /** The record that it is about, where that is known. */
  id: () => string | undefined
}

export interface WriteCallbacks {
  made?: (intent: Intent) => void
  /** Once, when the platform has confirmed it. */
  done: (intent: Intent) => void
  /** What was previewed is no longer what would go. */
  environmentChanged: () => void
}

/** The confirmation of a write and its outcome: one press each, nothing sent twice. */
export function useWrite(target: WriteTarget, callbacks: WriteCallbacks) {
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

  // After a lost link the same request keeps the id of its press.
  const presses = usePressNames()
  const submit = useOperation(async (by: Pressed) => {
    const request = target.request()
    return presses.run(by, JSON.stringify(request), ({ id, pressed }) =>
      ledger.submit({ ...request, press: id, ...defined({ deed: target.deed?.() }) }, pressed),
    )
  })
  const aim = useAim(() => [target.request()])

  /** Previews the request before it is confirmed; answers whether that worked. */
  async function showPreview(): Promise<boolean> {
    submit.reset()
    return (await preview.run(target.request())) !== undefined
  }

  /** Undefined where it was refused, or where one is under way. */
  async function fire(pressed: Pressed): Promise<Intent | undefined> {
    const made = await submit.run(pressed)
    if (made === undefined) return undefined
    intentId.value = made.id
    callbacks.made?.(made)
    report(made)
    return made
  }

  const reported = new Set<string>()
  function report(now: Intent): void {
    if (now.state !== 'confirmed' || reported.has(now.id)) return
    reported.add(now.id)
    callbacks.done(now)
  }
  onScopeDispose(ledger.onChange((now) => now.id === intentId.value && report(now)))

  /** Back to the form; the next confirmation is another press. */
  function back(): void {
    intentId.value = undefined
    submit.reset()
    preview.reset()
  }

  function reset(): void {
    back()
    presses.forget()
  }

  // A confirmation names the environment; another one needs another confirmation.
  watch(
    () => environments.selected?.id,
    () => !submit.busy.value && callbacks.environmentChanged(),
  )

  const previewed = computed(() => (preview.state.value.status === 'done' ? preview.state.value.value : undefined))

  return { aim, preview, previewed, submit, intentId, intent, open, showPreview, fire, back, reset }
}
