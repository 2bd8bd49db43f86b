// The form of a request without a desk: the catalog's entry, and what the test says is known.
import { ref } from 'vue'
import type { AmountUnit } from '#answers/money.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import { newWorkState } from '../../../../renderer/records/resources/request/useWork.ts'
import { schemasOf } from '../../../../renderer/records/resources/request/useFormSchema.ts'
import { createWorkForm, type Field, type WorkParts } from '../../../../renderer/records/resources/request/work-form.ts'
import { workOf } from '../../../../renderer/records/resources/request/work.ts'
import type { RequestParts } from '../../../../renderer/records/resources/types.ts'

const entries = new Map(describeOperations().map((entry) => [entry.key, entry]))

export function workFormOf(operation: string, given: Partial<WorkParts> = {}, start: RequestParts = {}) {
  const entry = entries.get(operation)
  if (entry === undefined) throw new Error(`No operation ${operation}`)
  const unit = ref<AmountUnit | undefined>()
  const schemas = schemasOf(entry, null)
  const form = createWorkForm({
    state: newWorkState(operation),
    operation: () => operation,
    entry: () => entry,
    bodySchema: () => schemas.body,
    querySchema: () => schemas.query,
    unit: () => unit.value,
    specs: () => undefined,
    started: () => start,
    currency: () => undefined,
    ...given,
  })
  form.start(workOf(start, entry, false))
  const all = (): Field[] => [...form.own.value, ...form.queryKnown.value, ...form.known.value, ...form.further.value]
  const field = (name: string): Field => {
    const found = all().find(({ place }) => place.join('.') === name)
    if (found === undefined) throw new Error(`No field ${name}`)
    return found
  }
  const faults = (): Record<string, string> =>
    Object.fromEntries(
      all().flatMap((one) => {
        const fault = form.faultOf(one)
        return fault === undefined ? [] : [[one.place.join('.'), fault]]
      }),
    )
  return Object.assign(form, { unit, field, faults, entry })
}
