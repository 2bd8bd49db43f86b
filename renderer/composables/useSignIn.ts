// One place where the desk asks for a sign-in, whatever needs it: what was being done stays where it is, and may go on afterwards.
import { computed, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import { DeskError } from '#contract/errors.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
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

/** The sign-in that stands above everything. The frame shows `account/SignInDialog.vue` while `asked` says so. */
export function useSignIn(): {
  asked: Readonly<ShallowRef<{ environment: EnvironmentId; reason: SignInReason } | undefined>>
  /** True once a session is stored in the chosen environment, false where the person left it. Asked twice, both get the same answer. */
  ask: (reason: SignInReason) => Promise<boolean>
  /** Called by the dialog. */
  end: (signedIn: boolean) => void
} {
  const environments = useEnvironments()
  return {
    asked,
    async ask(reason) {
      const environment = environments.selected?.id
      if (environment === undefined) return false
      // Without its words the dialog would show their keys.
      await loadMessages(['account', 'resources'])
      if (asked.value === undefined) {
        answer = new Promise((done) => (resolve = done))
        asked.value = { environment, reason }
      }
      return answer
    },
    end(signedIn) {
      asked.value = undefined
      resolve(signedIn)
    },
  }
}

/** Whether signing in is what an error calls for: a request with the session scheme that was refused for its session, or had none. */
export function useSignInReason(
  error: () => DeskError | DeskErrorShape | undefined,
): ComputedRef<SignInReason | undefined> {
  const catalog = useCatalog()
  const settings = useSettings()
  return computed(() => {
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
