import { computed, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { Json, JsonObject } from '#contract/json.ts'
import type { ReadAnswer } from '#contract/models.ts'
import { at, readListing, readRecord } from '#answers/answer.ts'
import { readInstant, zoneIn } from '#answers/dates.ts'
import { pageOf } from '#answers/paging.ts'
import { likelyPlace } from '#answers/likely.ts'
import { formatMoney } from '#kit/composables/locale/numbers.ts'
import { readAmount, type AmountReading, type AmountUnit } from '#answers/money.ts'
import { idOf, roleField, scalarText, textIn, textsIn, titleOf, valueIn, type Role } from '#answers/roles.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFields } from '#kit/stores/fields.ts'
import { useLearned } from '#kit/stores/learned.ts'
import { askedRoles, questionsOf } from './action/questions.ts'
import { knownUnits } from '#answers/units.ts'

export type Reader = ReturnType<typeof useReader>

/**
 * Reads the answers of one operation, with the field names that the person chose. `resource` defaults to the
 * operation's own.
 */
export function useReader(
  operation: MaybeRefOrGetter<string | undefined>,
  resource?: MaybeRefOrGetter<string | undefined>,
) {
  const fields = useFields()
  const catalog = useCatalog()
  const environments = useEnvironments()
  const learned = useLearned()
  void catalog.ensure()
  // Read earlier, the choices would be empty and count as read.
  watch(
    () => environments.selected?.id,
    (id) => id !== undefined && void fields.ensure(),
    { immediate: true },
  )

  const key = computed(() => toValue(operation))
  const of = computed(() => toValue(resource) ?? catalog.byKey.get(key.value ?? '')?.resource ?? '')
  const choice = computed(() => (key.value === undefined ? undefined : fields.byOperation.get(key.value)))
  const likely = computed(() => {
    const schema = key.value === undefined ? undefined : learned.of(key.value)?.answer
    return schema === undefined ? undefined : likelyPlace(schema, of.value)
  })
  watch(
    [key, () => environments.selected?.id],
    ([operation, id]) =>
      operation !== undefined && id !== undefined && void learned.ensure(operation).catch(() => undefined),
    { immediate: true },
  )
  const unit = computed(() => choice.value?.amounts ?? (environments.selected && knownUnits[environments.selected.id]))

  function amount(row: JsonObject, field = roleField([row], 'amount', of.value, choice.value).field): AmountReading {
    if (field === undefined) return { ok: false, problem: 'none' }
    return readAmount(at(row, field), valueIn(row, 'currency', of.value, choice.value), unit.value, field)
  }
  function money(row: JsonObject, field = roleField([row], 'amount', of.value, choice.value).field): string {
    const reading = amount(row, field)
    if (reading.ok) return formatMoney(reading.money)
    const value = field === undefined ? undefined : at(row, field)
    const plain = (scalarText(value) ?? (value === null || value === undefined ? '' : JSON.stringify(value))).slice(
      0,
      400,
    )
    const currency = scalarText(valueIn(row, 'currency', of.value, choice.value))
    return plain === '' || currency === undefined || reading.problem === 'no_currency' ? plain : `${plain} ${currency}`
  }

  return {
    operation: key,
    resource: of,
    choice,
    /** Undefined where nobody said it yet. */
    unit,
    /** Nothing is asked before the choices were read. */
    ready: computed(() => fields.reading === 'read' && catalog.reading === 'read'),
    /** `answer`: the whole of it, which may say that its list goes on. */
    listing: (data: Json, answer?: Pick<ReadAnswer, 'status' | 'headers'>) =>
      readListing(data, of.value, choice.value, likely.value, pageOf(answer)),
    record: (data: Json | undefined) => readRecord(data, of.value),
    field: (rows: readonly JsonObject[], role: Role) => roleField(rows, role, of.value, choice.value),
    value: (row: JsonObject, role: Role) => valueIn(row, role, of.value, choice.value),
    /** A scalar as text; of a nested record its identifier. */
    text: (row: JsonObject, role: Role) => textIn(row, role, of.value, choice.value),
    /** For many rows, whose field is found once. */
    textsOf: (rows: readonly JsonObject[], role: Role) => textsIn(rows, role, of.value, choice.value),
    id: (row: JsonObject) => idOf(row, of.value, choice.value),
    idsOf: (rows: readonly JsonObject[]) => textsIn(rows, 'id', of.value, choice.value),
    title: (row: JsonObject) => titleOf(row, of.value, choice.value),
    /** Milliseconds since 1970. */
    instant: (row: JsonObject, role: Role = 'at') =>
      readInstant(valueIn(row, role, of.value, choice.value), zoneIn(row)),
    amount,
    /** `12.40 EUR`; the plain value where it can't be read. */
    money,
    questions: (rows: readonly JsonObject[], wanted: readonly Role[] = askedRoles, prices: readonly string[] = []) =>
      questionsOf(rows, wanted, of.value, choice.value, unit.value, prices),
    async choose(next: { fields?: Record<string, string>; amounts?: AmountUnit; list?: string }) {
      if (key.value !== undefined) await fields.choose({ operation: key.value, ...next })
    },
    async forget() {
      if (key.value !== undefined) await fields.forget(key.value)
    },
  }
}
