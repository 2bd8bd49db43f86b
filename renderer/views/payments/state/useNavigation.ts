// What is open is kept in the address.
import { computed } from 'vue'
import { useRoute, useRouter, type LocationQuery } from 'vue-router'
import type { SectionId } from '../model/sections.ts'

interface Place {
  section: SectionId
  id?: string | undefined
  customer?: string | undefined
  refund?: boolean
}

export function without(query: LocationQuery, ...names: readonly string[]): LocationQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))
}

export function useNavigation() {
  const route = useRoute()
  const router = useRouter()
  const text = (name: string): string | undefined => {
    const value = route.query[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    /** The customer that the view is about: whose page is open, or whose records a section shows. */
    customer: computed(() => text('customer')),
    /** The open record of the section. */
    id: computed({
      get: () => text('id'),
      set: (id) => {
        const rest = without(route.query, 'id', 'refund')
        void router.replace({ query: id === undefined ? rest : { ...rest, id } })
      },
    }),
    go: ({ section, id, customer, refund }: Place): void =>
      void router.push({ query: { section, customer, id, refund: refund === true ? '1' : undefined } }),
  }
}
