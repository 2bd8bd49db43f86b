import { computed, ref } from 'vue'
import { isObject, type Json, type JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { scalarText } from '#answers/roles.ts'
import { fieldText, parseField, type FieldFault } from '../../resources/action/field-text.ts'
import type { RequestParts } from '../../resources/types.ts'
import { toRequest } from '../../resources/action/request.ts'
import { useReader } from '../../resources/useReader.ts'
import { useOpenRequests, type Work } from '#kit/stores/open-requests.ts'
import { useFormSchema } from '../useFormSchema.ts'
import {
  controlFor,
  dotted,
  fieldsOf,
  furtherFields,
  keyOf,
  valueAt,
  withValue,
  type BodyField,
  type FieldControl,
  type Place,
} from './body-form.ts'
import { checkJson } from './json-check.ts'
import { itemsOf, startsWith, withoutItem } from './lists.ts'
import { readQuery } from './query-rows.ts'
import { emptyWork, isSecretPlace, maskedPlaces, readBody, sameWork, textOf } from './work.ts'

export interface WorkProblem {
  kind: 'path' | 'query' | 'json' | 'field' | 'masked'
  name: string
}

/** The request of one operation, edited as a form and as JSON. */
export function useWork(entry: OperationInfo) {
  const store = useOpenRequests()
  const open = store.ensure(entry.key, () => emptyWork(entry), '')
  const schema = useFormSchema(() => entry.key)
  const reader = useReader(() => entry.key)

  const work = computed(() => open.work)
  const read = computed(() => readBody(work.value.text))
  const body = computed(() => read.value.value)
  const query = computed(() => readQuery(work.value.query))
  const parts = computed<RequestParts>(() => ({
    path: Object.fromEntries(
      entry.pathParams.flatMap((name) => (work.value.path[name] ? [[name, work.value.path[name]]] : [])),
    ),
    query: query.value.query,
    ...(body.value === undefined ? {} : { body: body.value }),
  }))
  const request = computed(() => toRequest(entry.key, parts.value))

  const known = computed<BodyField[]>(() =>
    (schema.body.value === undefined ? [] : fieldsOf(schema.body.value, body.value)).map(secretly),
  )
  const further = computed<BodyField[]>(() => furtherFields(body.value, known.value, work.value.added).map(secretly))
  const fields = computed(() => [...known.value, ...further.value].filter(({ role }) => role === undefined))
  /** Why there is no form: the JSON is broken, or not an object. */
  const closed = computed(() =>
    read.value.problems.length > 0
      ? ('bad' as const)
      : body.value !== undefined && !isObject(body.value)
        ? ('shape' as const)
        : undefined,
  )

  function secretly(field: BodyField): BodyField {
    const secret = isSecretPlace(entry, dotted(field.place), field.place.at(-1) ?? '')
    return secret && field.schema.properties === undefined
      ? { ...field, schema: { ...field.schema, secret: true } }
      : field
  }
  const controlOf = (field: BodyField): FieldControl => controlFor(field.schema, valueAt(body.value, field.place))
  const currencyOf = (place: Place, of = body.value): string | undefined =>
    scalarText(valueAt(of, [...place.slice(0, -1), 'currency']) ?? valueAt(of, ['currency']))?.toUpperCase()
  const money = (place: Place, of = body.value) => ({
    name: place.at(-1) ?? '',
    currency: currencyOf(place, of),
    unit: reader.unit.value,
  })

  /** The value of what is typed into a field of money or JSON. */
  function readTyped(
    field: BodyField,
    text: string,
    of: Json | undefined,
  ): { value: Json | undefined; fault?: FieldFault } {
    if (controlOf(field) === 'money') {
      const typed = parseField('money', text, money(field.place, of))
      return typed.ok ? { value: typed.value } : { value: undefined, fault: typed.problem }
    }
    if (text.trim() === '') return { value: undefined }
    const checked = checkJson(text)
    return checked.ok ? { value: checked.value as Json } : { value: valueAt(of, field.place), fault: 'json' }
  }

  const faults = computed(() => {
    const found = new Map<string, FieldFault>()
    for (const field of fields.value) {
      const key = keyOf(field.place)
      const typed = work.value.typed[key]
      const fault = typed === undefined ? undefined : readTyped(field, typed, body.value).fault
      if (fault !== undefined) found.set(key, fault)
    }
    return found
  })
  const masked = computed(() => maskedPlaces(parts.value, work.value.masked))
  const needsUnit = computed(() => fields.value.find(({ place }) => faults.value.get(keyOf(place)) === 'unit'))
  const problems = computed<WorkProblem[]>(() => [
    ...entry.pathParams
      .filter((name) => !work.value.path[name]?.trim())
      .map((name): WorkProblem => ({ kind: 'path', name })),
    ...[...query.value.faults.keys()].map((at): WorkProblem => ({
      kind: 'query',
      name: work.value.query[at]?.name ?? '',
    })),
    ...(read.value.problems.length > 0 ? [{ kind: 'json' as const, name: '' }] : []),
    ...fields.value
      .filter(({ place }) => faults.value.has(keyOf(place)))
      .map(({ place }): WorkProblem => ({ kind: 'field', name: dotted(place) })),
    ...masked.value.map((name): WorkProblem => ({ kind: 'masked', name })),
  ])
  /** Missing path parameters are named once it was to go. */
  const asked = ref(false)
  const missing = computed(() => (closed.value === undefined ? schema.missing(body.value, query.value.query) : []))

  function change(changed: Partial<Work>): void {
    open.work = { ...open.work, ...changed }
    open.unsent = true
  }
  const bodied = entry.method === 'POST' || entry.method === 'PUT'
  function write(next: Json | undefined, changed: Partial<Work> = {}): void {
    const typed = changed.typed ?? work.value.typed
    // Typed money waits for its currency: it is read again with every other field.
    const whole = fields.value.reduce((of, field) => {
      const text = typed[keyOf(field.place)]
      return text === undefined || controlOf(field) !== 'money'
        ? of
        : withValue(of, field.place, readTyped(field, text, of).value)
    }, next)
    change({ ...changed, text: whole === undefined && bodied ? '{}' : textOf(whole) })
  }
  const without = (key: string): Record<string, string> =>
    Object.fromEntries(Object.entries(work.value.typed).filter(([one]) => one !== key))
  const moved = (to: (place: Place) => Place | undefined): Pick<Work, 'typed' | 'added'> => ({
    typed: Object.fromEntries(
      Object.entries(work.value.typed).flatMap(([key, text]): Array<[string, string]> => {
        const place = to(JSON.parse(key) as Place)
        return place === undefined ? [] : [[keyOf(place), text]]
      }),
    ),
    added: work.value.added.flatMap((field) => {
      const place = to(field.place)
      return place === undefined ? [] : [{ ...field, place }]
    }),
  })

  return {
    open,
    schema,
    reader,
    work,
    parts,
    request,
    query,
    body,
    json: computed(() => read.value.problems),
    known,
    further,
    closed,
    controlOf,
    currencyOf,
    faults,
    masked,
    needsUnit,
    problems,
    asked,
    missing,
    change,
    valueOf: (field: BodyField) => valueAt(body.value, field.place),
    shown: (field: BodyField) =>
      work.value.typed[keyOf(field.place)] ??
      fieldText(controlOf(field) === 'money' ? 'money' : 'json', valueAt(body.value, field.place), money(field.place)),
    type(field: BodyField, text: string): void {
      const key = keyOf(field.place)
      const { value } = readTyped(field, text, body.value)
      write(withValue(body.value, field.place, value), { typed: { ...without(key), [key]: text } })
    },
    set(field: BodyField, value: Json | undefined): void {
      write(withValue(body.value, field.place, value), { typed: without(keyOf(field.place)) })
    },
    add(place: Place, of: JsonSchema): void {
      change({ added: [...work.value.added.filter((one) => keyOf(one.place) !== keyOf(place)), { place, schema: of }] })
    },
    /** Removes a field or a list with what was typed and added there. */
    drop(field: BodyField): void {
      write(
        withValue(body.value, field.place, undefined),
        moved((place) => (startsWith(place, field.place) ? undefined : place)),
      )
    },
    addItem({ place }: BodyField): Place {
      const items = itemsOf(valueAt(body.value, place)) ?? []
      write(withValue(body.value, place, [...items, {}]))
      return [...place, String(items.length)]
    },
    dropItem({ place }: BodyField): void {
      write(
        withValue(body.value, place, undefined),
        moved((one) => withoutItem(one, place)),
      )
    },
    editText(text: string): void {
      if (text !== work.value.text) change({ text, typed: {} })
    },
    show(mode: 'form' | 'json'): void {
      open.mode = mode
    },
    /** For when the unit of amounts became known. */
    reread: (): void => write(body.value),
    /** Keeps the present work aside. */
    take(next: Work, unsent: boolean): void {
      open.aside = sameWork(open.work, emptyWork(entry)) ? open.aside : open.work
      open.work = next
      open.unsent = unsent
      asked.value = false
    },
    swap(): void {
      if (open.aside === undefined) return
      const { aside } = open
      open.aside = open.work
      open.work = aside
      open.unsent = true
    },
  }
}

export type WorkForm = ReturnType<typeof useWork>
