import { onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import { useLink } from '#kit/composables/useLink.ts'
import { createCache } from '#kit/stores/cache.ts'
import { useLedger } from '#kit/stores/ledger.ts'
import { inPlace, lanesOf, type Lane } from '../model/queue-lanes.ts'

const shortestGapMs = 100
const longestGapMs = 2_000
const settleMs = 300

/** The queue, read again after every change, one reading at a time. While `still` says so its rows keep their places. */
export function useQueue(still: () => boolean) {
  const ledger = useLedger()
  const { link } = useLink()
  const lanes = shallowRef<Lane[]>([])
  let fresh: Lane[] = []
  let asked = 0
  let gapMs = shortestGapMs
  let reader: ReturnType<typeof setTimeout> | undefined
  let settler: ReturnType<typeof setTimeout> | undefined

  const cache = createCache(async () => {
    let answered: number
    do {
      answered = asked
      const began = performance.now()
      fresh = lanesOf(await ledger.queue())
      // A long queue that drains is not read more often than it can be shown.
      gapMs = Math.min(longestGapMs, Math.max(shortestGapMs, 2 * (performance.now() - began)))
    } while (answered !== asked)
  })

  /** A reading that began before the change does not count: it is done again. */
  function refresh(): Promise<void> {
    asked += 1
    return cache.read()
  }

  function settle(): void {
    clearTimeout(settler)
    if (still()) settler = setTimeout(settle, settleMs)
    else lanes.value = fresh
  }

  async function follow(): Promise<void> {
    await refresh()
    if (still()) lanes.value = inPlace(lanes.value, fresh, (id) => ledger.byId.get(id))
    settle()
  }

  function soon(): void {
    reader ??= setTimeout(() => {
      reader = undefined
      void follow()
    }, gapMs)
  }

  /** Shows the queue at once, whatever a person points to: for what they did themselves. */
  async function read(): Promise<void> {
    await refresh()
    clearTimeout(settler)
    lanes.value = fresh
  }

  onMounted(() => void read())
  const forget = ledger.onChange(soon)
  watch(link, (state, before) => {
    if (state === 'open' && before === 'lost') void follow()
  })
  onBeforeUnmount(() => {
    forget()
    clearTimeout(reader)
    clearTimeout(settler)
  })

  return { lanes, reading: cache.reading, error: cache.error, read, settle }
}
