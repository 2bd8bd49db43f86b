import { cutText } from '#contract/cut-text.ts'
import { computed, ref, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RundownHead } from '#contract/air/rundown.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useRundowns } from '#air/stores/rundowns.ts'

export type RundownList = ReturnType<typeof useRundownList>

/** The list beside the open rundown, and what is done to one in it. `closes` is told of one that goes into the bin. */
export function useRundownList(closes: (id: string) => Promise<boolean>) {
  const { t } = useI18n()
  const { announce } = useAnnounce()
  const store = useRundowns()
  const environments = useEnvironments()
  const inBin = ref(false)
  /** What was put into the bin last. */
  const removed = shallowRef<RundownHead>()
  /** What is to be deleted for good, once that is confirmed. */
  const doomed = shallowRef<RundownHead>()
  const act = useOperation((work: () => Promise<unknown>) => work())
  void store.read()

  return {
    groups: computed(() => [
      { id: 'shows', heads: store.shows.filter(({ environment }) => environment === environments.selected?.id) },
      { id: 'templates', heads: store.templates },
    ]),
    bin: computed(() => store.bin),
    reading: computed(() => store.reading === 'unread' || store.reading === 'reading'),
    error: computed(() => store.error),
    inBin,
    removed,
    doomed,
    act,
    /** Answers its id. */
    async copy(head: RundownHead, template: boolean, name: string): Promise<string | undefined> {
      const environment = environments.selected?.id ?? head.environment
      const title = head.template === template ? t('rundown.copyOf', { name }) : name
      let made: string | undefined
      await act.run(async () => {
        made = (await store.copy({ id: head.id, template, environment, title: cutText(title, 200) })).id
      })
      return made
    },
    async remove(head: RundownHead): Promise<void> {
      if (!(await closes(head.id))) return
      await act.run(async () => {
        await store.remove(head.id)
        removed.value = head
        announce(t('rundown.removed', { name: head.title || t('rundown.untitled.rundown') }))
      })
    },
    async restore(id: string): Promise<void> {
      await act.run(async () => {
        await store.restore(id)
        removed.value = undefined
      })
    },
    async destroy(): Promise<void> {
      const going = doomed.value
      if (going === undefined) return
      await act.run(() => store.remove(going.id, true))
      doomed.value = undefined
    },
  }
}
