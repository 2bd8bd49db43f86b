import { computed, ref, shallowReactive, shallowRef, watch, type Ref } from 'vue'
import type { Json, JsonObject } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { AmountUnit } from '#answers/money.ts'
import { scalarText, valueIn } from '#answers/roles.ts'
import { fieldText, parseField, type FieldFault } from './action/field-text.ts'
import { formFields, type FormField } from './action/form-fields.ts'
import { partsOf, readField, startParts, textOf, writeField, type ParsedParts } from './action/request.ts'
import type { ActionSpec, FieldSpec, RequestParts } from './types.ts'

export type RequestForm = ReturnType<typeof useRequestForm>

/** A request as fields and as JSON. What is typed and can't be read stays as typed and out of the request. */
export function useRequestForm(unit: Readonly<Ref<AmountUnit | undefined>>, resource: () => string) {
  const entry = shallowRef<OperationInfo>()
  const parts = shallowRef<RequestParts>({})
  const fields = shallowRef<FormField[]>([])
  const text = ref('')
  const parsed = shallowRef<ParsedParts>({ ok: true, parts: {} })
  const typed = shallowReactive(new Map<string, string>())
  const record = shallowRef<JsonObject>()
  const showMissing = ref(false)
  const touched = ref(false)

  const specs = computed(() => fields.value.flatMap((field) => ('spec' in field ? [field.spec] : [])))
  const read = (name: string): Json | undefined => entry.value && readField(parts.value, name, entry.value)

  function currencyOf(spec: FieldSpec): string | undefined {
    const named =
      spec.currency === undefined ? undefined : (typed.get(spec.currency)?.trim() ?? scalarText(read(spec.currency)))
    const known = named || (record.value && scalarText(valueIn(record.value, 'currency', resource())))
    return known?.toUpperCase()
  }
  const money = (spec: FieldSpec) => ({
    name: spec.name,
    currency: spec.control === 'money' ? currencyOf(spec) : undefined,
    unit: unit.value,
  })

  // Typed money is read again whenever its currency or unit changes.
  const readings = computed(
    () =>
      new Map(
        specs.value.map((spec) => [
          spec.name,
          typed.has(spec.name) ? parseField(spec.control, typed.get(spec.name) ?? '', money(spec)) : undefined,
        ]),
      ),
  )
  const effective = computed(() => {
    let whole = parts.value
    for (const spec of specs.value) {
      const reading = readings.value.get(spec.name)
      if (reading !== undefined && entry.value)
        whole = writeField(whole, spec.name, reading.ok ? reading.value : undefined, entry.value)
    }
    return whole
  })
  const faults = computed(() => {
    const found: Record<string, FieldFault> = {}
    for (const spec of specs.value) {
      const reading = readings.value.get(spec.name)
      if (reading?.ok === false) found[spec.name] = reading.problem
      else if (spec.required && showMissing.value && isMissing(spec)) found[spec.name] = 'required'
    }
    return found
  })
  const isMissing = (spec: FieldSpec): boolean => {
    const value = entry.value && readField(effective.value, spec.name, entry.value)
    return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  }

  watch(
    effective,
    (now) => {
      if (entry.value === undefined || !parsed.value.ok) return
      const written = partsOf(text.value)
      const wanted = textOf(now, entry.value)
      if (!written.ok || textOf(written.parts, entry.value) !== wanted) text.value = wanted
    },
    { flush: 'sync' },
  )

  return {
    parts: effective,
    fields,
    text,
    /** The fields are closed while the text can't be read. */
    textProblem: computed(() => (parsed.value.ok ? undefined : parsed.value)),
    faults,
    /** Missing required fields are faults once this is set. */
    showMissing,
    touched,
    currencyOf,
    needsUnit: computed(() =>
      specs.value.find(({ name, control }) => control === 'money' && faults.value[name] === 'unit'),
    ),
    sendable: computed(
      () =>
        parsed.value.ok &&
        Object.keys(faults.value).length === 0 &&
        !specs.value.some((spec) => spec.required && isMissing(spec)),
    ),
    start(action: ActionSpec, info: OperationInfo, of: JsonObject | undefined, id: string | undefined) {
      entry.value = info
      record.value = of
      typed.clear()
      parts.value = startParts(action, info, of, id)
      fields.value = formFields(action, info, parts.value)
      parsed.value = { ok: true, parts: parts.value }
      showMissing.value = false
      touched.value = false
      text.value = textOf(effective.value, info)
    },
    shown: (spec: FieldSpec) => typed.get(spec.name) ?? fieldText(spec.control, read(spec.name), money(spec)),
    type(spec: FieldSpec, value: string) {
      touched.value = true
      typed.set(spec.name, value)
    },
    read,
    set(name: string, value: Json | undefined) {
      if (entry.value === undefined) return
      touched.value = true
      typed.delete(name)
      const open = fields.value.some((field) => field.name === name && 'open' in field)
      parts.value = writeField(parts.value, name, open && value === null ? undefined : value, entry.value)
    },
    editText(value: string) {
      if (value === text.value) return
      touched.value = true
      text.value = value
      parsed.value = partsOf(value)
      if (!parsed.value.ok) return
      typed.clear()
      parts.value = parsed.value.parts
    },
  }
}
