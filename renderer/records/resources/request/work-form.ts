// One request under the person's hands, as fields and as text at once. The work's text is what counts; a field writes into it.
import { computed, ref, watch } from 'vue'
import { isObject, type Json, type JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { AmountUnit } from '#answers/money.ts'
import { scalarText } from '#answers/roles.ts'
import { checkJson } from '#kit/components/text/json-check.ts'
import type { OpenRequest, Work } from '#kit/stores/open-requests.ts'
import type { FieldSpec, RequestParts } from '../types.ts'
import {
  controlFor,
  dotted,
  fieldsOf,
  furtherFields,
  keyOf,
  queryFields,
  valueAt,
  withValue,
  type BodyField,
  type FieldControl,
  type Place,
} from './body-form.ts'
import { fieldText, parseField, type FieldFault } from './field-text.ts'
import { itemsOf, startsWith, withoutItem } from './lists.ts'
import { readQuery, rowOf } from './query-rows.ts'
import { partOf, toRequest, type Part } from './request.ts'
import { isSecretPlace, methodOf, maskedPlaces, readBody, takesBody, textOf } from './work.ts'

/** What may be kept elsewhere, so that it outlives the form. */
export type WorkState = Pick<OpenRequest, 'work' | 'mode' | 'unsent'>

export interface WorkParts {
  state: WorkState
  operation: () => string
  entry: () => OperationInfo | undefined
  bodySchema: () => JsonSchema | undefined
  querySchema: () => JsonSchema | undefined
  unit: () => AmountUnit | undefined
  /** Fields that a view has chosen and worded. What the platform takes besides is added or written as JSON. */
  specs: () => readonly FieldSpec[] | undefined
  /** The request that it began with. */
  started: () => RequestParts | undefined
  /** Of the record that it is about. */
  currency: () => string | undefined
}

/** A field that a view has worded. */
export interface OwnField {
  spec: FieldSpec
  part: Part
  place: Place
  /** Typed blind. */
  secret: boolean
}
export type Field = BodyField | OwnField

export interface WorkProblem {
  kind: 'path' | 'needed' | 'query' | 'json' | 'field' | 'masked'
  name: string
}

const partIn = (field: Field): Part => field.part ?? 'body'
const keyIn = (field: Field): string => keyOf(field.place, partIn(field))

/** A request whose text was read. */
export interface Values {
  path: Work['path']
  query: Work['query']
  body: Json | undefined
}

export function createWorkForm(given: WorkParts) {
  const { state } = given
  const work = computed(() => state.work)
  const method = computed(() => methodOf(given.operation()))
  const read = computed(() => readBody(work.value.text))
  const body = computed(() => read.value.value)
  const query = computed(() => readQuery(work.value.query))
  const pathNames = computed(() => [
    ...new Set([...(given.entry()?.pathParams ?? []), ...Object.keys(work.value.path)]),
  ])
  const parts = computed<RequestParts>(() => ({
    path: Object.fromEntries(Object.entries(work.value.path).filter(([, value]) => value !== '')),
    query: query.value.query,
    ...(body.value === undefined ? {} : { body: body.value }),
  }))
  const request = computed(() => toRequest(given.operation(), parts.value))

  const own = computed<OwnField[]>(() => {
    const route = { method: method.value as OperationInfo['method'], pathParams: pathNames.value }
    return (given.specs() ?? []).map((spec) => {
      const part = partOf(spec.name, route, parts.value)
      const place = part === 'body' ? spec.name.split('.') : [spec.name]
      return { spec, part, place, secret: isSecretPlace(given.entry() ?? {}, spec.name, place.at(-1) ?? '') }
    })
  })
  const chosen = computed(() => given.specs() !== undefined)
  const isOwn = (name: string): boolean => own.value.some(({ spec }) => spec.name === name)
  /** Parameters that the person has to fill; those of the record are given. */
  const path = computed(() => pathNames.value.filter((name) => !isOwn(name) && !given.started()?.path?.[name]))
  const queryKnown = computed<BodyField[]>(() => {
    const schema = given.querySchema()
    if (chosen.value || schema === undefined) return []
    return queryFields(schema).filter(({ place: [name = ''] }) => !pathNames.value.includes(name))
  })
  const known = computed<BodyField[]>(() => {
    const schema = chosen.value ? undefined : given.bodySchema()
    return (schema === undefined ? [] : fieldsOf(schema, body.value)).map(secretly)
  })
  const further = computed<BodyField[]>(() =>
    furtherFields(body.value, known.value, work.value.added)
      .filter(({ place }) => !chosen.value || work.value.added.some((one) => keyOf(one.place) === keyOf(place)))
      .map(secretly),
  )
  const fields = computed<Field[]>(() => [
    ...own.value,
    ...[...known.value, ...further.value].filter(({ role }) => role === undefined),
  ])
  /** Why there are no fields of the body: the JSON is broken, or not an object. */
  const closed = computed(() =>
    read.value.problems.length > 0
      ? ('bad' as const)
      : body.value !== undefined && !isObject(body.value)
        ? ('shape' as const)
        : undefined,
  )

  function secretly(field: BodyField): BodyField {
    const secret = isSecretPlace(given.entry() ?? {}, dotted(field.place), field.place.at(-1) ?? '')
    return secret && field.schema.properties === undefined
      ? { ...field, schema: { ...field.schema, secret: true } }
      : field
  }

  const valuesNow = (): Values => ({ path: work.value.path, query: work.value.query, body: body.value })
  function valueIn({ path: inPath, query: rows, body: whole }: Values, field: Field): Json | undefined {
    const part = partIn(field)
    const [name = ''] = field.place
    if (part === 'body') return valueAt(whole, field.place)
    return part === 'path' ? inPath[name] : readQuery(rows.filter((row) => row.name === name)).query[name]
  }
  function withField(values: Values, field: Field, value: Json | undefined): Values {
    const part = partIn(field)
    const [name = ''] = field.place
    if (part === 'body') return { ...values, body: withValue(values.body, field.place, value) }
    if (part === 'path')
      return {
        ...values,
        path: { ...values.path, [name]: value === undefined ? '' : (scalarText(value) ?? JSON.stringify(value)) },
      }
    const row = value === undefined ? undefined : rowOf(name, value)
    const at = values.query.findIndex((one) => one.name === name)
    if (at === -1) return row === undefined ? values : { ...values, query: [...values.query, row] }
    return { ...values, query: values.query.toSpliced(at, 1, ...(row === undefined ? [] : [row])) }
  }

  const valueOf = (field: Field): Json | undefined => valueIn(valuesNow(), field)
  const controlOf = (field: Field): FieldSpec['control'] | FieldControl =>
    'spec' in field ? field.spec.control : controlFor(field.schema, valueOf(field))

  function currencyOf(field: Field, of = valuesNow()): string | undefined {
    const named = 'spec' in field ? field.spec.currency : undefined
    const beside = own.value.find(({ spec }) => spec.name === named)
    const said =
      beside === undefined
        ? (valueAt(of.body, [...field.place.slice(0, -1), 'currency']) ?? valueAt(of.body, ['currency']))
        : valueIn(of, beside)
    return (scalarText(said) || given.currency())?.toUpperCase()
  }
  const money = (field: Field, of: Values) => ({
    name: field.place.at(-1) ?? '',
    currency: controlOf(field) === 'money' ? currencyOf(field, of) : undefined,
    unit: given.unit(),
  })

  /** The value of what is typed into a field whose text may not be readable yet. */
  function readTyped(field: Field, text: string, of: Values): { value: Json | undefined; fault?: FieldFault } {
    const control = controlOf(field)
    if ('spec' in field || control === 'money') {
      const typed = parseField(control as FieldSpec['control'], text, money(field, of))
      return typed.ok ? { value: typed.value } : { value: undefined, fault: typed.problem }
    }
    if (text.trim() === '') return { value: undefined }
    const checked = checkJson(text)
    return checked.ok ? { value: checked.value as Json } : { value: valueIn(of, field), fault: 'json' }
  }

  /** Missing values are faults once it was to go. */
  const asked = ref(false)
  const isNeeded = (field: Field): boolean => {
    const value = 'spec' in field && field.spec.required ? valueOf(field) : true
    return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  }
  const faults = computed(() => {
    const found = new Map<string, FieldFault>()
    for (const field of fields.value) {
      const typed = work.value.typed[keyIn(field)]
      const fault = typed === undefined ? undefined : readTyped(field, typed, valuesNow()).fault
      if (fault !== undefined) found.set(keyIn(field), fault)
      else if (asked.value && isNeeded(field)) found.set(keyIn(field), 'required')
    }
    return found
  })
  const masked = computed(() => maskedPlaces(parts.value, work.value.masked))
  const problems = computed<WorkProblem[]>(() => [
    ...pathNames.value
      .filter((name) => !work.value.path[name]?.trim() && !isOwn(name))
      .map((name): WorkProblem => ({ kind: 'path', name })),
    ...[...query.value.faults.keys()].map((at): WorkProblem => ({
      kind: 'query',
      name: work.value.query[at]?.name ?? '',
    })),
    ...(read.value.problems.length > 0 ? [{ kind: 'json' as const, name: '' }] : []),
    ...fields.value.flatMap((field): WorkProblem[] => {
      const name = dotted(field.place)
      const fault = faults.value.get(keyIn(field))
      if (fault !== undefined && fault !== 'required') return [{ kind: 'field', name }]
      return isNeeded(field) ? [{ kind: 'needed', name }] : []
    }),
    ...masked.value.map((name): WorkProblem => ({ kind: 'masked', name })),
  ])

  function change(changed: Partial<Work>): void {
    // Whoever watches the work asks whether it was the person.
    state.unsent = true
    state.work = { ...work.value, ...changed }
  }
  function write(values: Values, changed: Partial<Pick<Work, 'typed' | 'added'>> = {}): void {
    const typed = changed.typed ?? work.value.typed
    // Typed money waits for its currency: it is read again with every other field.
    const settled = fields.value.reduce((of, field) => {
      const text = typed[keyIn(field)]
      return text === undefined || !('spec' in field || controlOf(field) === 'money')
        ? of
        : withField(of, field, readTyped(field, text, of).value)
    }, values)
    const text =
      settled.body === body.value
        ? work.value.text
        : settled.body === undefined && takesBody({ method: method.value })
          ? '{}'
          : textOf(settled.body)
    change({ ...changed, path: settled.path, query: settled.query, text })
  }
  watch(given.unit, () => Object.keys(work.value.typed).length > 0 && write(valuesNow()), { flush: 'sync' })
  const without = (key: string): Record<string, string> =>
    Object.fromEntries(Object.entries(work.value.typed).filter(([one]) => one !== key))
  const moved = (to: (place: Place) => Place | undefined): Pick<Work, 'typed' | 'added'> => ({
    typed: Object.fromEntries(
      Object.entries(work.value.typed).flatMap(([key, text]): Array<[string, string]> => {
        if (!key.startsWith('[')) return [[key, text]]
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
    state,
    work,
    parts,
    request,
    query,
    body,
    json: computed(() => read.value.problems),
    pathNames,
    path,
    own,
    chosen,
    queryKnown,
    known,
    further,
    /** Whether there is nothing to fill in: what is known stands there already, and is not what one came to change. */
    bare: computed(
      () =>
        path.value.length + own.value.length === 0 &&
        [...queryKnown.value, ...known.value].every(
          (field) => given.entry()?.kind !== 'update' && valueOf(field) !== undefined,
        ),
    ),
    takesBody: computed(() => method.value !== 'GET'),
    closed,
    controlOf,
    currencyOf,
    faultOf: (field: Field): FieldFault | undefined => faults.value.get(keyIn(field)),
    typedIn: (field: Field): string | undefined => work.value.typed[keyIn(field)],
    masked,
    problems,
    /** What is missing is no fault before it was to go. */
    told: computed(() => problems.value.filter(({ kind }) => asked.value || (kind !== 'path' && kind !== 'needed'))),
    sendable: computed(() => problems.value.length === 0),
    asked,
    change,
    valueOf,
    shown: (field: Field): string =>
      work.value.typed[keyIn(field)] ??
      fieldText(
        'spec' in field ? field.spec.control : controlOf(field) === 'money' ? 'money' : 'json',
        valueOf(field),
        money(field, valuesNow()),
      ),
    type(field: Field, text: string): void {
      const typed = { ...without(keyIn(field)), [keyIn(field)]: text }
      const { value } = readTyped(field, text, valuesNow())
      write(withField(valuesNow(), field, value), { typed })
    },
    set(field: Field, value: Json | undefined): void {
      // An emptied field that nothing but its value has shown stays in sight.
      const added =
        value === undefined &&
        'further' in field &&
        field.further &&
        !work.value.added.some((one) => keyOf(one.place) === keyOf(field.place))
          ? [...work.value.added, { place: field.place, schema: field.schema }]
          : work.value.added
      write(withField(valuesNow(), field, value), { typed: without(keyIn(field)), added })
    },
    setPath: (name: string, value: string): void =>
      change({ path: { ...work.value.path, [name]: value.trim() }, typed: without(keyOf([name], 'path')) }),
    add(place: Place, of: JsonSchema): void {
      change({ added: [...work.value.added.filter((one) => keyOf(one.place) !== keyOf(place)), { place, schema: of }] })
    },
    /** Removes a field or a list with what was typed and added there. */
    drop(field: BodyField): void {
      write(
        withField(valuesNow(), field, undefined),
        field.part === 'query'
          ? { typed: without(keyIn(field)) }
          : moved((place) => (startsWith(place, field.place) ? undefined : place)),
      )
    },
    addItem({ place }: BodyField): Place {
      const items = itemsOf(valueAt(body.value, place)) ?? []
      write({ ...valuesNow(), body: withValue(body.value, place, [...items, {}]) })
      return [...place, String(items.length)]
    },
    dropItem({ place }: BodyField): void {
      write(
        { ...valuesNow(), body: withValue(body.value, place, undefined) },
        moved((one) => withoutItem(one, place)),
      )
    },
    editText(text: string): void {
      if (text !== work.value.text)
        change({
          text,
          typed: Object.fromEntries(Object.entries(work.value.typed).filter(([key]) => !key.startsWith('['))),
        })
    },
    show(mode: 'form' | 'json'): void {
      state.mode = mode
    },
    /** Takes another request in the place of this one. */
    start(next: Work, unsent = false): void {
      state.unsent = unsent
      state.work = next
      asked.value = false
    },
  }
}
