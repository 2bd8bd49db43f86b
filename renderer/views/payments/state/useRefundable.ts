// Reads a charge, every refund of it, and what this desk sent for it: all of them or nothing, since money needs the full picture.
import { openStates } from '#contract/models.ts'
import { computed, ref, shallowRef } from 'vue'
import { readAnswer } from '#answers/answer.ts'
import { defined } from '#contract/defined.ts'
import { DeskError, asDeskError } from '#contract/errors.ts'
import { readOnce } from '#kit/composables/useOperation.ts'
import { readPlatform } from '#records/resources/read.ts'
import { useReader, type Reader } from '#records/resources/useReader.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFields } from '#kit/stores/fields.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { readAllPages } from '../model/pages.ts'
import { pendingOn, type PendingMoney } from '../model/pending.ts'
import { refundableOf } from '../model/refund.ts'

const chargeOperation = 'POST /api/payment/charge/get'
const refundsOperation = 'POST /api/payment/refund/searchbycharge'
const mostConfirmed = 500

export function useRefundable(chargeId: () => string) {
  const environments = useEnvironments()
  const ledger = useLedger()
  const fields = useFields()
  const catalog = useCatalog()
  const chargeReader = useReader(chargeOperation)
  const refundsReader = useReader(refundsOperation)
  const snapshot = shallowRef<Awaited<ReturnType<typeof read>>>()
  const error = shallowRef<DeskError>()
  const busy = ref(false)
  const count = ref(0)

  async function read() {
    const id = chargeId()
    const at = new Date().toISOString()
    await Promise.all([fields.ensure(), catalog.ensure()])
    const answer = await readPlatform(chargeOperation, { body: { chargeId: id } })
    const found = readAnswer(answer.data, {
      resource: chargeReader.resource.value,
      expect: 'record',
      choice: chargeReader.choice.value,
    })
    const charge = found.kind === 'record' ? found.rows[0] : found.rows.find((row) => chargeReader.id(row) === id)
    if (charge === undefined)
      throw new DeskError('bad_response', 'The answer has no charge.', {
        operation: chargeOperation,
        facts: { reason: 'no_charge', charge: id },
      })
    const entry = catalog.byKey.get(refundsOperation)
    const refunds = await readAllPages(
      readOnce,
      {
        request: { operation: refundsOperation, body: { chargeId: id } },
        operation: { method: 'POST', path: refundsOperation.slice(5), ...defined({ paging: entry?.paging }) },
        origin: URL.parse(environments.selected?.baseUrl ?? '')?.origin,
      },
      refundsReader.id,
      refundsReader.choice.value,
      (many) => (count.value = many),
    )
    // However old, what is open counts; of what was confirmed only what the list may not show yet.
    const ofPayments = { product: 'Payments' as const, environment: environments.selected?.id }
    const [open, confirmed] = await Promise.all([
      ledger.listAll(defined({ ...ofPayments, state: [...openStates] })),
      ledger.listAll(defined({ ...ofPayments, state: 'confirmed' as const }), mostConfirmed),
    ])
    if (!open.whole) throw new DeskError('too_large', 'Too many payments are open to tell what concerns this charge.')
    const intents = [...open.items, ...confirmed.items]
    return {
      charge,
      /** Why the answer may not be the charge. */
      doubt: found.certainty === 'clear' ? undefined : { reason: found.reason, at: found.at },
      refunds,
      intents,
      at,
    }
  }

  let running: Promise<boolean> = Promise.resolve(true)
  async function checkOnce(): Promise<boolean> {
    busy.value = true
    count.value = 0
    try {
      snapshot.value = await read()
      error.value = undefined
      return true
    } catch (reason) {
      error.value = asDeskError(reason)
      return false
    } finally {
      busy.value = false
    }
  }

  const refundable = computed(() => {
    if (snapshot.value === undefined) return undefined
    const { charge, refunds, doubt } = snapshot.value
    const rules = ({ choice, unit }: Reader) => ({ choice: choice.value, unit: unit.value })
    return refundableOf(chargeId(), charge, refunds, rules(chargeReader), rules(refundsReader), doubt)
  })
  const pending = computed((): PendingMoney => {
    const environment = environments.selected?.id
    if (environment === undefined) return { unknown: [], sending: [], settling: [] }
    // Intents that have settled since the check are taken as they are now.
    const intents = (snapshot.value?.intents ?? []).map((intent) => ledger.byId.get(intent.id) ?? intent)
    const known = new Set(intents.map(({ id }) => id))
    return pendingOn(
      [...intents, ...ledger.recent.filter(({ id }) => !known.has(id))],
      chargeId(),
      environment,
      refundable.value?.lines ?? [],
      Date.parse(snapshot.value?.at ?? new Date().toISOString()),
    )
  })

  return {
    refundable,
    pending,
    charge: computed(() => snapshot.value?.charge),
    at: computed(() => snapshot.value?.at),
    busy,
    /** Refunds read so far, while it is busy. */
    count,
    /** Why the last check failed; what an earlier one found stays on screen and must not be acted upon. */
    error,
    chargeReader,
    refundsReader,
    /** Checks now, after a check that is under way. False where it failed. */
    run: (): Promise<boolean> => (running = running.then(checkOnce)),
  }
}

export type RefundCheck = ReturnType<typeof useRefundable>
