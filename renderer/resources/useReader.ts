import { computed, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter } from 'vue'
import type { Json, JsonObject } from '#contract/json.ts'
import type { FieldChoice } from '#contract/live.ts'
import { at, readListing, readRecord } from '#answers/answer.ts'
import type { Reading } from '#answers/answer.ts'
import { readInstant } from '#answers/dates.ts'
import { likelyPlace } from '#answers/likely.ts'
import { formatMoney, readAmount } from '#answers/money.ts'
import type { AmountReading, AmountUnit } from '#answers/money.ts'
import { idOf, roleField, scalarText, textIn, textsIn, titleOf, valueIn } from '#answers/roles.ts'
import type { Role, RoleField } from '#answers/roles.ts'
import { useCatalog } from '../stores/catalog.ts'
import { useEnvironments } from '../stores/environments.ts'
import { useFields } from '../stores/fields.ts'
import { useLearned } from '../stores/learned.ts'
import { askedRoles, questionsOf } from './action/questions.ts'
import type { Question } from './action/questions.ts'
import { knownUnits } from './action/units.ts'

/** Reads what one operation answers, under the names that the person gave to what it leaves open. */
export interface Reader {
  operation: ComputedRef<string | undefined>
  /** `payment/charge`. */
  resource: ComputedRef<string>
  choice: ComputedRef<FieldChoice | undefined>
  /** What whole amounts are; undefined where nobody said it yet. */
  unit: ComputedRef<AmountUnit | undefined>
  /** Whether the choices were read: before that nothing is asked. */
  ready: ComputedRef<boolean>
  listing: (data: Json) => Reading
  record: (data: Json | undefined) => JsonObject | undefined
  field: (rows: readonly JsonObject[], role: Role) => RoleField
  value: (row: JsonObject, role: Role) => Json | undefined
  /** A role's scalar as text; of a record within the record its identifier. */
  text: (row: JsonObject, role: Role) => string | undefined
  /** The same for many rows. */
  textsOf: (rows: readonly JsonObject[], role: Role) => (row: JsonObject) => string | undefined
  id: (row: JsonObject) => string | undefined
  /** The same for many rows: their field is found once. */
  idsOf: (rows: readonly JsonObject[]) => (row: JsonObject) => string | undefined
  title: (row: JsonObject) => string | undefined
  /** Milliseconds since 1970. */
  instant: (row: JsonObject, role?: Role) => number | undefined
  /** The amount in a field, or in the role. */
  amount: (row: JsonObject, field?: string) => AmountReading
  /** `12.40 EUR`; where it can't be told, what stands there. */
  money: (row: JsonObject, field?: string) => string
  questions: (rows: readonly JsonObject[], roles?: readonly Role[], prices?: readonly string[]) => Question[]
  /** Kept for this operation in this environment. */
  choose: (choice: { fields?: Record<string, string>; amounts?: AmountUnit; list?: string }) => Promise<void>
  forget: () => Promise<void>
}

/** `resource` is the operation's own where it is left out. */
export function useReader(
  operation: MaybeRefOrGetter<string | undefined>,
  resource?: MaybeRefOrGetter<string | undefined>,
): Reader {
  const fields = useFields()
  const catalog = useCatalog()
  const environments = useEnvironments()
  const learned = useLearned()
  void catalog.ensure()
  // Asked before the environment is known, the choices would count as read and be none.
  watch(
    () => environments.selected?.id,
    (id) => id !== undefined && void fields.ensure(),
    { immediate: true },
  )

  const key = computed(() => toValue(operation))
  const of = computed(() => toValue(resource) ?? catalog.byKey.get(key.value ?? '')?.resource ?? '')
  const choice = computed(() => (key.value === undefined ? undefined : fields.byOperation.get(key.value)))
  /** Where earlier answers had the list; what was not learned yet is not waited for. */
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
    unit,
    ready: computed(() => fields.reading === 'read' && catalog.reading === 'read'),
    listing: (data) => readListing(data, of.value, choice.value, likely.value),
    record: (data) => readRecord(data, of.value),
    field: (rows, role) => roleField(rows, role, of.value, choice.value),
    value: (row, role) => valueIn(row, role, of.value, choice.value),
    text: (row, role) => textIn(row, role, of.value, choice.value),
    textsOf: (rows, role) => textsIn(rows, role, of.value, choice.value),
    id: (row) => idOf(row, of.value, choice.value),
    idsOf: (rows) => textsIn(rows, 'id', of.value, choice.value),
    title: (row) => titleOf(row, of.value, choice.value),
    instant: (row, role = 'at') => readInstant(valueIn(row, role, of.value, choice.value)),
    amount,
    money,
    questions: (rows, wanted = askedRoles, prices = []) =>
      questionsOf(rows, wanted, of.value, choice.value, unit.value, prices),
    async choose(next) {
      if (key.value !== undefined) await fields.choose({ operation: key.value, ...next })
    },
    async forget() {
      if (key.value !== undefined) await fields.forget(key.value)
    },
  }
}
