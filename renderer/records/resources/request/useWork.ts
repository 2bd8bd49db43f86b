import { computed, shallowReactive, toValue, type MaybeRefOrGetter } from 'vue'
import { isObject, type JsonObject } from '#contract/json.ts'
import { scalarText, valueIn } from '#answers/roles.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useLearned } from '#kit/stores/learned.ts'
import type { FieldSpec, RequestParts } from '../types.ts'
import { useReader } from '../useReader.ts'
import { fieldsIn } from './infer-fields.ts'
import { useFormSchema } from './useFormSchema.ts'
import { emptyWork, methodOf } from './work.ts'
import { createWorkForm, type WorkState } from './work-form.ts'

/** For a form whose work is kept nowhere else. */
export const newWorkState = (operation = ''): WorkState =>
  shallowReactive<WorkState>({
    work: emptyWork({ method: methodOf(operation) }),
    mode: 'form',
    unsent: false,
  })

export interface WorkOptions {
  state?: WorkState
  specs?: () => readonly FieldSpec[] | undefined
  started?: () => RequestParts | undefined
  record?: () => JsonObject | undefined
  resource?: () => string
}

/** The form of an operation's request, with what the specification or earlier requests say of its fields. */
export function useWork(
  operation: MaybeRefOrGetter<string>,
  { state = newWorkState(toValue(operation)), specs, started, record, resource }: WorkOptions = {},
) {
  const catalog = useCatalog()
  const key = (): string | undefined => toValue(operation) || undefined
  const schema = useFormSchema(key)
  const reader = useReader(key, resource)
  const entry = computed(() => catalog.byKey.get(toValue(operation)))
  const bodySchema = computed(() => {
    const first = started?.()?.body
    const { kind, body } = entry.value ?? {}
    // An update starts with the record's own fields.
    return kind === 'update' && body === undefined && isObject(first)
      ? fieldsIn(first, schema.body.value)
      : schema.body.value
  })
  const form = createWorkForm({
    state,
    operation: () => toValue(operation),
    entry: () => entry.value,
    bodySchema: () => bodySchema.value,
    querySchema: () => schema.query.value,
    unit: () => reader.unit.value,
    specs: () => specs?.(),
    started: () => started?.(),
    currency() {
      const about = record?.()
      return about && scalarText(valueIn(about, 'currency', reader.resource.value))
    },
  })
  const learned = useLearned()
  return {
    ...form,
    /** Once it is known which fields there are. */
    async ready(): Promise<void> {
      if (!form.chosen.value && entry.value?.body === undefined)
        await learned.ensure(toValue(operation)).catch(() => undefined)
    },
    entry,
    reader,
    schema: { ...schema, body: bodySchema },
    missing: computed(() =>
      form.closed.value === undefined ? schema.missing(form.body.value, form.query.value.query) : [],
    ),
  }
}

export type WorkForm = ReturnType<typeof useWork>
