import { computed } from 'vue'
import type { MailSettings } from '#contract/mail.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useMail } from '#writing/stores/mail.ts'

type Part = 'brand' | 'snippets'

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * A form over one part of the mail settings. It follows the settings until something is typed; what was typed stays when the dialog
 * closes or saving fails, and is never replaced by what another window saved. `clean` makes the value as it is saved.
 */
export function useMailForm<P extends Part>(part: P, clean: (value: MailSettings[P]) => MailSettings[P]) {
  const mail = useMail()
  const saved = computed((): MailSettings[P] | undefined => mail.settings?.[part])
  const typed = computed(() => mail.unsaved[part])
  const value = computed(() => typed.value?.now ?? saved.value)
  const dirty = computed(() => typed.value !== undefined && !same(typed.value.now, saved.value))

  function hold(now: MailSettings[P] | undefined, base = typed.value?.base ?? saved.value): void {
    mail.unsaved = { ...mail.unsaved, [part]: now === undefined || same(now, saved.value) ? undefined : { base, now } }
  }

  const saving = useOperation(async () => {
    const now = value.value
    if (now === undefined) return false
    await mail.change({ [part]: clean(now) })
    // What was typed while it was saved stays.
    hold(value.value === now ? undefined : value.value, saved.value)
    return true
  })

  return {
    mail,
    /** Undefined until the settings were read. */
    value,
    dirty,
    /** Another window saved a different value after typing began. */
    elsewhere: computed(() => dirty.value && !same(typed.value?.base, saved.value)),
    write: (now: MailSettings[P]): void => hold(now),
    discard: (): void => {
      hold(undefined)
      saving.reset()
    },
    saving,
  }
}
