import { computed, inject, provide, ref, shallowRef, watch, type InjectionKey } from 'vue'
import { useI18n } from 'vue-i18n'
import type { FieldProblem } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { usePlatforms } from '#kit/stores/platforms.ts'
import { formatProblems, misplacedSecrets } from '../model/checks.ts'
import { eventOperations } from '../model/fields.ts'
import { noNames } from '../model/platform-names.ts'
import { detailSections, groupsOf } from '../model/sections.ts'
import { useDestinations } from './useDestinations.ts'
import { useEditor } from './useEditor.ts'
import { useErrorAt } from './useErrorAt.ts'
import { useStreamInLive } from './useStreamInLive.ts'

/** What the parts of this view share: the open event, its destinations, the catalog's schema of its fields, and what is wrong with it. */
export function providePublishing() {
  const { t } = useI18n()
  const catalog = useCatalog()
  const environments = useEnvironments()
  const platforms = usePlatforms()
  const editor = useEditor(() => environments.selected?.id ?? 'rehearsal')
  const destinations = useDestinations(editor, () => t('publishing.ownOptions'))

  const body = computed<JsonSchema | undefined>(() => catalog.byKey.get(eventOperations.update)?.body)
  const part = (name: string): JsonSchema | undefined => body.value?.properties?.[name]
  const detailsSchema = computed(() => part('details'))
  const optionGroups = computed(() => groupsOf(part('options')))

  watch(
    () => environments.selected?.id,
    (id) => {
      if (id !== undefined) void platforms.load(id).catch(() => undefined)
    },
    { immediate: true },
  )

  const formats = computed<FieldProblem[]>(() => {
    const form = editor.current.value?.form
    return form === undefined ? [] : formatProblems(detailsSchema.value?.properties ?? {}, form.details)
  })

  // A problem that the desk or the platform reported counts until its field is changed.
  const changedSince = shallowRef(new Set<string>())
  const refused = computed(() =>
    destinations.rows.value
      .flatMap(({ state, error }) => (state === 'rejected' ? (error?.fields ?? []) : []))
      .map((problem) => ({ ...problem, path: problem.path.replace(/^body\./, '') })),
  )
  watch(
    () => destinations.rows.value.map(({ at, intent }) => `${intent?.id ?? ''} ${at ?? ''}`).join(),
    () => (changedSince.value = new Set()),
  )
  watch(editor.changed, (change) => {
    if (change !== undefined) changedSince.value = new Set(changedSince.value).add(change.path)
  })
  const unchanged = ({ path }: FieldProblem): boolean =>
    ![...changedSince.value].some((changed) => path === changed || path.startsWith(`${changed}.`))
  const problems = computed(() => [...formats.value, ...refused.value.filter(unchanged)])

  const foundByPreview = ref<string[]>([])
  /** Paths in which a credential seems to be, though they are not credential fields. */
  const suspicious = computed(() => {
    const form = editor.current.value?.form
    return form === undefined ? [] : [...new Set([...misplacedSecrets(form), ...foundByPreview.value])]
  })
  const publishing = {
    editor,
    destinations,
    stream: useStreamInLive(editor),
    environment: computed(() => environments.selected),
    names: computed(() => {
      const id = environments.selected?.id
      return (id === undefined ? undefined : platforms.names[id]) ?? noNames()
    }),
    optionGroups,
    /** By path: `options.server`. */
    optionLabels: computed(
      () =>
        new Map(
          optionGroups.value.flatMap(({ fields }) =>
            fields.map(({ name, schema }): [string, string] => [`options.${name}`, schema.label ?? name]),
          ),
        ),
    ),
    sections: computed(() => detailSections(detailsSchema.value)),
    problems,
    suspicious,
    errorAt: useErrorAt(
      () => problems.value,
      () => suspicious.value,
    ),
    foundByPreview,
    selectedKey: ref<string>(),
  }
  provide(key, publishing)
  return publishing
}

export type Publishing = ReturnType<typeof providePublishing>
const key: InjectionKey<Publishing> = Symbol('publishing')

export function usePublishing(): Publishing {
  const publishing = inject(key)
  if (publishing === undefined) throw new Error('This part is outside the publishing view.')
  return publishing
}
