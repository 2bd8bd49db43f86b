import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { DraftContent } from '#contract/draft.ts'
import { useDrafts } from '../stores/drafts.ts'
import { useSettings } from '#kit/stores/settings.ts'
import { contentText } from './draft-content.ts'
import type { DraftEditor } from './useDraft.ts'
import { useAnnounce } from '#kit/composables/useAnnounce.ts'
import { useOperation } from '#kit/composables/useOperation.ts'

interface Named {
  id: string
  title: string
}

interface Options {
  editor: DraftEditor
  content: () => DraftContent | undefined
  path: string
  parameter: string
  /** What else is in the address. */
  query?: Record<string, string>
  nameOf: (draft: Named) => string
  removedText: (name: string) => string
  opened?: () => void
  /** An address without a draft keeps the open one. */
  keepsOpen?: boolean
}

export function useDraftCollection(options: Options) {
  const route = useRoute()
  const router = useRouter()
  const store = useDrafts()
  const settings = useSettings()
  const { announce } = useAnnounce()
  const { editor } = options
  const opened = options.opened ?? ((): void => {})
  const removed = shallowRef<{ id: string; name: string }>()
  const doomed = shallowRef<Named>()
  const openId = computed(() => editor.draft.value?.id)

  async function address(id: string | undefined): Promise<void> {
    if (route.query[options.parameter] !== id)
      await router.replace({
        path: route.path,
        query: { ...options.query, ...(id === undefined ? {} : { [options.parameter]: id }) },
      })
  }
  async function open(id: string | undefined): Promise<void> {
    if (!(await editor.open(id))) return
    opened()
    await address(id)
  }
  const act = useOperation(async (work: () => Promise<void>) => {
    await work()
    return true
  })

  // The address decides what is open; where the open draft can't be left, the address goes back.
  watch(
    () => route.query[options.parameter],
    async (query) => {
      const wanted = typeof query === 'string' ? query : undefined
      const here = openId.value
      if (route.path !== options.path || wanted === here) return
      if (wanted === undefined && options.keepsOpen === true) return
      await editor.open(wanted)
      opened()
      if (editor.leaveRefused.value && here !== undefined) await address(openId.value)
    },
    { immediate: true },
  )

  return {
    openId,
    /** Whether the person wants high rows. */
    comfortable: computed(() => settings.values.density === 'comfortable'),
    nameOf: options.nameOf,
    removed,
    removedText: computed(() => (removed.value === undefined ? '' : options.removedText(removed.value.name))),
    comparing: ref(false),
    historyOpen: ref(false),
    open,
    address,
    act: act.run,
    busy: act.busy,
    error: act.error,
    remove: (draft: Named) =>
      act.run(async () => {
        const name = options.nameOf(draft)
        if (openId.value === draft.id) await open(undefined)
        await store.remove(draft.id)
        removed.value = { id: draft.id, name }
        announce(options.removedText(name))
      }),
    restore: (id: string) =>
      act.run(async () => {
        await store.restore(id)
        if (removed.value?.id === id) removed.value = undefined
        await open(id)
      }),
    /** What is to be deleted for good, once that is confirmed. */
    doomed,
    destroy: () =>
      act.run(async () => {
        if (doomed.value === undefined) return
        if (openId.value === doomed.value.id) await open(undefined)
        await store.remove(doomed.value.id, true)
        if (removed.value?.id === doomed.value.id) removed.value = undefined
        doomed.value = undefined
      }),
    text: (): string => {
      const content = options.content()
      return content === undefined ? '' : contentText(content)
    },
  }
}

export type DraftCollection = ReturnType<typeof useDraftCollection>
