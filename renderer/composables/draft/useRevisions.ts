import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { asDeskError } from '#contract/errors.ts'
import type { DeskError } from '#contract/errors.ts'
import type { Draft, DraftHead, DraftRevision } from '#contract/draft.ts'
import { useDrafts } from '../../stores/drafts.ts'

const pageSize = 100

export interface Revisions {
  /** Newest first. */
  items: Readonly<ShallowRef<DraftRevision[]>>
  hasMore: ComputedRef<boolean>
  busy: Readonly<Ref<boolean>>
  error: Readonly<ShallowRef<DeskError | undefined>>
  /** Reads the newest page; undefined empties the list. Never rejects. */
  read(id: string | undefined): Promise<void>
  /** The next, older page. */
  more(): Promise<void>
  /** Puts a revision on top that was just made here, without reading; its size (0 until then) comes with the event. */
  add(draft: Draft, of?: number): void
}

/** The revisions of one draft, newest first, as far as they were read. */
export function useRevisions(): Revisions {
  const drafts = useDrafts()
  const items = shallowRef<DraftRevision[]>([])
  const next = ref<number>()
  const busy = ref(false)
  const error = shallowRef<DeskError>()
  let of: string | undefined
  let question = 0
  let newest: DraftHead | undefined

  onScopeDispose(
    drafts.onChange(({ draft: head }) => {
      if (head === undefined || head.id !== of) return
      newest = head
      items.value = items.value.map((item) => told(item, head))
    }),
  )

  async function load(before: number | undefined): Promise<void> {
    const mine = ++question
    if (of === undefined) return
    busy.value = true
    try {
      const page = await drafts.revisions({ id: of, limit: pageSize, ...(before === undefined ? {} : { before }) })
      if (mine !== question) return
      // One that was saved while this was read may be missing in the answer.
      const top = page.items[0]?.revision ?? 0
      items.value =
        before === undefined
          ? [...items.value.filter(({ revision }) => revision > top), ...page.items]
          : [...items.value, ...page.items]
      next.value = page.next
      error.value = undefined
    } catch (reason) {
      if (mine === question) error.value = asDeskError(reason)
    } finally {
      if (mine === question) busy.value = false
    }
  }

  return {
    items,
    busy,
    error,
    hasMore: computed(() => next.value !== undefined),
    read(id) {
      if (id !== of) {
        of = id
        items.value = []
        next.value = undefined
        error.value = undefined
      }
      return load(undefined)
    },
    async more() {
      if (next.value !== undefined && !busy.value) await load(next.value)
    },
    add(draft, brought) {
      if (draft.id !== of || items.value.some(({ revision }) => revision === draft.revision)) return
      const made: DraftRevision = {
        revision: draft.revision,
        at: draft.updatedAt,
        title: draft.title,
        bytes: newest?.id === draft.id && newest.revision === draft.revision ? newest.bytes : 0,
        ...(brought === undefined ? {} : { of: brought }),
        sent: [],
      }
      items.value = [made, ...items.value]
    },
  }
}

/** A revision with what an event says of it: its size, its newest sending. */
function told(item: DraftRevision, head: DraftHead): DraftRevision {
  const { sent } = head
  return {
    ...item,
    ...(item.revision === head.revision ? { bytes: head.bytes } : {}),
    ...(sent?.revision === item.revision
      ? { sent: [sent, ...item.sent.filter(({ intent }) => intent !== sent.intent)] }
      : {}),
  }
}
