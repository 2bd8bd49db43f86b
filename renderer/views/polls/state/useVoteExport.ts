// Reads all votes of a poll page by page. A rate limit is waited out, and an error keeps what was read.
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { DeskError, asDeskError } from '#contract/errors.ts'
import { readPlatform } from '#records/resources/read.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { nothingGathered, pageSize, withPage, type Gathered } from '../model/votes.ts'
import { embedIdName, operations } from '../model/requests.ts'

type ExportState = 'idle' | 'reading' | 'waiting' | 'done' | 'cancelled' | 'failed'

/** The wait after a rate limit without a Retry-After. */
const pauseMs = 5_000

export function useVoteExport() {
  const environments = useEnvironments()
  const state = shallowRef<ExportState>('idle')
  const gathered = shallowRef<Gathered>(nothingGathered)
  const until = shallowRef<number>()
  const error = shallowRef<DeskError>()
  const busy = computed(() => state.value === 'reading' || state.value === 'waiting')
  let wake: (() => void) | undefined
  let runs = 0
  let poll: string | undefined

  function pause(ms: number): Promise<void> {
    until.value = Date.now() + ms
    state.value = 'waiting'
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function read(mine: number): Promise<void> {
    while (mine === runs && !gathered.value.done) {
      state.value = 'reading'
      until.value = undefined
      try {
        const answer = await readPlatform(operations.votes, {
          body: { [embedIdName]: poll ?? '', limit: pageSize, offset: gathered.value.offset },
        })
        if (mine === runs) gathered.value = withPage(gathered.value, answer.data, answer)
      } catch (reason) {
        if (mine !== runs) return
        if (!(reason instanceof DeskError) || reason.code !== 'rate_limited') throw reason
        await pause(reason.details.retryAfterMs ?? pauseMs)
      }
    }
    if (mine === runs) state.value = 'done'
  }

  function stop(to: ExportState): void {
    runs += 1
    wake?.()
    until.value = undefined
    state.value = to
  }
  onScopeDispose(() => stop('cancelled'))

  function reset(): void {
    stop('idle')
    gathered.value = nothingGathered
    error.value = undefined
  }
  // The next page would come from another platform.
  watch(() => environments.selected?.id, reset)

  return {
    state,
    gathered,
    /** While it waits: milliseconds since 1970 at which it goes on. */
    until,
    error,
    busy,
    /** Reads from the start, or from where it was cancelled or failed. Never rejects. */
    async run(of: string): Promise<void> {
      if (busy.value) return
      if (of !== poll || gathered.value.done) reset()
      poll = of
      error.value = undefined
      const mine = ++runs
      await read(mine).catch((reason: unknown) => {
        if (mine !== runs) return
        error.value = asDeskError(reason)
        state.value = 'failed'
      })
    },
    cancel() {
      if (busy.value) stop('cancelled')
    },
    reset,
  }
}
