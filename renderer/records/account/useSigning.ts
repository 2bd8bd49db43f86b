import { computed, shallowRef } from 'vue'
import type { SessionMapping, SignIn } from '#contract/account.ts'
import type { JsonObject } from '#contract/json.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useAccount } from '#kit/stores/account.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { accountOperations, type Signing } from './operations.ts'

/** One sign-in from its sending to the stored session. Each press is a press of its own: the password of the last one is gone. */
export function useSigning(kind: () => Signing) {
  const account = useAccount()
  const ledger = useLedger()

  const result = shallowRef<SignIn>()
  const send = useOperation(async (body: JsonObject) => {
    result.value = undefined
    map.reset()
    result.value = await account.signIn({ operation: accountOperations[kind()], body, press: crypto.randomUUID() })
    return result.value
  })
  const map = useOperation(async (mapping: SessionMapping) => {
    const { intent } = result.value ?? {}
    if (intent !== undefined) await account.map(intent.id, mapping)
    return true
  })
  const intent = computed(() => result.value && (ledger.byId.get(result.value.intent.id) ?? result.value.intent))

  function reset(): void {
    result.value = undefined
    send.reset()
    map.reset()
  }

  return { send, map, result, intent, reset }
}
