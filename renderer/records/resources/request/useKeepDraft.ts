import { computed } from 'vue'
import { defined } from '#contract/defined.ts'
import { emptyContent } from '#writing/draft/draft-content.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import type { WorkForm } from './useWork.ts'
import { openSecrets } from './work.ts'

const passwords = /(?:^|\.)(?:pin|otp|cvc|cvv)$|passw|passphrase/i

/** Puts a request aside as a draft. */
export function useKeepDraft({ entry, body, json, parts, request }: WorkForm) {
  const drafts = useDrafts()
  const environments = useEnvironments()
  /** Credentials that a draft can not keep: a password is typed anew each time. */
  const unkept = computed(() =>
    openSecrets(body.value, entry.value).filter(
      (place) => entry.value?.secretFields?.includes(place) !== true || passwords.test(place),
    ),
  )
  return {
    unkept,
    possible: computed(() => json.value.length === 0 && unkept.value.length === 0),
    save: useOperation(async (title: string) => {
      const { path = {}, query = {}, body: written = null } = parts.value
      return drafts.save({
        id: crypto.randomUUID(),
        ...emptyContent(request.value.operation),
        title: title.slice(0, 500),
        path,
        query,
        body: written,
        ...defined({ environment: environments.selected?.id }),
      })
    }),
  }
}
