// `refund hana`: the charges of that person, each leading to its own refund. Nothing is sent from here.
import { computed, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Json } from '#contract/json.ts'
import { formatMoment } from '#kit/composables/time/time.ts'
import { refundAddress } from '#kit/composables/operation-address.ts'
import { usePersonNames } from '#kit/composables/deed/usePersonNames.ts'
import { readOnce } from '#kit/composables/useOperation.ts'
import { useReader } from '#records/resources/useReader.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useNames } from '#kit/stores/names.ts'
import { findCharges, type Charge } from './refunds.ts'
import type { Entry } from './search.ts'

const operation = 'POST /api/payment/charge/all'
const person = 'payment/customer'
const [mostRead, mostShown] = [100, 5]

/** Entries for `whom`, the words after the verb; charges are read once, when there first are such words. */
export function useRefundEntries(whom: () => string | undefined, go: (to: string) => void): ComputedRef<Entry[]> {
  const { t } = useI18n()
  const environments = useEnvironments()
  const names = useNames()
  const { nameOf } = usePersonNames()
  const asked = ref(false)
  const reader = useReader(() => (asked.value ? operation : undefined), 'payment/charge')
  const read = shallowRef<{ environment: string; data: Json }>()

  // Without an answer the general task is left.
  async function ask(environment: string): Promise<void> {
    const answer = await readOnce({ operation, body: { limit: mostRead } }).catch(() => undefined)
    if (answer !== undefined) read.value = { environment, data: answer.data }
  }
  watch(
    () => (whom() === undefined ? undefined : environments.selected?.id),
    (environment) => {
      if (environment === undefined || asked.value) return
      asked.value = true
      void ask(environment)
    },
    { immediate: true },
  )

  const charges = computed<Charge[]>(() => {
    if (read.value === undefined || read.value.environment !== environments.selected?.id) return []
    return reader.listing(read.value.data).rows.flatMap((row) => {
      const id = reader.id(row)
      if (id === undefined) return []
      const customer = reader.text(row, 'customer')
      return {
        id,
        customer,
        name: customer && nameOf(undefined, person, customer),
        status: reader.text(row, 'status'),
        at: reader.instant(row),
        amount: reader.money(row),
      }
    })
  })

  return computed(() => {
    const words = whom()
    if (words === undefined) return []
    const found = findCharges(charges.value, words, mostShown)
    const entries: Entry[] = found.map(({ id, customer, name, at, amount }) => ({
      id: `refund ${id}`,
      label: t('frame.task.refundOf', { customer: name ?? customer ?? id, amount }),
      suffix: [at === undefined ? '' : formatMoment(new Date(at)), id].filter(Boolean).join(' \u00b7 '),
      icon: 'i-lucide-undo-2',
      act: () => go(refundAddress(id)),
    }))
    const theirs = new Set(found.map(({ customer }) => customer))
    // A person without a charge in this list may have older ones.
    const others = names
      .matching(words)
      .filter(
        ({ resource, id }) => resource === person && !theirs.has(id) && nameOf(undefined, person, id) !== undefined,
      )
    return [
      ...entries,
      ...others.slice(0, mostShown - entries.length).map(({ id, title }) => ({
        id: `charges ${id}`,
        label: t('frame.task.chargesOf', { customer: title }),
        suffix: id,
        icon: 'i-lucide-credit-card',
        act: () => go(`/payments?section=charges&customer=${encodeURIComponent(id)}`),
      })),
    ]
  })
}
