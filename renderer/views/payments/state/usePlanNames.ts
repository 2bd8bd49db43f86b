// Plans are offered by name, and a change of plan is confirmed with the old and the new price.
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { isObject, type JsonObject } from '#contract/json.ts'
import { scalarText } from '#answers/roles.ts'
import { useWords } from '#kit/composables/locale/useWords.ts'
import { moneyFacts } from '#records/resources/action/facts.ts'
import { readPlatform } from '#records/resources/read.ts'
import { offering } from '#records/resources/spec-parts.ts'
import type { ActionSpec, Fact, RequestParts, ResourceSpec } from '#records/resources/types.ts'
import { useReader } from '#records/resources/useReader.ts'
import { useEnvironments } from '#kit/stores/environments.ts'

const list = 'POST /api/payment/subscriptionplan/all'
const takesPlan = ['POST /api/payment/subscription/changePlan', 'POST /api/payment/subscription/create'] as const

interface Plan {
  value: string
  /** `Backstage, 29.00 EUR, Monthly`. */
  text: string
}

/** The plans of the environment; without them identifiers can still be typed. */
function usePlans(): ComputedRef<ReadonlyMap<string, Plan>> {
  const environments = useEnvironments()
  const reader = useReader(list)
  const { valueText } = useWords()
  const rows = shallowRef<JsonObject[]>([])
  async function read(environment: string): Promise<void> {
    const found = await readPlatform(list, { body: {} }).then(
      (answer) => reader.listing(answer.data, answer).rows,
      () => [],
    )
    if (environment === environments.selected?.id) rows.value = found
  }
  watch(
    () => environments.selected?.id,
    (id) => {
      rows.value = []
      if (id !== undefined) void read(id)
    },
    { immediate: true },
  )
  return computed(
    () =>
      new Map(
        rows.value.flatMap((row): Array<[string, Plan]> => {
          const value = reader.id(row)
          if (value === undefined) return []
          const interval = scalarText(row.interval)
          const every = interval === undefined ? undefined : (valueText('interval', interval) ?? interval)
          const text = [reader.title(row) ?? value, reader.money(row), every].filter(Boolean).join(', ')
          return [[value, { value, text }]]
        }),
      ),
  )
}

export function usePlanNames(spec: () => ResourceSpec): ComputedRef<ResourceSpec> {
  const { t } = useI18n()
  const plans = usePlans()
  const units = Object.fromEntries(takesPlan.map((operation) => [operation, useReader(operation).unit]))
  const listed = useReader(() => spec().list)
  const named = (id: string | undefined): string | undefined =>
    id && (plans.value.get(id)?.text ?? t('billing.fact.planUnknown', { id }))

  function facts(action: ActionSpec) {
    return (record: JsonObject | undefined, parts: RequestParts): Fact[] => {
      const now = named(scalarText(record?.['planId']))
      const then = named(isObject(parts.body) ? scalarText(parts.body['planId']) : undefined)
      const money = moneyFacts(
        record,
        parts,
        spec().resource,
        { request: units[action.operation]?.value, record: listed.unit.value },
        action.fields,
      )
      return [
        ...(now === undefined ? [] : [{ label: 'billing.fact.planNow', value: now }]),
        ...(then === undefined
          ? []
          : [{ label: record === undefined ? 'billing.fact.plan' : 'billing.fact.planThen', value: then }]),
        ...money.map((fact) =>
          record !== undefined && fact.label === 'resources.fact.amount'
            ? { ...fact, label: 'billing.fact.paysNow' }
            : fact,
        ),
      ]
    }
  }
  const withPlans = (action: ActionSpec): ActionSpec =>
    takesPlan.some((operation) => operation === action.operation)
      ? { ...offering(action, { planId: [...plans.value.values()] }), facts: facts(action) }
      : action
  return computed(() => {
    const { create, actions = [], ...rest } = spec()
    return { ...rest, ...(create === undefined ? {} : { create: withPlans(create) }), actions: actions.map(withPlans) }
  })
}
