import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { Head, Kept, Revision, RevisionKind } from './types.ts'

const pageSize = 100

/** The revisions of one record, newest first, kept up to date. */
export function useRevisions<C extends object, R extends C & Kept>({
  store,
  revisionOf,
}: Pick<RevisionKind<C, R>, 'store' | 'revisionOf'>) {
  const items = shallowRef<Revision[]>([])
  const next = ref<number>()
  const busy = ref(false)
  const error = shallowRef<DeskError>()
  let of: string | undefined
  let sequence = 0
  let newest: Head | undefined

  onScopeDispose(
    store.onChange(({ head }) => {
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
      const page = await store.revisions({ id: of, limit: pageSize, ...(before === undefined ? {} : { before }) })
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
    /** Adds a revision that was just made here; its size comes with the event. */
    add(record: R, broughtBack?: number) {
      const { id, revision, updatedAt: at, title } = record
      if (id !== of || items.value.some((item) => item.revision === revision)) return
      const made: Revision = {
        ...{ revision, at, title, ...revisionOf(record) },
        ...(broughtBack === undefined ? {} : { of: broughtBack }),
      }
      const isKnown = newest?.id === id && newest.revision === revision
      items.value = [isKnown && newest ? withEvent(made, newest) : made, ...items.value]
    },
  }
}

function withEvent(item: Revision, { revision, bytes, sent }: Head): Revision {
  return {
    ...item,
    ...(item.revision === revision && bytes !== undefined ? { bytes } : {}),
    ...(sent?.revision === item.revision
      ? { sent: [sent, ...(item.sent ?? []).filter(({ intent }) => intent !== sent.intent)] }
      : {}),
  }
}
