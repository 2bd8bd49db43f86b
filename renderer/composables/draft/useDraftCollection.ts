import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { DraftContent } from '#contract/draft.ts'
import { useDrafts } from '../../stores/drafts.ts'
import { useSettings } from '../../stores/settings.ts'
import { contentText } from './draft-content.ts'
import type { DraftEditor } from './draft-types.ts'
import { useDraftKeys } from './useDraftKeys.ts'
import { useAnnounce } from '../useAnnounce.ts'
import { useOperation } from '../useOperation.ts'

interface Named {
  id: string
  title: string
}

interface Options {
  editor: DraftEditor
  /** What is in the form now. */
  content: () => DraftContent | undefined
  /** The address of the view, and the name in its query that says which draft is open. */
  path: string
  parameter: string
  nameOf: (draft: Named) => string
  /** The sentence that names a draft that was put into the bin. */
  removedText: (name: string) => string
  /** Another draft was chosen. */
  opened?: () => void
  /** An address that names no draft leaves the open one as it is. */
  keepsOpen?: boolean
}

/** The drafts of one view: one of them open, as the address says, and what can be done to each. To be called in a component's setup. */
export function useDraftCollection(options: Options) {
  const route = useRoute()
  const router = useRouter()
  const store = useDrafts()
  const settings = useSettings()
  const { announce } = useAnnounce()
  const { editor } = options
  useDraftKeys(editor)
  const opened = options.opened ?? ((): void => {})
  /** What was put into the bin last. */
  const removed = shallowRef<{ id: string; name: string }>()
  const openId = computed(() => editor.draft.value?.id)

  async function address(id: string | undefined): Promise<void> {
    if (route.query[options.parameter] !== id)
      await router.replace({ path: route.path, query: id === undefined ? {} : { [options.parameter]: id } })
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

  // The address says what is open, whoever changed it; where that can't be left because it is not saved, the address goes back.
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
    removed,
    removedText: computed(() => (removed.value === undefined ? '' : options.removedText(removed.value.name))),
    comparing: ref(false),
    historyOpen: ref(false),
    open,
    address,
    /** Does one thing to the drafts; never two at once. */
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
    /** For good. */
    destroy: ({ id }: Named) =>
      act.run(async () => {
        await store.remove(id, true)
      }),
    text: (): string => {
      const content = options.content()
      return content === undefined ? '' : contentText(content)
    },
    readRevision: (revision: number): Promise<DraftContent> => store.get(openId.value ?? '', revision),
  }
}

export type DraftCollection = ReturnType<typeof useDraftCollection>
