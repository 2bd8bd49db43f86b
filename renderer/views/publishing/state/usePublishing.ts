// What the parts of this view share: the open event, its destinations, the catalog's words for its fields, and what is wrong with it.
import { computed, inject, provide, ref, shallowRef, watch } from 'vue'
import type { ComputedRef, InjectionKey, Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { FieldProblem } from '#contract/errors.ts'
import type { JsonSchema } from '#contract/json.ts'
import type { Environment, PlatformNames } from '#contract/models.ts'
import { useCatalog } from '../../../stores/catalog.ts'
import { useEnvironments } from '../../../stores/environments.ts'
import { usePlatforms } from '../../../stores/platforms.ts'
import { formatProblems, misplacedSecrets } from '../model/checks.ts'
import { eventOperations } from '../model/fields.ts'
import { noNames } from '../model/platform-names.ts'
import { detailSections, groupsOf } from '../model/sections.ts'
import type { FieldGroup, SchemaFieldEntry, SectionId } from '../model/sections.ts'
import { useDestinations } from './useDestinations.ts'
import type { Destinations } from './useDestinations.ts'
import { useEditor } from './useEditor.ts'
import type { Editor } from './useEditor.ts'

export interface Publishing {
  editor: Editor
  destinations: Destinations
  environment: ComputedRef<Environment | undefined>
  names: ComputedRef<PlatformNames>
  optionGroups: ComputedRef<FieldGroup[]>
  sections: ComputedRef<Record<SectionId, SchemaFieldEntry[]>>
  /** What is wrong: formats at once, and what the desk or the platform said of a field until it is changed. */
  problems: ComputedRef<FieldProblem[]>
  /** Paths in which a credential seems to stand, though they are not credential fields. */
  suspicious: ComputedRef<string[]>
  /** What the request preview found besides. */
  foundByPreview: Ref<string[]>
  /** The destination that the inspector shows. */
  selectedKey: Ref<string | undefined>
}

const key: InjectionKey<Publishing> = Symbol('publishing')

export function providePublishing(): Publishing {
  const { t } = useI18n()
  const catalog = useCatalog()
  const environments = useEnvironments()
  const platforms = usePlatforms()
  const editor = useEditor(() => environments.selected?.id ?? 'rehearsal')
  const destinations = useDestinations(editor, () => t('publishing.ownOptions'))

  const body = computed<JsonSchema | undefined>(() => catalog.byKey.get(eventOperations.update)?.body)
  const part = (name: string): JsonSchema | undefined => body.value?.properties?.[name]
  const detailsSchema = computed(() => part('details'))

  watch(
    () => environments.selected?.id,
    (id) => {
      if (id !== undefined) void platforms.load(id).catch(() => undefined)
    },
    { immediate: true },
  )

  const formats = computed<FieldProblem[]>(() => {
    const form = editor.current.value?.form
    return form === undefined
      ? []
      : formatProblems(detailsSchema.value?.properties ?? {}, form.details, (code) => t(`publishing.format.${code}`))
  })

  // A complaint belongs to what was sent: a changed field is no longer the one that was complained of.
  const changedSince = shallowRef(new Set<string>())
  const complaints = computed(() =>
    destinations.rows.value
      .flatMap(({ state, error }) => (state === 'rejected' ? (error?.fields ?? []) : []))
      .map(({ path, message }) => ({ path: path.replace(/^body\./, ''), message })),
  )
  watch(
    () => destinations.rows.value.map(({ at, intent }) => `${intent?.id ?? ''} ${at ?? ''}`).join(),
    () => (changedSince.value = new Set()),
  )
  watch(editor.changed, (change) => {
    if (change !== undefined) changedSince.value = new Set(changedSince.value).add(change.path)
  })
  const stands = ({ path }: FieldProblem): boolean =>
    ![...changedSince.value].some((changed) => path === changed || path.startsWith(`${changed}.`))

  const foundByPreview = ref<string[]>([])
  const publishing: Publishing = {
    editor,
    destinations,
    environment: computed(() => environments.selected),
    names: computed(() => {
      const id = environments.selected?.id
      return (id === undefined ? undefined : platforms.names[id]) ?? noNames()
    }),
    optionGroups: computed(() => groupsOf(part('options'))),
    sections: computed(() => detailSections(detailsSchema.value)),
    problems: computed(() => [...formats.value, ...complaints.value.filter(stands)]),
    suspicious: computed(() => {
      const form = editor.current.value?.form
      return form === undefined ? [] : [...new Set([...misplacedSecrets(form), ...foundByPreview.value])]
    }),
    foundByPreview,
    selectedKey: ref(),
  }
  provide(key, publishing)
  return publishing
}

export function usePublishing(): Publishing {
  const publishing = inject(key)
  if (publishing === undefined) throw new Error('This part stands outside the publishing view.')
  return publishing
}
