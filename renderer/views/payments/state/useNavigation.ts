// What is open stands in the address, so that a reload, a link and another window find it again.
import { computed } from 'vue'
import type { ComputedRef, WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { LocationQuery } from 'vue-router'
import type { SectionId } from '../model/sections.ts'

export interface Navigation {
  /** The customer that the view is about: whose page is open, or whose records a section shows. */
  customer: ComputedRef<string | undefined>
  /** The open record of the section. */
  id: WritableComputedRef<string | undefined>
  /** Goes to a record, or to a section. */
  go: (to: { section: SectionId; id?: string | undefined; customer?: string | undefined; refund?: boolean }) => void
}

/** A query without some of its names. */
export function without(query: LocationQuery, ...names: readonly string[]): LocationQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))
}

export function useNavigation(): Navigation {
  const route = useRoute()
  const router = useRouter()
  const text = (name: string): string | undefined => {
    const value = route.query[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const customer = computed(() => text('customer'))
  return {
    customer,
    id: computed({
      get: () => text('id'),
      set: (id) => {
        const rest = without(route.query, 'id', 'refund')
        void router.replace({ query: id === undefined ? rest : { ...rest, id } })
      },
    }),
    go({ section, id, customer: whose, refund }) {
      void router.push({
        query: {
          section,
          ...(whose === undefined ? {} : { customer: whose }),
          ...(id === undefined ? {} : { id }),
          ...(refund === true ? { refund: '1' } : {}),
        },
      })
    },
  }
}
