// Reads the lists of the studio one after the other, each once. What fails is read again only when the person says so.
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { ReadAnswer } from '#contract/models.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { likelyPlace } from '#answers/likely.ts'
import { pageOf } from '#answers/paging.ts'
import { understand, type Understood } from '#answers/understand.ts'
import { readPlatform } from '#records/resources/read.ts'
import type { OperationKey } from '#records/resources/types.ts'
import { knownUnits } from '#answers/units.ts'
import { useCatalog } from '#kit/stores/catalog.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFields } from '#kit/stores/fields.ts'
import { useLearned } from '#kit/stores/learned.ts'
import { useLimits } from '#kit/stores/limits.ts'
import { useLive } from '#kit/stores/live.ts'
import { studioLists } from '../model/resources.ts'

export interface Row {
  operation: OperationInfo
  state: Ref<'waiting' | 'reading' | 'read' | 'failed'>
  answer: ShallowRef<ReadAnswer | undefined>
  error: ShallowRef<DeskError | undefined>
  failedAt: Ref<number | undefined>
  understood: ComputedRef<Understood | undefined>
}

/** `gate`: what is left waits for the platform. `budget`: the rest of this minute is kept for the person. `halted`: the rest would fail like the last one. */
export type Phase = 'idle' | 'reading' | 'gate' | 'budget' | 'halted' | 'stopped' | 'done'

/** A failure that the next read would meet as well. */
const shared: ReadonlySet<string> = new Set([
  'no_credentials',
  'authentication_required',
  'unreachable',
  'keychain_locked',
  'keychain_unavailable',
  'keychain_denied',
])
const lookAgainMs = 500

export function useMeeting() {
  const catalog = useCatalog()
  const environments = useEnvironments()
  const fields = useFields()
  const learned = useLearned()
  const limits = useLimits()
  const live = useLive()
  const rows = shallowRef<Row[]>([])
  const phase = ref<Phase>('idle')
  /** Also while the last read of a stopped round is under way. */
  const running = computed(
    () =>
      phase.value === 'reading' || phase.value === 'gate' || rows.value.some(({ state }) => state.value === 'reading'),
  )
  const budgetKnown = ref(true)
  let round = 0

  function createRow(operation: OperationInfo): Row {
    const answer = shallowRef<ReadAnswer>()
    const understood = computed(() => {
      if (answer.value === undefined) return undefined
      const choice = fields.byOperation.get(operation.key)
      const amounts = choice?.amounts ?? (environments.selected && knownUnits[environments.selected.id])
      const chosen = amounts === undefined ? choice : { ...(choice ?? { fields: {} }), amounts }
      const schema = learned.of(operation.key)?.answer
      const likely = schema === undefined ? undefined : likelyPlace(schema, operation.resource)
      const expected = { resource: operation.resource, expect: 'list', likely, ...pageOf(answer.value) } as const
      return understand(answer.value.data, expected, chosen)
    })
    return { operation, state: ref('waiting'), answer, error: shallowRef(), failedAt: ref(), understood }
  }

  function reset(): void {
    round += 1
    phase.value = 'idle'
    rows.value = studioLists(catalog.operations).map(createRow)
  }

  /** As main counts it now: what was read a moment ago is in it. */
  async function mayRead(): Promise<boolean> {
    try {
      const { used, perMinute, reserve } = await live.readBudget()
      budgetKnown.value = true
      return used < perMinute - reserve
    } catch {
      budgetKnown.value = false
      return false
    }
  }

  async function readOne(row: Row): Promise<void> {
    row.state.value = 'reading'
    const { key, method } = row.operation
    try {
      row.answer.value = await readPlatform(key as OperationKey, method === 'POST' ? { body: {} } : {})
      row.error.value = undefined
      row.state.value = 'read'
    } catch (reason) {
      row.error.value = asDeskError(reason)
      row.failedAt.value = Date.now()
      row.state.value = 'failed'
    }
  }

  async function run(list: readonly Row[]): Promise<void> {
    if (running.value) return
    const mine = ++round
    const ended = (): boolean => mine !== round
    phase.value = 'reading'
    for (;;) {
      const waiting = list.filter(({ state }) => state.value === 'waiting')
      if (waiting.length === 0) break
      const next = waiting.find(({ operation }) => limits.gateOf(operation.product) === undefined)
      phase.value = next === undefined ? 'gate' : 'reading'
      if (next === undefined) {
        await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
        if (ended()) return
        continue
      }
      const allowed = await mayRead()
      if (ended()) return
      if (!allowed) {
        phase.value = 'budget'
        return
      }
      await readOne(next)
      if (next.error.value?.code === 'rate_limited') await limits.read()
      if (ended()) return
      if (next.error.value !== undefined && shared.has(next.error.value.code)) {
        phase.value = 'halted'
        return
      }
    }
    phase.value = rows.value.some(({ state }) => state.value === 'waiting') ? 'stopped' : 'done'
  }

  function stop(): void {
    if (phase.value !== 'reading' && phase.value !== 'gate') return
    round += 1
    phase.value = 'stopped'
  }

  async function again(row: Row): Promise<void> {
    if (running.value) return
    row.state.value = 'waiting'
    await run([row])
  }

  async function restart(): Promise<void> {
    reset()
    await run(rows.value)
  }

  void Promise.all([catalog.ensure(), limits.ensure()])
  watch(
    () => environments.selected?.id,
    (id) => id !== undefined && void fields.ensure(),
    { immediate: true },
  )
  // What another environment, or another address, answered is not shown a moment longer.
  watch([() => environments.selected?.id, () => environments.selected?.baseUrl, () => catalog.operations], reset, {
    immediate: true,
  })
  onScopeDispose(() => {
    round += 1
  })

  return {
    rows,
    phase,
    running,
    budgetKnown,
    start: () => run(rows.value),
    stop,
    again,
    restart,
  }
}
