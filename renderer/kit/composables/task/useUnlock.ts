import { computed } from 'vue'
import { useCredentials } from '../../stores/credentials.ts'
import { useEnvironments } from '../../stores/environments.ts'
import { useOperation } from '../useOperation.ts'

/** Opens the system's keychain by a person's press. */
export function useUnlock() {
  const credentials = useCredentials()
  const environments = useEnvironments()
  const work = useOperation(async () => {
    const { selected } = environments
    if (selected !== undefined) await credentials.unlock(selected.id)
  })
  return { possible: computed(() => environments.selected !== undefined), busy: work.busy, run: () => work.run() }
}
