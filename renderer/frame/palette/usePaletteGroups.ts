import { computed, shallowRef, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter, type RouteLocationRaw } from 'vue-router'
import type { DraftHead } from '#contract/draft.ts'
import type { OperationInfo } from '#contract/operation.ts'
import type { SeenRecord } from '#contract/requests.ts'
import { riskStyles } from '#kit/components/sending/risk-styles.ts'
import { draftAddress } from '#writing/draft/draft-address.ts'
import { operationAddress } from '#kit/composables/operation-address.ts'
import { settingsSections } from '#kit/composables/settings-sections.ts'
import { oneAtATime } from '#kit/base/one-at-a-time.ts'
import { useFrame } from '#kit/composables/useFrame.ts'
import type { useSwitchEnvironment } from '#kit/composables/useSwitchEnvironment.ts'
import { operationName } from '#kit/stores/operation-name.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useDrafts } from '#writing/stores/drafts.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFavourites } from '#kit/stores/favourites.ts'
import { useHistory } from '#kit/stores/history.ts'
import { useSeen } from '#kit/stores/seen.ts'
import { useShow } from '#kit/stores/show.ts'
import { hasMessage, loadMessages } from '#kit/i18n.ts'
import { views } from '../../views/index.ts'
import { afterVerb, indexed, search, type Entry, type Indexed } from './search.ts'
import { useRecordEntries } from './useRecordEntries.ts'
import { useRefundEntries } from './useRefundEntries.ts'
import { useTaskEntries } from './useTaskEntries.ts'

export interface Group {
  id: string
  label: string
  entries: Entry[]
}

const most = { operations: 12, other: 6, views: 20 } as const

/**
 * What the palette offers for a text. The backend searches drafts and records; everything else is found here at once.
 */
export function usePaletteGroups(
  typed: Ref<string>,
  environmentSwitch: Pick<ReturnType<typeof useSwitchEnvironment>, 'ask' | 'refusal'>,
) {
  const { t } = useI18n()
  const router = useRouter()
  const catalog = useCatalog()
  const environments = useEnvironments()
  const favourites = useFavourites()
  const history = useHistory()
  const show = useShow()
  const { paletteOpen, showPane } = useFrame()
  for (const store of [catalog, favourites, history]) void store.ensure()
  // Sections of the settings and drafts have their names in files that load with their views.
  void loadMessages(['settings', 'drafts']).catch(() => undefined)
  const tasks = useTaskEntries()

  function go(to: RouteLocationRaw): void {
    paletteOpen.value = false
    void router.push(to)
  }

  const operationEntry = (operation: OperationInfo): Entry => ({
    id: operation.key,
    label: operationName(operation),
    suffix: operation.key,
    icon: riskStyles[operation.risk].icon,
    act: () => go(operationAddress(operation.key)),
  })
  const operations = computed(() => indexed(catalog.operations.map(operationEntry)))
  const named = (keys: readonly string[]): Entry[] =>
    keys.flatMap((key) => catalog.byKey.get(key) ?? []).map(operationEntry)
  const starred = computed(() => indexed(named(favourites.list)))
  const recent = computed(() =>
    indexed(named(history.recent.map(({ operation }) => operation).filter((key) => !favourites.keys.has(key)))),
  )

  /** What else a person calls it. */
  const wordsOf = (of: string): string => (hasMessage(`frame.words.${of}`) ? t(`frame.words.${of}`) : '')
  const places = computed(() =>
    indexed(
      views.map((view, index) => ({
        id: view.id,
        label: t(view.title),
        words: wordsOf(`view.${view.id}`),
        icon: view.icon,
        kbds: index < 9 ? ['meta', String(index + 1)] : [],
        act: () => go(`/${view.id}`),
      })),
    ),
  )
  const shows = computed(() =>
    indexed(
      (['show', 'reports'] as const).map((pane) => ({
        id: pane,
        label: t(pane === 'reports' ? 'frame.show.reports' : show.on ? 'frame.show.leave' : 'frame.show.enter'),
        words: wordsOf(`show.${pane === 'reports' ? 'reports' : show.on ? 'leave' : 'enter'}`),
        icon: pane === 'reports' ? 'i-lucide-scroll-text' : 'i-lucide-clapperboard',
        act: () => {
          paletteOpen.value = false
          showPane.value = pane
        },
      })),
    ),
  )
  const settings = computed(() =>
    indexed(
      settingsSections
        .filter(({ id }) => hasMessage(`settings.section.${id}`))
        .map((section) => ({
          id: section.id,
          label: t(`settings.section.${section.id}`),
          words: wordsOf(`settings.${section.id}`),
          icon: section.icon,
          act: () => go(`/settings#${section.id}`),
        })),
    ),
  )
  const others = computed(() =>
    indexed(
      environments.list
        .filter(({ selected }) => !selected)
        .map((environment) => ({
          id: environment.id,
          label: t('frame.palette.switchTo', { name: t(`common.environment.${environment.id}`) }),
          suffix: environment.configured ? environment.baseUrl || t('frame.embedded') : t('frame.notConfigured'),
          icon: 'i-lucide-server',
          disabled: !environment.configured || environmentSwitch.refusal.value !== undefined,
          act: () => environmentSwitch.ask(environment),
        })),
    ),
  )

  // Earlier results stay until the new answer arrives, so that nothing jumps.
  const wanted = (): string => afterVerb(typed.value, t('frame.task.goTo')) ?? typed.value
  const drafts = shallowRef<DraftHead[]>([])
  const records = shallowRef<SeenRecord[]>([])
  const { searchDrafts } = useDrafts()
  const seen = useSeen()
  const ask = oneAtATime(async () => {
    const words = wanted()
    const [foundDrafts, foundRecords] = await Promise.all([
      searchDrafts(words).catch(() => []),
      seen.list({ query: words, limit: most.other }).catch(() => []),
    ])
    drafts.value = foundDrafts.slice(0, most.other)
    records.value = foundRecords
  })
  watch(typed, () => void ask(), { immediate: true })

  const draftEntries = computed<Entry[]>(() =>
    drafts.value.map((draft) => ({
      id: draft.id,
      label: draft.title || t('drafts.untitled'),
      suffix: catalog.nameOf(draft.operation),
      icon: 'i-lucide-file-pen-line',
      act: () => go(draftAddress(draft)),
    })),
  )
  const recordEntries = useRecordEntries(wanted, records, go, most.other)
  const refunds = useRefundEntries(() => afterVerb(typed.value, t('frame.task.refund.verbs')), go)
  /** The general task comes after what was found, and alone where nothing was. */
  const refundEntries = computed<Entry[]>(() =>
    afterVerb(typed.value, t('frame.task.refund.verbs')) === undefined
      ? []
      : [...refunds.value, ...tasks.value.map(({ entry }) => entry).filter(({ id }) => id === 'refund')],
  )

  const groups = computed<Group[]>(() => {
    // Behind > are the platform's operations alone.
    const raw = typed.value.startsWith('>')
    const text = raw ? typed.value.slice(1) : typed.value
    const place = afterVerb(text, t('frame.task.goTo')) ?? text
    const found = (among: Ref<Indexed[]>, limit: number = most.other, words = text): Entry[] =>
      search(among.value, words, limit)
    const blank = text.trim() === ''
    if (raw) {
      const entries = found(operations, most.operations)
      return entries.length === 0 ? [] : [{ id: 'operations', label: t('frame.palette.operations'), entries }]
    }
    const all: Group[] = [
      {
        id: 'tasks',
        label: t('frame.palette.tasks'),
        entries: blank ? [] : refundEntries.value.length > 0 ? refundEntries.value : found(tasks),
      },
      { id: 'favourites', label: t('frame.palette.favourites'), entries: blank ? found(starred) : [] },
      { id: 'recent', label: t('frame.palette.recent'), entries: blank ? found(recent) : [] },
      { id: 'views', label: t('frame.palette.views'), entries: found(places, most.views, place) },
      { id: 'show', label: t('frame.show.title'), entries: found(shows) },
      { id: 'records', label: t('frame.palette.records'), entries: recordEntries.value },
      { id: 'drafts', label: t('drafts.title'), entries: draftEntries.value },
      { id: 'settings', label: t('frame.palette.settings'), entries: found(settings, settingsSections.length, place) },
      { id: 'environments', label: t('frame.palette.environments'), entries: found(others) },
    ]
    return all.filter(({ entries }) => entries.length > 0)
  })
  return { groups }
}
