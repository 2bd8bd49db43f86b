import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { Draft, DraftHead, DraftRevision } from '#contract/draft.ts'
import { useDrafts } from '../stores/drafts.ts'

const pageSize = 100

export function useRevisions() {
  const drafts = useDrafts()
  const items = shallowRef<DraftRevision[]>([])
  const next = ref<number>()
  const busy = ref(false)
  const error = shallowRef<DeskError>()
  let of: string | undefined
  let sequence = 0
  let newest: DraftHead | undefined

  onScopeDispose(
    drafts.onChange(({ draft: head }) => {
      if (head === undefined || head.id !== of) return
      newest = head
      items.value = items.value.map((item) => withEvent(item, head))
    }),
  )

  async function load(before: number | undefined): Promise<void> {
    const mine = ++sequence
    if (of === undefined) return
    busy.value = true
    try {
      const page = await drafts.revisions({ id: of, limit: pageSize, ...(before === undefined ? {} : { before }) })
      if (mine !== sequence) return
      // One that was saved meanwhile may be missing in the answer.
      const top = page.items[0]?.revision ?? 0
      items.value =
        before === undefined
          ? [...items.value.filter(({ revision }) => revision > top), ...page.items]
          : [...items.value, ...page.items]
      next.value = page.next
      error.value = undefined
    } catch (reason) {
      if (mine === sequence) error.value = asDeskError(reason)
    } finally {
      if (mine === sequence) busy.value = false
    }
  }

  return {
    items,
    busy,
    error,
    hasMore: computed(() => next.value !== undefined),
    /** Reads the newest page; undefined empties the list. Never rejects. */
    read(id: string | undefined) {
      if (id !== of) {
        of = id
        items.value = []
        next.value = undefined
        error.value = undefined
      }
      return load(undefined)
    },
    async more(): Promise<void> {
      if (next.value !== undefined && !busy.value) await load(next.value)
    },
    /** Adds a revision that was just made here; its size is 0 until the event comes. */
    add(draft: Draft, broughtBack?: number) {
      if (draft.id !== of || items.value.some(({ revision }) => revision === draft.revision)) return
      const made: DraftRevision = {
        revision: draft.revision,
        at: draft.updatedAt,
        title: draft.title,
        bytes: newest?.id === draft.id && newest.revision === draft.revision ? newest.bytes : 0,
        ...(broughtBack === undefined ? {} : { of: broughtBack }),
        sent: [],
      }
      items.value = [made, ...items.value]
    },
  }
}

function withEvent(item: DraftRevision, head: DraftHead): DraftRevision {
  const { sent } = head
  return {
    ...item,
    ...(item.revision === head.revision ? { bytes: head.bytes } : {}),
    ...(sent?.revision === item.revision
      ? { sent: [sent, ...item.sent.filter(({ intent }) => intent !== sent.intent)] }
      : {}),
  }
}
