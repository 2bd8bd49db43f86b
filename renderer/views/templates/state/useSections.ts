import { computed } from 'vue'
import type { EnvironmentId } from '#contract/models.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useMail } from '#writing/stores/mail.ts'

/** Whether the platform that a template goes to is known to fill in sections of mustache: the one it belongs to, or the selected one. */
export function useSections(belongsTo: () => EnvironmentId | undefined) {
  const mail = useMail()
  void mail.ensure()
  const environments = useEnvironments()
  const environment = computed(() => belongsTo() ?? environments.selected?.id)
  const known = computed(() => mail.settings?.sections)
  return {
    environment,
    /** Before the setting was read it counts as off, and can't be changed. */
    read: computed(() => known.value !== undefined && environment.value !== undefined),
    on: computed(() => environment.value !== undefined && known.value?.includes(environment.value) === true),
    async set(on: boolean): Promise<void> {
      const id = environment.value
      if (id === undefined || known.value === undefined) return
      const others = known.value.filter((one) => one !== id)
      await mail.change({ sections: on ? [...others, id] : others })
    },
  }
}

export type Sections = ReturnType<typeof useSections>
