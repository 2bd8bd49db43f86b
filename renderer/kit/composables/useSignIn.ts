import { computed, shallowRef } from 'vue'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { loadMessages } from '../i18n.ts'
import { useCatalog } from '../stores/catalog.ts'
import { useEnvironments } from '../stores/environments.ts'
import { useSettings } from '../stores/settings.ts'

/** `refused`: the platform answered 401 to the session. `absent`: there is none. */
export type SignInReason = 'refused' | 'absent'

const asked = shallowRef<{ environment: EnvironmentId; reason: SignInReason }>()
let answer: Promise<boolean> = Promise.resolve(false)
let resolve: (signedIn: boolean) => void = () => undefined

/** The frame shows `account/SignInDialog.vue` while `asked` is set. */
export function useSignIn() {
  const environments = useEnvironments()
  return {
    asked,
    /** True once a session is stored, false where the person left. Two questions get the same answer. */
    ask: async (reason: SignInReason): Promise<boolean> => {
      const environment = environments.selected?.id
      if (environment === undefined) return false
      // Without its messages the dialog would show their keys.
      await loadMessages(['account', 'resources'])
      if (asked.value === undefined) {
        answer = new Promise((done) => (resolve = done))
        asked.value = { environment, reason }
      }
      return answer
    },
    end: (signedIn: boolean): void => {
      asked.value = undefined
      resolve(signedIn)
    },
  }
}

/** Whether an error calls for signing in: a request with the session scheme whose session was refused or missing. */
export function useSignInReason(error: () => DeskError | DeskErrorShape | undefined) {
  const catalog = useCatalog()
  const settings = useSettings()
  return computed((): SignInReason | undefined => {
    const given = error()
    if (given === undefined) return undefined
    const { code, operation } = given instanceof DeskError ? given.toShape() : given
    const entry = catalog.byKey.get(operation ?? '')
    if (
      entry === undefined ||
      entry.auth === 'none' ||
      (settings.values.authOverrides[entry.product] ?? entry.auth) !== 'session'
    )
      return undefined
    return code === 'authentication_required' ? 'refused' : code === 'no_credentials' ? 'absent' : undefined
  })
}
