// One look at a charge: the charge itself, every refund of it, and what this desk sent for it. All of it or nothing: a part is no ground for money.
import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { readAnswer } from '#answers/answer.ts'
import { DeskError, asDeskError } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { readPlatform } from '../../../resources/read.ts'
import { useReader } from '../../../resources/useReader.ts'
import type { Reader } from '../../../resources/useReader.ts'
import { useCatalog } from '../../../stores/catalog.ts'
import { useEnvironments } from '../../../stores/environments.ts'
import { useFields } from '../../../stores/fields.ts'
import { useLedger } from '../../../stores/ledger.ts'
import { openOn } from '../model/open.ts'
import type { Open } from '../model/open.ts'
import { readAllPages } from '../model/pages.ts'
import type { Pages } from '../model/pages.ts'
import { standingOf } from '../model/refund.ts'
import type { Standing } from '../model/refund.ts'

const chargeOperation = 'POST /api/payment/charge/get'
const refundsOperation = 'POST /api/payment/refund/searchbycharge'

interface Look {
  charge: JsonObject
  /** Why what was read may not be the charge. */
  doubt: Pages['doubt'] | undefined
  refunds: Pages
  intents: Intent[]
  /** When it was begun; ISO 8601. */
  at: string
}

export interface Looking {
  standing: ComputedRef<Standing | undefined>
  /** This desk's own movements of money that concern the charge. */
  open: ComputedRef<Open>
  /** The charge as the platform gave it. */
  charge: ComputedRef<JsonObject | undefined>
  at: ComputedRef<string | undefined>
  busy: Ref<boolean>
  /** Refunds read so far, while it looks. */
  count: Ref<number>
  /** Why the last look failed; what an earlier one saw stays shown and is not to be acted upon. */
  error: ShallowRef<DeskError | undefined>
  chargeReader: Reader
  refundsReader: Reader
  /** Looks now, after one that is on its way. False where it failed. */
  look: () => Promise<boolean>
}

export function useRefundable(chargeId: () => string): Looking {
  const environments = useEnvironments()
  const ledger = useLedger()
  const fields = useFields()
  const catalog = useCatalog()
  const chargeReader = useReader(chargeOperation)
  const refundsReader = useReader(refundsOperation)
  const seen = shallowRef<Look>()
  const error = shallowRef<DeskError>()
  const busy = ref(false)
  const count = ref(0)

  async function read(): Promise<Look> {
    const id = chargeId()
    const at = new Date().toISOString()
    await Promise.all([fields.ensure(), catalog.ensure()])
    const answer = await readPlatform(chargeOperation, { body: { chargeId: id } })
    const reading = readAnswer(answer.data, {
      resource: chargeReader.resource.value,
      expect: 'record',
      choice: chargeReader.choice.value,
    })
    const charge = reading.kind === 'record' ? reading.rows[0] : reading.rows.find((row) => chargeReader.id(row) === id)
    if (charge === undefined)
      throw new DeskError('bad_response', 'The answer holds no charge.', { operation: chargeOperation })
    const refunds = await readAllPages(
      async (page) => (await readPlatform(refundsOperation, { body: { chargeId: id, ...page } })).data,
      refundsReader.id,
      refundsReader.choice.value,
      (many) => (count.value = many),
    )
    const { items } = await ledger.list({
      state: ['queued', 'sending', 'unknown', 'confirmed'],
      product: 'Payments',
      limit: 500,
    })
    return {
      charge,
      doubt: reading.certainty === 'clear' ? undefined : { reason: reading.reason, at: reading.at },
      refunds,
      intents: items,
      at,
    }
  }

  let running: Promise<boolean> = Promise.resolve(true)
  function look(): Promise<boolean> {
    running = running.then(lookOnce)
    return running
  }
  async function lookOnce(): Promise<boolean> {
    busy.value = true
    count.value = 0
    try {
      seen.value = await read()
      error.value = undefined
      return true
    } catch (reason) {
      error.value = asDeskError(reason)
      return false
    } finally {
      busy.value = false
    }
  }

  const standing = computed(() => {
    const last = seen.value
    if (last === undefined) return undefined
    const said = ({ choice, unit }: Reader) => ({ choice: choice.value, unit: unit.value })
    return standingOf(chargeId(), last.charge, last.refunds, said(chargeReader), said(refundsReader), last.doubt)
  })
  const open = computed((): Open => {
    const environment = environments.selected?.id
    if (environment === undefined) return { unknown: [], sending: [], settling: [] }
    // What settled since the look is not open any more.
    const intents = (seen.value?.intents ?? []).map((intent) => ledger.byId.get(intent.id) ?? intent)
    const known = new Set(intents.map(({ id }) => id))
    return openOn(
      [...intents, ...ledger.recent.filter(({ id }) => !known.has(id))],
      chargeId(),
      environment,
      standing.value?.lines ?? [],
      Date.parse(seen.value?.at ?? new Date().toISOString()),
    )
  })

  return {
    standing,
    open,
    charge: computed(() => seen.value?.charge),
    at: computed(() => seen.value?.at),
    busy,
    count,
    error,
    chargeReader,
    refundsReader,
    look,
  }
}
