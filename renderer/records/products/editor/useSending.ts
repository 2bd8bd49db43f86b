import { computed, ref, shallowRef, watch } from 'vue'
import type { Json } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { Exchange } from '#contract/requests.ts'
import { formatCountdown } from '#kit/composables/time/time.ts'
import { pressEdit, type Pressed } from '#kit/base/pressed.ts'
import { useSignIn } from '#kit/composables/useSignIn.ts'
import { scalarText } from '#answers/roles.ts'
import { useWrite } from '../../resources/useWrite.ts'
import { useAccount } from '#kit/stores/account.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useHistory } from '#kit/stores/history.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { useLimits } from '#kit/stores/limits.ts'
import { useOpenRequests, type OpenRequest } from '#kit/stores/open-requests.ts'
import { useRequests } from '#kit/stores/requests.ts'
import { useSettings } from '#kit/stores/settings.ts'
import { valueAt } from '../../resources/request/body-form.ts'
import { exchangeOf } from '../answer/exchange-of.ts'
import type { WorkForm } from '../../resources/request/useWork.ts'

/** Sends one operation: reads at once, writes through the ledger after the confirmation that their risk asks for. */
export function useSending(entry: OperationInfo, form: WorkForm, open: OpenRequest) {
  const store = useOpenRequests()
  const ledger = useLedger()
  const requests = useRequests()
  const history = useHistory()
  const limits = useLimits()
  const account = useAccount()
  const environments = useEnvironments()
  const settings = useSettings()
  const signIn = useSignIn()
  void ledger.ensure()
  void limits.ensure()
  void settings.ensure()

  const reads = entry.kind === 'read'
  const guarded = !reads && entry.risk !== 'edit'
  const scheme = computed(() => settings.values.authOverrides[entry.product] ?? entry.auth)
  watch(scheme, (now) => now === 'session' && void account.ensure(), { immediate: true })

  const step = ref<'form' | 'confirm'>('form')
  const id = computed(() => {
    const found = (entry.record ?? [])
      .map((place) => scalarText(valueAt(form.parts.value as Json, place.split('.'))))
      .find((one) => one !== undefined && one !== '')
    return found ?? Object.values(form.parts.value.path ?? {})[0]
  })
  const write = useWrite(
    { entry: () => entry, request: () => form.request.value, id: () => id.value },
    {
      made(intent) {
        open.intent = intent.id
        open.unsent = false
      },
      done: () => undefined,
      environmentChanged: () => back(),
    },
  )
  const busy = computed(
    () => open.running !== undefined || open.submitting || write.submit.busy.value || write.preview.busy.value,
  )
  // A changed request is not the one that was confirmed.
  watch(form.request, () => step.value === 'confirm' && !busy.value && back())

  const gate = computed(() => limits.gateOf(entry.product, scheme.value))
  const left = computed(() => (gate.value === undefined ? '' : formatCountdown(gate.value.leftMs)))
  const waits = computed(() => (gate.value !== undefined && (reads || !entry.queueable) ? left.value : ''))

  // Asked once for each refusal: the person may know better, and the platform decides.
  let askedFor: string | undefined
  function needsSignIn(): boolean {
    const { state } = account
    if (scheme.value !== 'session' || state === undefined) return false
    const reason =
      state.refusedAt !== undefined
        ? ('refused' as const)
        : state.session === 'absent' && environments.selected?.id !== 'rehearsal'
          ? ('absent' as const)
          : undefined
    const which = reason && `${state.environment} ${state.refusedAt ?? ''}`
    if (reason === undefined || askedFor === which) return false
    if (reason === 'refused') askedFor = which
    void signIn.ask(reason)
    return true
  }

  /** Sends a read or an edit, and shows anything else first. False where the request has a fault. */
  function forward(): boolean {
    form.asked.value = true
    if (form.problems.value.length > 0) return false
    if (busy.value || waits.value !== '' || step.value === 'confirm' || needsSignIn()) return true
    if (reads) void store.read(form.request.value)
    else if (guarded) void review()
    else void fire(pressEdit(environments.selected?.id))
    return true
  }

  async function review(): Promise<void> {
    if (await write.showPreview()) step.value = 'confirm'
  }

  async function fire(pressed: Pressed): Promise<void> {
    if (busy.value || form.problems.value.length > 0) return
    open.submitting = true
    open.intent = undefined
    open.error = undefined
    try {
      await write.fire(pressed)
      open.error = write.submit.error.value
      if (open.error === undefined) step.value = 'form'
    } finally {
      open.submitting = false
    }
  }

  function back(): void {
    write.back()
    step.value = 'form'
  }

  const intent = computed(() => (open.intent === undefined ? undefined : ledger.byId.get(open.intent)))
  async function seenOf(which: string): Promise<Exchange | undefined> {
    const seen = await requests.ofIntent(which).catch(() => null)
    if (seen !== null) return seen
    const record = await history.get(which).catch(() => undefined)
    return record && exchangeOf(record)
  }
  const ofWrite = shallowRef<Exchange>()
  // What was seen on the wire is asked for whenever the ledger knows more.
  watch(
    () => [open.intent, intent.value?.state, intent.value?.attempts] as const,
    async ([which, state], before) => {
      if (which !== before?.[0]) ofWrite.value = undefined
      if (which === undefined) return
      if (state === undefined) return void ledger.get(which).catch(() => undefined)
      if (state === 'queued' || state === 'sending' || state === 'cancelled') return
      const seen = await seenOf(which)
      if (open.intent === which) ofWrite.value = seen
    },
    { immediate: true },
  )

  const error = computed(() => open.error ?? write.preview.error.value)
  const unfit = computed(() => (error.value?.code === 'invalid_input' ? error.value : undefined))

  return {
    open,
    reads,
    guarded,
    scheme,
    step,
    id,
    busy,
    gate,
    left,
    waits,
    write,
    intent,
    exchange: computed(() => (reads ? open.exchange : ofWrite.value)),
    error: computed(() => (unfit.value === undefined ? error.value : undefined)),
    unfit,
    refused: computed(() => scheme.value === 'session' && account.state?.refusedAt !== undefined),
    signIn: (): void => void signIn.ask('refused'),
    cancel: () => store.cancel(entry.key),
    forward,
    fire,
    back,
  }
}

export type Sending = ReturnType<typeof useSending>
