// A form offers the specified body alone, or what was learned over what is merely usual.
import { computed, watch } from 'vue'
import { isObject, type Json, type JsonObject, type JsonSchema } from '#contract/json.ts'
import type { LearnedForm } from '#contract/learned.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { at } from '#answers/answer.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useLearned } from '#kit/stores/learned.ts'

export function schemasOf(
  entry: Pick<OperationInfo, 'method' | 'body' | 'suggested'>,
  form: LearnedForm | null | undefined,
): {
  body: JsonSchema | undefined
  query: JsonSchema | undefined
  origin: 'specified' | 'learned' | 'suggested' | 'none'
} {
  const open = entry.body === undefined
  const seen = open && entry.method !== 'GET' ? form?.body : undefined
  const inQuery = entry.method === 'GET' || (entry.method === 'DELETE' && seen === undefined)
  // What a person has written is all that is offered: they took out what they did not want.
  const usual = (part: 'body' | 'query'): JsonSchema | undefined =>
    open && form?.edited.includes(part) !== true && inQuery === (part === 'query') ? entry.suggested : undefined
  const body = entry.body ?? over(usual('body'), seen)
  const query = over(usual('query'), form?.query)
  const learned = seen !== undefined || form?.query !== undefined
  return {
    body,
    query,
    origin: !open
      ? 'specified'
      : learned
        ? 'learned'
        : body === undefined && query === undefined
          ? 'none'
          : 'suggested',
  }
}

export function useFormSchema(operation: () => string | undefined) {
  const catalog = useCatalog()
  const environments = useEnvironments()
  const learned = useLearned()
  void catalog.ensure()

  const entry = computed(() => catalog.byKey.get(operation() ?? ''))
  const form = computed(() => learned.of(operation() ?? '') ?? undefined)
  watch(
    () => {
      const key = operation()
      return key === undefined || learned.of(key) !== undefined
        ? undefined
        : `${environments.selected?.id ?? ''} ${key}`
    },
    (unread) => {
      const key = operation()
      if (unread !== undefined && key !== undefined) learned.ensure(key).catch(() => undefined)
    },
    { immediate: true },
  )

  const schemas = computed(() =>
    entry.value === undefined
      ? { body: undefined, query: undefined, origin: 'none' as const }
      : schemasOf(entry.value, form.value),
  )

  /** Dotted names that accepted requests always had, or that a refusal missed. A hint: nothing is demanded. */
  function missing(sentBody: Json | undefined, sentQuery: JsonObject | undefined): string[] {
    const missed = (form.value?.missed ?? []).filter(
      (name) => !stands(at(sentBody, name)) && !stands(at(sentQuery, name)),
    )
    return [
      ...new Set([
        ...lacking(entry.value?.body === undefined ? form.value?.body : undefined, sentBody ?? {}),
        ...lacking(form.value?.query, sentQuery ?? {}),
        ...missed,
      ]),
    ]
  }

  return {
    body: computed(() => schemas.value.body),
    query: computed(() => schemas.value.query),
    origin: computed(() => schemas.value.origin),
    missing,
  }
}

const words = ['label', 'hint', 'unit', 'group', 'order', 'secret'] as const

/** The learned schema with the usual fields before its own; labels and hints of the usual ones stay. */
function over(usual: JsonSchema | undefined, learned: JsonSchema | undefined): JsonSchema | undefined {
  if (usual === undefined || learned === undefined) return learned ?? usual
  if (learned.properties === undefined) return learned
  const own = learned.properties
  const first = Object.entries(usual.properties ?? {}).map(([name, one]): [string, JsonSchema] => [
    name,
    Object.hasOwn(own, name) ? spoken(one, own[name] ?? {}) : one,
  ])
  return {
    ...learned,
    properties: Object.fromEntries([
      ...first,
      ...Object.entries(own).filter(([name]) => !first.some(([one]) => one === name)),
    ]),
  }
}

function spoken(usual: JsonSchema, learned: JsonSchema): JsonSchema {
  const said = words.filter((word) => usual[word] !== undefined).map((word) => [word, usual[word]] as const)
  return { ...learned, ...(Object.fromEntries(said) as JsonSchema) }
}

/** Required names that a value lacks; inside an object only where there is one. */
function lacking(schema: JsonSchema | undefined, value: Json, within: readonly string[] = []): string[] {
  if (schema === undefined || !isObject(value)) return []
  const has = (name: string): boolean => Object.hasOwn(value, name)
  const own = (schema.required ?? []).filter((name) => !has(name)).map((name) => [...within, name].join('.'))
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      has(name) ? lacking(one, value[name] ?? null, [...within, name]) : [],
    ),
  ]
}

const stands = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== ''
